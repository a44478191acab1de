/**
 * Ports of the live map: requests, answers, and the agreements by which the processes of an installation together respect
 * its limits.
 */
import type { WorkOwner } from '../../util/work-owner.ts'
import type { BoundaryRecord } from '../boundary/boundary.ts'
import type { BoundaryId, BoundaryReference } from '../boundary/id.ts'
import type { Kind } from '../boundary/kind.ts'
import type { Position } from '../geometry/rings.ts'

/** `absent` and `deleted` are answers of the live map; a failure is neither. */
export type FetchOutcome = 'fetched' | 'absent' | 'deleted'

/** Without an owner the service asks. @throws LiveMapFailed if the live map did not answer in time, or its answer cannot be trusted */
export interface LiveMap {
  /** Fetches the boundary, unless it was recently fetched or found absent. */
  fetch(reference: BoundaryReference, owner?: WorkOwner): Promise<FetchOutcome>
  /** Fetches the subdivisions of the level, or, for null, of the next level below the parent that has any. */
  fetchChildren(parent: BoundaryRecord, adminLevel: number | null, owner?: WorkOwner): Promise<void>
  /** Fetches all boundaries that contain the point. */
  fetchContaining(point: Position, owner?: WorkOwner): Promise<void>
  /** Searches the live map for the text and fetches the results; returns the ids of the boundaries, the best first. */
  fetchFound(question: LiveQuestion, owner?: WorkOwner): Promise<readonly BoundaryId[]>
}

export interface LiveQuestion {
  readonly text: string
  /** Kind of the place; null if the caller does not state it. */
  readonly kind: Kind | null
  /** ISO 3166-1 alpha-2, upper case; empty for all. */
  readonly countries: readonly string[]
  readonly near: Position | null
  readonly languages: readonly string[]
  readonly limit: number
}

export type LiveFault =
  /** The caller's time is up; the fetch continues. */
  | 'timeout'
  /** No server answers. */
  | 'unavailable'
  /** No server can be connected to, and none has answered this process before. */
  | 'unreachable'
  /** A server returned an unusable answer. */
  | 'broken'
  /** The day budget, or the caller's share of it, is spent. */
  | 'exhausted'
  /** Too many calls are waiting. */
  | 'crowded'
  /** Exceeds the limit of one call. */
  | 'too large'
  /** The map has the boundary, but no polygon of it can be used here; the message says why, and may be shown to callers. */
  | 'no polygon'

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

/**
 * State shared by the processes of one installation: leases, request counts, and remembered answers. Leases, places and moments that are
 * `MAX_AHEAD_MS` later than what is asked for now have no effect.
 */
export interface LiveCoordination {
  /** Takes the lease, unless another owner holds it; it expires at `untilMs`. */
  takeLease(name: string, owner: string, nowMs: number, untilMs: number): Promise<boolean>
  endLease(name: string, owner: string): Promise<void>
  /** Reserves and returns the next moment at which a request may be sent, `intervalMs` after the previous one. */
  nextMoment(name: string, nowMs: number, intervalMs: number): Promise<number>
  /**
   * Joins the line, or keeps the place there until `untilMs`. The asker that was served longest ago goes first; among
   * equals, the one that came first. Returns the asker whose turn it is; null while another place goes first.
   */
  standInLine(line: string, place: PlaceInLine, nowMs: number, untilMs: number): Promise<string | null>
  noteServed(line: string, asker: string, nowMs: number): Promise<void>
  /** Leaves every line. */
  leaveLines(owner: string): Promise<void>
  /** Counts a request and its bytes; returns the totals of the day. */
  count(day: string, requests: number, bytes: number): Promise<DayTotal>
  /** Returns the last answer of the live map and its time; null if it was never asked. */
  remembered(key: string): Promise<{ readonly outcome: string; readonly atMs: number } | null>
  remember(key: string, outcome: string, atMs: number): Promise<void>
  /** Deletes records that no longer have an effect: see `LiveSweep`. */
  sweep(before: LiveSweep): Promise<void>
}

export interface PlaceInLine {
  readonly owner: string
  /** Those who wait for it: accounts, and all callers without a key as one. */
  readonly askers: readonly string[]
  readonly sinceMs: number
}

/** Everything older than these moments is deleted. */
export interface LiveSweep {
  /** For leases, moments and places in lines that had ended by then, and records of who was served. */
  readonly endedMs: number
  /** For day totals, as a date: `2026-01-31`. */
  readonly day: string
  readonly answersMs: number
  /** For answers whose key begins with one of `LASTING`. */
  readonly lastingMs: number
}

/** Clocks of processes differ less: such a time was written before the clock was set back, and nobody must wait until it comes again. */
export const MAX_AHEAD_MS = 60_000

/** Prefixes of the keys of answers. */
export const SHRUNK = 'shrunk '
export const CHILDREN = 'children '
export const CONTAINING = 'containing '
/** Answers that are compared with a much later one, and lists that are served until there is a new one. */
export const LASTING = [SHRUNK, CHILDREN, CONTAINING] as const

export interface DayTotal {
  readonly requests: number
  readonly bytes: number
}
