/**
 * The open map database on the network: what is asked of it, what it may answer, and what the processes of an installation
 * agree on so that together they stay polite.
 */
import type { BoundaryRecord } from '../boundary/boundary.ts'
import type { BoundaryId, BoundaryReference } from '../boundary/id.ts'
import type { Kind } from '../boundary/kind.ts'
import type { Position } from '../geometry/rings.ts'

/** The map itself says `absent` or `deleted`; a failure is neither. */
export type FetchOutcome = 'fetched' | 'absent' | 'deleted'

/** @throws LiveMapFailed where the map could not be asked in time, or its answer cannot be trusted. */
export interface LiveMap {
  /** Fetches the boundary, unless it was fetched or found absent a short time ago. */
  fetch(reference: BoundaryReference): Promise<FetchOutcome>
  /** Fetches the subdivisions of the level; null for the next level below the parent that has any. */
  fetchChildren(parent: BoundaryRecord, adminLevel: number | null): Promise<void>
  /** Fetches everything that contains the point. */
  fetchContaining(point: Position): Promise<void>
  /** Fetches what the search of the map finds for the text; the ids of the boundaries, the best first. */
  fetchFound(question: LiveQuestion): Promise<readonly BoundaryId[]>
}

export interface LiveQuestion {
  readonly text: string
  /** What the text names, where the caller says so. */
  readonly kind: Kind | null
  /** ISO 3166-1 alpha-2, upper case; empty for all. */
  readonly countries: readonly string[]
  readonly near: Position | null
  readonly languages: readonly string[]
  readonly limit: number
}

export type LiveFault =
  /** The caller's time is over; the fetch goes on. */
  | 'timeout'
  /** No endpoint answers. */
  | 'unavailable'
  /** An endpoint gave an unusable answer. */
  | 'broken'
  /** The day's budget, or the caller's share of it, is spent. */
  | 'exhausted'
  /** Too many calls wait. */
  | 'crowded'
  /** More than is fetched for one call. */
  | 'too large'

export class LiveMapFailed extends Error {
  override readonly name = 'LiveMapFailed'
  readonly fault: LiveFault
  readonly retryAfterSeconds: number

  constructor(fault: LiveFault, message: string, retryAfterSeconds: number, options?: ErrorOptions) {
    super(message, options)
    this.fault = fault
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** What the processes of one installation share: who asks what, how much was asked, and what the answer was. */
export interface LiveCoordination {
  /** Takes the lease, unless another owner holds it; `untilMs` is when it ends by itself. */
  takeLease(name: string, owner: string, nowMs: number, untilMs: number): Promise<boolean>
  endLease(name: string, owner: string): Promise<void>
  /** The next moment at which a request may be sent, `intervalMs` after the one before; it is taken with the answer. */
  nextMoment(name: string, nowMs: number, intervalMs: number): Promise<number>
  /**
   * Joins the line, or keeps the place there until `untilMs`. Whichever of the askers was served longest ago goes first, then who came first.
   * The asker whose turn it is; null while another place goes first.
   */
  standInLine(line: string, place: PlaceInLine, nowMs: number, untilMs: number): Promise<string | null>
  noteServed(line: string, asker: string, nowMs: number): Promise<void>
  /** Leaves every line. */
  leaveLines(owner: string): Promise<void>
  /** Counts a request of the day and its bytes; what the day has come to. */
  count(day: string, requests: number, bytes: number): Promise<DayTotal>
  /** What the map said, and when; null where it was never asked. */
  remembered(key: string): Promise<{ readonly outcome: string; readonly atMs: number } | null>
  remember(key: string, outcome: string, atMs: number): Promise<void>
  /** Deletes what has no effect any more: see `LiveSweep`. */
  sweep(before: LiveSweep): Promise<void>
}

export interface PlaceInLine {
  readonly owner: string
  /** Who waits for it: accounts, and callers without a key as one. */
  readonly askers: readonly string[]
  readonly sinceMs: number
}

/** Everything older than these moments. */
export interface LiveSweep {
  /** Leases, moments and places in lines that were over by then, and who was served before. */
  readonly endedMs: number
  /** `2026-01-31`: days before it. */
  readonly day: string
  readonly answersMs: number
  /** For answers whose key begins like one of `LASTING`. */
  readonly lastingMs: number
}

/** Beginnings of the keys of answers. */
export const SHRUNK = 'shrunk '
export const CHILDREN = 'children '
export const CONTAINING = 'containing '
/** Answers that are compared with a much later one, and lists that are served until there is a new one. */
export const LASTING = [SHRUNK, CHILDREN, CONTAINING] as const

export interface DayTotal {
  readonly requests: number
  readonly bytes: number
}
