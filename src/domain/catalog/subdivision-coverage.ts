/** Share of a country's current subdivisions in the atlas, and the sentences that report it. */
import { firstListed } from '../../util/join-words.ts'

/** A reform that the atlas does not show yet. */
export interface Reform {
  /** Year of the first change that is missing. */
  readonly since: number
  /** The state that the atlas shows: "Kenya's 8 provinces". */
  readonly shown: string
  /** The result of the reform, as a clause: "47 counties replaced them". */
  readonly now: string
  /** Addresses of pages that document it. */
  readonly sources: readonly string[]
}

export interface CoverageFacts {
  /** Units of the atlas directly below. */
  readonly units: number
  /** Codes of ISO 3166-2 in force at this level. */
  readonly codes: number
  /** Codes whose unit is missing from the atlas. */
  readonly missing: readonly MissingUnit[]
  /** Null if no missing reform is known. */
  readonly reform: Reform | null
  /** Units whose polygon is much smaller or larger than the unit. */
  readonly misdrawn: readonly MisdrawnUnit[]
}

export interface MissingUnit {
  /** ISO 3166-2. */
  readonly code: string
  readonly name: string
}

export interface MisdrawnUnit {
  readonly name: string
  /** Area of the polygon in the atlas. */
  readonly atlasKm2: number
  readonly publishedKm2: number
}

export const COVERAGE_STATES = ['complete', 'outdated', 'partly_missing', 'none'] as const
export type CoverageState = (typeof COVERAGE_STATES)[number]

/** A reform outweighs missing codes: the units shown are outdated as well. */
export const coverageState = ({ units, missing, reform }: CoverageFacts): CoverageState => {
  if (units === 0) return 'none'
  if (reform !== null) return 'outdated'
  return missing.length === 0 ? 'complete' : 'partly_missing'
}

/** Returns notes for the reader of the list, one sentence each; none if it is complete. */
export const coverageNotes = (coverage: CoverageFacts): readonly string[] => {
  const { units, codes, missing, reform, misdrawn } = coverage
  if (units === 0) return [noUnits(codes)]
  return [
    ...(reform === null ? [] : [reformNote(reform)]),
    // If none of the shown units survived, the note on the reform is enough.
    ...(missing.length === 0 || missing.length === codes ? [] : [missingNote(missing, codes)]),
    ...misdrawn.map(misdrawnNote),
  ]
}

const noUnits = (codes: number): string =>
  codes === 0
    ? 'The atlas has no subdivisions here, and ISO 3166-2 lists none.'
    : `The atlas has no subdivisions here; ISO 3166-2 lists ${codes}. ${IMPORT}`

const reformNote = ({ shown, since, now }: Reform): string =>
  `The atlas shows ${shown} from before ${since}: ${now}. ${IMPORT}`

const missingNote = (missing: readonly MissingUnit[], codes: number): string => {
  const units = missing.map(({ code, name }) => `${name} (${code})`)
  return `${missing.length} of ${codes} units of ISO 3166-2 at this level ${missing.length === 1 ? 'is' : 'are'} not in the atlas: ${firstListed(units, MAX_NAMED)}.`
}

const misdrawnNote = ({ name, atlasKm2, publishedKm2 }: MisdrawnUnit): string =>
  `The atlas draws ${name} with ${atlasKm2.toLocaleString('en')} km² instead of ${publishedKm2.toLocaleString('en')}.`

const IMPORT = 'An imported OpenStreetMap extract has the current ones.'
const MAX_NAMED = 10
