/**
 * Fetches a boundary and its subdivisions before a call needs them: one level after the other, one request at a time. The
 * live map remembers fetched lists, so that a repeated run requests only missing ones.
 */
import type { BoundaryRecord, BoundarySummary } from '../boundary/boundary.ts'
import { type BoundaryId, type BoundaryReference, canonicalId } from '../boundary/id.ts'
import type { BoundarySource } from '../catalog/ports.ts'
import { type DayTotal, type LiveFault, type LiveMap, LiveMapFailed } from './ports.ts'

export interface PrefetchOptions {
  readonly reference: BoundaryReference
  /** Levels of subdivisions below the boundary; 0 for the boundary alone. */
  readonly levels: number
  readonly live: LiveMap
  /** The store that the live map fills. */
  readonly fetched: Pick<BoundarySource, 'find' | 'records' | 'nextLevel' | 'children'>
  /** Remaining requests and bytes of the day budget. */
  readonly budgetLeft: () => Promise<DayTotal>
  readonly onProgress: (progress: PrefetchProgress) => void
  readonly sleep: (durationMs: number, signal: AbortSignal) => Promise<void>
  readonly signal: AbortSignal
}

export interface PrefetchProgress {
  /** 0 while the boundary itself is fetched, 1 while its direct subdivisions are, and so on. */
  readonly level: number
  readonly boundaries: number
  /** Boundaries of the level above whose subdivisions were fetched, and their total number. */
  readonly parentsDone: number
  readonly parents: number
  readonly left: DayTotal
}

export interface PrefetchReport {
  readonly outcome: 'complete' | 'incomplete' | 'stopped' | 'absent' | 'deleted'
  /** Null if the boundary is not on the live map, or the live map did not answer. */
  readonly root: { readonly id: BoundaryId; readonly name: string } | null
  /** The boundary and its subdivisions by administrative level, in the order of fetching. */
  readonly levels: readonly { readonly adminLevel: number | null; readonly boundaries: number }[]
  /** Boundaries whose subdivisions could not be fetched, with the reason. */
  readonly failed: readonly { readonly id: BoundaryId; readonly name: string; readonly reason: string }[]
  /** Reason for stopping early, and the time until it can continue; null if it finished. */
  readonly stop: {
    readonly fault: LiveFault
    readonly reason: string
    readonly retryAfterSeconds: number
  } | null
  readonly left: DayTotal
}

/** The report with the boundaries that were found but have no usable polygon, and the reasons. */
export interface PrefetchSummary extends PrefetchReport {
  readonly skipped: readonly { readonly id: BoundaryId; readonly reason: string }[]
}

/** The deepest administrative level. */
const FINEST_LEVEL = 11
const MAX_ATTEMPTS = 3
/** Servers ask for longer pauses only if something is wrong, which the operator should learn. */
const MAX_REST_SECONDS = 120

export const prefetch = async (options: PrefetchOptions): Promise<PrefetchReport> => {
  const { reference, live, fetched, signal } = options
  const levels: { readonly adminLevel: number | null; boundaries: number }[] = []
  const failed: { readonly id: BoundaryId; readonly name: string; readonly reason: string }[] = []
  let root: PrefetchReport['root'] = null

  const report = async (
    outcome: PrefetchReport['outcome'],
    stop: PrefetchReport['stop'] = null,
  ): Promise<PrefetchReport> => ({ outcome, root, levels, failed, stop, left: await options.budgetLeft() })

  const progressed = async (level: number, parentsDone: number, parents: number): Promise<void> => {
    const boundaries = levels.reduce((sum, each) => sum + each.boundaries, 0)
    options.onProgress({ level, boundaries, parentsDone, parents, left: await options.budgetLeft() })
  }

  try {
    await progressed(0, 0, 1)
    const outcome = await patiently(() => live.fetch(reference), options)
    if (outcome !== 'fetched') return await report(outcome)
    const [record] = await fetched.find(reference)
    if (record === undefined) throw new Error(`${canonicalId(reference)} was fetched, but is not stored.`)
    root = { id: record.id, name: record.name }
    levels.push({ adminLevel: record.adminLevel, boundaries: 1 })

    const seen = new Set<BoundaryId>([record.id])
    let parents: readonly BoundaryRecord[] = [record]
    for (let level = 1; level <= options.levels && parents.length > 0; level++) {
      const found: BoundarySummary[] = []
      for (const [done, parent] of parents.entries()) {
        signal.throwIfAborted()
        await progressed(level, done, parents.length)
        try {
          await patiently(() => live.fetchChildren(parent, null), options)
        } catch (error) {
          // An unusable answer concerns this boundary; any other failure concerns all of them.
          if (!(error instanceof LiveMapFailed) || !CONCERNS_ONE.has(error.fault)) throw error
          failed.push({ id: parent.id, name: parent.name, reason: error.message })
          continue
        }
        for (const child of await nextChildren(fetched, parent)) {
          if (seen.has(child.id)) continue
          seen.add(child.id)
          found.push(child)
          progressCount(levels, child)
        }
      }
      parents = await fetched.records(found.map(({ id }) => id))
    }
    return await report(failed.length === 0 ? 'complete' : 'incomplete')
  } catch (error) {
    if (!(error instanceof LiveMapFailed)) throw error
    const { fault, message, retryAfterSeconds } = error
    return report('stopped', { fault, reason: message, retryAfterSeconds })
  }
}

const CONCERNS_ONE: ReadonlySet<string> = new Set(['broken', 'timeout', 'no polygon'])
/** A pause of minutes changes nothing. */
const FINAL: ReadonlySet<string> = new Set(['exhausted', 'unreachable'])

const progressCount = (
  levels: { readonly adminLevel: number | null; boundaries: number }[],
  { adminLevel }: BoundarySummary,
): void => {
  const line = levels.find((each) => each.adminLevel === adminLevel)
  if (line === undefined) levels.push({ adminLevel, boundaries: 1 })
  else line.boundaries++
}

const nextChildren = async (
  fetched: PrefetchOptions['fetched'],
  { id, adminLevel }: BoundaryRecord,
): Promise<readonly BoundarySummary[]> => {
  if (adminLevel === null || adminLevel >= FINEST_LEVEL) return []
  const next = await fetched.nextLevel([id], adminLevel)
  return next === null ? [] : fetched.children([id], next)
}

/** Retries after the pause that the failure states, unless that is of no use. */
const patiently = async <T>(
  work: () => Promise<T>,
  { sleep, signal }: Pick<PrefetchOptions, 'sleep' | 'signal'>,
): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const canRetry =
        error instanceof LiveMapFailed &&
        !FINAL.has(error.fault) &&
        error.retryAfterSeconds <= MAX_REST_SECONDS &&
        attempt < MAX_ATTEMPTS
      if (!canRetry) throw error
      await sleep(error.retryAfterSeconds * 1000, signal)
    }
  }
}
