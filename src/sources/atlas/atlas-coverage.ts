/**
 * The atlas's coverage of each country, by ISO 3166 code: the part computed by the build (`coverage.json`) and the researched part
 * (`coverage.yaml`).
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CoverageFacts, Reform } from '../../domain/catalog/subdivision-coverage.ts'
import { readYaml } from '../read-yaml.ts'

/** For every country, written by scripts/build-atlas.ts. */
export type ComputedCoverage = Readonly<Record<string, CountryCount>>

export interface CountryCount {
  readonly units: number
  readonly codes: number
  /** Names by ISO 3166-2 code. */
  readonly missing: Readonly<Record<string, string>>
}

/** The content of `coverage.yaml`; the file explains its fields. */
export interface ResearchedCoverage {
  /** By country, or by ISO 3166-2 code for the level below a subdivision. */
  readonly reforms: Readonly<Record<string, Reform>>
  readonly other_codes: Readonly<Record<string, OtherCodes>>
  /** The atlas's code for the unit of each ISO 3166-2 code. */
  readonly elsewhere: Readonly<Record<string, string>>
  /** Codes of `elsewhere` that must not find the unit, with the reason. */
  readonly not_aliases: Readonly<Record<string, string>>
  /** Units whose polygon is much smaller or larger than the unit, by ISO 3166-2 code. */
  readonly misdrawn: Readonly<Record<string, Misdrawn>>
}

export interface Misdrawn {
  readonly name: string
  readonly atlas_km2: number
  readonly published_km2: number
  readonly sources: readonly string[]
}

export interface OtherCodes {
  /** A regular expression that matches whole codes. */
  readonly codes: string
  readonly are: string
  readonly sources: readonly string[]
}

export type AtlasCoverage = ReturnType<typeof readAtlasCoverage>

export const readResearchedCoverage = (directory: string): ResearchedCoverage =>
  readYaml(join(directory, 'coverage.yaml'))

export const readAtlasCoverage = (directory: string) => {
  const { reforms, misdrawn } = readResearchedCoverage(directory)
  const computed: ComputedCoverage = JSON.parse(readFileSync(join(directory, 'coverage.json'), 'utf8'))
  const countries = new Map<string, CoverageFacts>(
    Object.entries(computed).map(([code, count]) => [
      code,
      {
        ...count,
        missing: missingUnits(count),
        reform: reforms[code] ?? null,
        misdrawn: misdrawnIn(code, misdrawn),
      },
    ]),
  )
  /** Reforms inside subdivisions. */
  const subdivisions = new Map<string, CoverageFacts>(
    Object.entries(reforms)
      .filter(([code]) => !countries.has(code))
      .map(([code, reform]) => [code, { ...UNCOUNTED, reform }]),
  )
  return {
    countries,
    subdivisions,
    of: (code: string | null): CoverageFacts | null =>
      code === null ? null : (countries.get(code) ?? subdivisions.get(code) ?? null),
  }
}

const missingUnits = ({ missing }: CountryCount): CoverageFacts['missing'] =>
  Object.entries(missing).map(([code, name]) => ({ code, name }))

const misdrawnIn = (country: string, misdrawn: ResearchedCoverage['misdrawn']): CoverageFacts['misdrawn'] =>
  Object.entries(misdrawn)
    .filter(([code]) => code.startsWith(`${country}-`))
    .map(([, unit]) => ({ name: unit.name, atlasKm2: unit.atlas_km2, publishedKm2: unit.published_km2 }))

/** Counts only the units directly below countries. A country with a reform has units that changed. */
const UNCOUNTED = { units: 1, codes: 0, missing: [], misdrawn: [] }
