/** One publisher at a time: see the protocol in `platform/publishing/ports.ts`. */
import { hostname } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { LOCK_STALE_MS, PublishError } from '../../platform/publishing/ports.ts'
import { type Clock, rfc3339 } from '../../util/clock.ts'
import { randomId, systemRandom } from '../../util/random.ts'
import { LOCK, type PublishedPlace, type StoredObject } from './place.ts'

export interface LockTimes {
  readonly renewMs: number
  readonly staleMs: number
}

export const LOCK_TIMES: LockTimes = { renewMs: 4_000, staleMs: LOCK_STALE_MS }

const MAX_LOCK_BYTES = 10_000

const OWNER = z.object({ id: z.string(), by: z.string(), since: z.string(), renewed_at: z.string() })
type Owner = z.infer<typeof OWNER>

interface Locking {
  readonly clock: Clock
  readonly times?: LockTimes
  readonly signal?: AbortSignal | undefined
}

/**
 * Runs the work as the only publisher. `requireLock` rejects once another has taken it.
 *
 * @throws PublishError that says who publishes, or that the place knows no conditional writes
 */
export const asOnlyPublisher = async <T>(
  place: PublishedPlace,
  { clock, times = LOCK_TIMES, signal }: Locking,
  work: (requireLock: () => void) => Promise<T>,
): Promise<T> => {
  const owner = { id: randomId(systemRandom, 12), by: nameOfThis(), since: rfc3339(clock.now()) }
  const write = (tag: string | null): Promise<string | null> =>
    place.writeIf(
      LOCK,
      Buffer.from(JSON.stringify({ ...owner, renewed_at: rfc3339(clock.now()), nonce: clock.elapsedMs() })),
      tag,
    )

  let tag = await write(null)
  if (tag === null) tag = await write(await staleTag(place, clock, times, signal))
  if (tag === null) throw await refusal(place)
  await requireConditions(place)

  let isLost = false
  let renewedMs = clock.elapsedMs()
  const stopped = new AbortController()
  const renewing = (async () => {
    for (;;) {
      await delay(times.renewMs, undefined, { signal: stopped.signal })
      const startedMs = clock.elapsedMs()
      // A place that is away for a moment is asked again.
      const renewed: string | null | undefined = await write(tag).catch(() => undefined)
      if (renewed === undefined) continue
      isLost = renewed === null
      if (isLost) return
      tag = renewed
      renewedMs = startedMs
    }
  })().catch(() => {})
  /** Also after a pause in which another one may have taken it: the condition of the manifest does not protect parts from being deleted. */
  const requireLock = (): void => {
    if (isLost || clock.elapsedMs() - renewedMs > times.staleMs)
      throw new PublishError(
        'This publisher did not reach the place for a while, so another one may have begun. Publish again.',
      )
  }
  try {
    return await work(requireLock)
  } finally {
    stopped.abort()
    // A renewal on its way would bring the lock back.
    await Promise.race([renewing, delay(times.staleMs, undefined, { ref: false })])
    if (!isLost) await removeOwn(place, owner.id).catch(() => {})
  }
}

/** A lock that stays is replaced once it is stale. */
const removeOwn = async (place: PublishedPlace, id: string): Promise<void> => {
  const found = await readLock(place)
  if (found !== null && ownerIn(found)?.id === id) await place.remove(LOCK)
}

/** Returns the tag of a lock whose owner is dead. @throws PublishError if the owner is alive */
const staleTag = async (
  place: PublishedPlace,
  clock: Clock,
  { renewMs, staleMs }: LockTimes,
  signal: AbortSignal | undefined,
): Promise<string | null> => {
  const first = await readLock(place)
  if (first === null) return null
  const owner = ownerIn(first)
  const ageMs = Math.abs(clock.now() - Date.parse(owner?.renewed_at ?? ''))
  // A fresh lock is alive. An old one may only be that of a clock that differs: it is watched.
  if (ageMs < staleMs) throw refusalOf(owner)
  const untilMs = clock.elapsedMs() + staleMs
  while (clock.elapsedMs() < untilMs) {
    await delay(Math.min(renewMs, staleMs), undefined, { signal })
    const now = await readLock(place)
    if (now === null) return null
    if (now.tag !== first.tag) throw refusalOf(ownerIn(now))
  }
  return first.tag
}

const readLock = async (place: PublishedPlace): Promise<StoredObject | null> =>
  (await place.read(LOCK, { maxBytes: MAX_LOCK_BYTES })) as StoredObject | null

const ownerIn = ({ bytes }: StoredObject): Owner | null => {
  try {
    return OWNER.parse(JSON.parse(new TextDecoder().decode(bytes)))
  } catch {
    return null
  }
}

const refusal = async (place: PublishedPlace): Promise<PublishError> => {
  const found = await readLock(place)
  return refusalOf(found === null ? null : ownerIn(found))
}

const refusalOf = (owner: Owner | null): PublishError =>
  new PublishError(
    owner === null
      ? 'Another publisher was quicker. Publish again.'
      : `${owner.by} publishes at the moment, since ${owner.since}. Wait until it has finished, then publish again.`,
  )

/** A place that ignores conditions would let two publishers write at once. */
const requireConditions = async (place: PublishedPlace): Promise<void> => {
  const other = Buffer.from('{}')
  if ((await place.writeIf(LOCK, other, null)) === null) return
  await place.remove(LOCK)
  throw new PublishError(
    `${place.name} ignores conditional writes (If-None-Match of PUT), so two publishers could overwrite each other. Use a storage that knows them, such as Amazon S3, Cloudflare R2, or a current MinIO or Ceph.`,
  )
}

const nameOfThis = (): string => `Process ${process.pid} on ${hostname()}`
