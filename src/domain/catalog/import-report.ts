/** What an import reports, while it runs and at its end. */
import type { BoundaryId } from '../boundary/id.ts'
import type { ReplaceSummary } from './ports.ts'

export interface ImportProgress {
  readonly phase: 'reading' | 'assembling' | 'placing' | 'storing' | 'tiles'
  readonly bytesRead: number
  readonly bytesTotal: number
  readonly elements: number
  /** Boundaries finished in this phase. */
  readonly boundaries: number
  /** Blocks of tiles that are done, and how many there are. */
  readonly blocksDone: number
  readonly blocks: number
}

export interface ReportedBoundary {
  readonly id: BoundaryId
  readonly name: string | null
  readonly adminLevel: number | null
  /** Full sentences. */
  readonly reason: string
}

export interface SkippedBoundary extends ReportedBoundary {
  /** True if the file ends before the boundary does, so that the map has no error here. */
  readonly isCut: boolean
}

export interface KeptBoundary extends ReportedBoundary {
  /** True if the map has a newer state that is not served. */
  readonly stale: boolean
}

/** The date of the map data in a file. */
export interface MapDate {
  /** RFC 3339 UTC; null if unknown. */
  readonly timestamp: string | null
  /** Why it is unknown, in a full sentence. */
  readonly timestampProblem: string | null
}

export interface ReportedCoast {
  /** Number of coastlines in the file. */
  readonly ways: number
  /** Number of land mask tiles redrawn from them. */
  readonly tiles: number
  /** What was left out, and why, in full sentences. */
  readonly skipped: readonly string[]
}

export interface ImportReport extends MapDate {
  readonly boundaries: number
  readonly elements: number
  /** From the country down, postcode areas (null) last. */
  readonly levels: readonly { readonly adminLevel: number | null; readonly boundaries: number }[]
  readonly skipped: readonly SkippedBoundary[]
  /** Boundaries whose previous version remains, because the file's version is broken, implausible or older. */
  readonly kept: readonly KeptBoundary[]
  /** Boundaries that take nothing of what they claim, because a known boundary has it and is another place. */
  readonly conflicts: readonly ReportedBoundary[]
  /** Boundaries with texts that were cleaned. */
  readonly cleaned: readonly ReportedBoundary[]
  /** Boundaries among so many others, of the file or known before, that parents may be missing. */
  readonly crowded: readonly ReportedBoundary[]
  readonly coveredCountries: readonly string[]
  readonly stored: ReplaceSummary
  readonly coast: ReportedCoast
  /** Null where none were to be prepared. */
  readonly tiles: PreparedBlocks | null
}

/** Blocks of tiles that an import prepares. */
export interface PreparedBlocks {
  /** Blocks that have their files now. */
  readonly prepared: number
  /** Blocks that failed, or were left when the signal was aborted: their first request prepares them. */
  readonly left: number
}
