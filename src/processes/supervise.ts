/**
 * Keeps a number of processes serving: replaces one that crashes or hangs, replaces all one by one on request, and stops them. It opens no
 * store and answers no call.
 */
import type { Clock } from '../util/clock.ts'
import type { Log } from '../util/log.ts'
import { createMember, type Member, type Serving, type StartedProcess } from './member.ts'
import { createRestartDelay, type RestartDelay } from './restart-delay.ts'

export interface SuperviseOptions {
  readonly count: number
  readonly start: () => StartedProcess
  /** Called for each process that was started. */
  readonly onStart?: (member: Member) => void
  /** Called for each process that has ended; `isCrash` if another one replaces it for that. */
  readonly onLeave?: (member: Member, isCrash: boolean) => void
  readonly clock: Clock
  readonly log: Log
}

export interface Supervisor {
  /** Replaces each process by a new one, which serves before the old one stops. Resolves with their number when all old ones have ended. */
  readonly reload: () => Promise<number>
  /** Stops all processes. With `notice`, they accept new connections for a second more. */
  readonly stop: (how: { readonly notice: boolean }) => Promise<void>
}

const CHECK_EVERY_MS = 1_000
/** Work of more than a millisecond runs in threads, so an event loop that stands still for this long does not go on. */
const HUNG_MS = 10_000
/** A process that takes longer to start does not start. The first one is waited for: it migrates databases. */
const MAX_START_MS = 120_000
/** Longer than a process takes to stop by itself. */
const MAX_STOP_MS = 11_500

/** A place for one process, and for its replacements. */
interface Place {
  member: Member
  readonly delay: RestartDelay
  restart: NodeJS.Timeout | null
}

/**
 * Resolves when all processes serve, with where they do.
 *
 * @throws Error if the first one ends before it serves; it has said why
 */
export const supervise = async (
  options: SuperviseOptions,
  signal: AbortSignal,
): Promise<Supervisor & { readonly serving: Serving }> => {
  const { count, clock, log } = options
  const places: Place[] = []
  const members = new Set<Member>()
  /** What dead processes held, until a living one has freed it. */
  const orphans = new Set<string>()
  let choreDoer: Member | null = null
  let isStopping = false
  let reloading: Promise<unknown> = Promise.resolve()

  const started = (): Member => {
    const member = createMember(options.start(), clock)
    members.add(member)
    options.onStart?.(member)
    void member.served.then(careForShared)
    void member.ended.then((reason) => leave(member, reason))
    return member
  }

  const leave = (member: Member, reason: string): void => {
    members.delete(member)
    const owner = member.serving()?.owner
    if (owner !== undefined) orphans.add(owner)
    if (choreDoer === member) choreDoer = null
    const place = isStopping ? undefined : places.find((each) => each.member === member)
    options.onLeave?.(member, place !== undefined)
    careForShared()
    if (place === undefined) return
    const waitMs = place.delay.afterCrash(member.servedMs())
    log.error({ pid: member.pid, reason, waitMs }, 'a process has ended; another one replaces it')
    place.restart = setTimeout(async () => {
      place.restart = null
      const fresh = started()
      place.member = fresh
      if ((await fresh.served) !== null) log.info({ pid: fresh.pid }, 'a new process serves')
    }, waitMs)
  }

  /** What one living process does for all: the chores, and to free what dead ones held. */
  const careForShared = (): void => {
    const living = places
      .map(({ member }) => member)
      .find((member) => members.has(member) && member.serving())
    if (living === undefined || isStopping) return
    if (choreDoer === null) {
      choreDoer = living
      living.channel.send('do chores')
    }
    for (const owner of orphans) {
      orphans.delete(owner)
      living.channel.ask('end lease', owner).catch((error) => {
        orphans.add(owner)
        if (members.has(living))
          log.warn({ error }, 'freeing what a dead process held failed; it is freed when its lease ends')
      })
    }
  }

  let lookedMs = clock.elapsedMs()
  const watch = setInterval(() => {
    const nowMs = clock.elapsedMs()
    const wasStill = nowMs - lookedMs > 2 * CHECK_EVERY_MS
    lookedMs = nowMs
    for (const member of members) {
      if (wasStill) member.excuse()
      if (member.silentMs() < HUNG_MS) continue
      log.error({ pid: member.pid, seconds: HUNG_MS / 1000 }, 'a process does not react; killing it')
      member.kill()
    }
  }, CHECK_EVERY_MS)

  const ends = async (member: Member): Promise<void> => {
    const impatient = setTimeout(member.kill, MAX_STOP_MS)
    await member.ended
    clearTimeout(impatient)
  }

  const replace = async (place: Place): Promise<Member> => {
    const fresh = started()
    const impatient = setTimeout(fresh.kill, MAX_START_MS)
    const serving = await fresh.served
    clearTimeout(impatient)
    if (serving === null)
      throw new Error(
        `The new process ended before it served (${await fresh.ended}). If nobody killed it, the log says why. The processes that run go on.`,
      )
    if (place.restart !== null) clearTimeout(place.restart)
    const old = place.member
    place.restart = null
    place.member = fresh
    if (old.serving() === null) old.kill()
    else old.channel.send('retire')
    return old
  }

  const reload = async (): Promise<number> => {
    log.info({ processes: places.length }, 'replacing the processes')
    const ending: Promise<void>[] = []
    for (const place of places) {
      if (isStopping) throw new Error('The service is stopping.')
      ending.push(ends(await replace(place)))
    }
    await Promise.all(ending)
    log.info({ processes: places.length }, 'all processes are replaced')
    return places.length
  }

  const stop = async (how: { readonly notice: boolean }): Promise<void> => {
    isStopping = true
    clearInterval(watch)
    for (const { restart } of places) if (restart !== null) clearTimeout(restart)
    for (const { channel } of members) channel.send('stop', how)
    await Promise.all([...members].map(ends))
  }

  const first = started()
  const stopEarly = () => void stop({ notice: false })
  signal.addEventListener('abort', stopEarly, { once: true })
  const serving = await first.served
  if (serving === null) {
    clearInterval(watch)
    throw new Error('No process could be started; the message above says why.')
  }
  places.push({ member: first, delay: createRestartDelay(), restart: null })
  while (places.length < count && !isStopping)
    places.push({ member: started(), delay: createRestartDelay(), restart: null })
  await Promise.all(places.map(({ member }) => member.served))
  signal.removeEventListener('abort', stopEarly)
  careForShared()
  return {
    serving,
    reload: () => {
      const done = reloading.then(reload)
      reloading = done.catch(() => {})
      return done
    },
    stop,
  }
}
