/** ISO code → OpenStreetMap relation and names: the package iso3166-2-db, corrected by `data/atlas/relations.yaml`. */
import { readYaml } from '../../src/sources/read-yaml.ts'
import { namesAgree, namesEqual } from './iso-codes.ts'
import type { Packages } from './packages.ts'

export interface Relations {
  relation(code: string): number | null
  /**
   * Among the codes that a place has had, the relation of the one filed under one of its names: the package's codes are
   * some years old, and ISO has reassigned some since.
   */
  relationByName(codes: readonly string[], names: readonly string[]): number | null
  /** Names by language; empty when the package does not know the code. */
  names(iso: string): Readonly<Record<string, string>>
  /** The FIPS 10-4 code of a country, by which The World Factbook files it. */
  fips10(country: string): string | null
}

interface Correction {
  readonly reason: string
  readonly source: string
  readonly codes: Readonly<Record<string, number | null>>
}

interface DbEntry {
  readonly iso: string
  readonly fips: string
  readonly name?: string
  readonly names: Readonly<Record<string, string>>
  readonly reference: { readonly openstreetmap: number | string | null }
}

interface DbCountry extends DbEntry {
  readonly regions: readonly DbEntry[]
}

const namesOf = ({ name, names }: DbEntry): readonly string[] => [
  ...(name === undefined ? [] : [name]),
  ...Object.values(names),
]

export function readRelations(packages: Packages, correctionsPath: string): Relations {
  const countries: Record<string, DbCountry> = JSON.parse(packages.text('relations'))
  const entries = new Map<string, DbEntry>()
  for (const country of Object.values(countries)) {
    entries.set(country.iso, country)
    for (const region of country.regions) entries.set(`${country.iso}-${region.iso}`, region)
  }
  const corrections: readonly Correction[] = readYaml(correctionsPath)
  const corrected = new Map(corrections.flatMap(({ codes }) => Object.entries(codes)))
  const relation = (code: string) => {
    const correction = corrected.get(code)
    return correction === undefined ? Number(entries.get(code)?.reference.openstreetmap) || null : correction
  }
  return {
    relation,
    relationByName: (codes, names) => {
      const filed = (same: typeof namesAgree) =>
        codes.find((code) => entries.has(code) && same(names, namesOf(entries.get(code)!)))
      const code =
        filed(namesEqual) ??
        filed(namesAgree) ??
        codes.find((other) => !entries.has(other) && corrected.has(other))
      return code === undefined ? null : relation(code)
    },
    names: (iso) => {
      const { geonames: _, ...names } = entries.get(iso)?.names ?? {}
      return names
    },
    fips10: (country) => entries.get(country)?.fips ?? null,
  }
}
