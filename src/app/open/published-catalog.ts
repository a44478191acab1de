/** Opens the published catalog, if the settings name one: one process of a machine follows it, and each serves what that one has fetched. */
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config/read-config.ts'
import type { BoundaryStore } from '../../domain/catalog/ports.ts'
import {
  ageOf,
  type CatalogFault,
  FAULT_TEXTS,
  type FaultKind,
  inOneVersion,
  LOOK_EVERY_MS,
  type PinCatalog,
  type ServedCatalog,
} from '../../platform/publishing/ports.ts'
import { UnreadyError } from '../../platform/readiness.ts'
import type { Follower } from '../../storage/published/follow.ts'
import {
  NOTHING_SERVED,
  readServedState,
  SERVED_FOLDER,
  SERVED_STATE,
  type ServedState,
} from '../../storage/published/served-state.ts'
import { createServedCatalog } from '../../storage/sql/catalog/served-catalog.ts'
import { type Clock, systemClock } from '../../util/clock.ts'
import type { Figure } from '../../util/figure.ts'
import { lazily } from '../../util/lazily.ts'
import type { Log } from '../../util/log.ts'
import { unlessMissing } from '../../util/unless-missing.ts'
import type { Chore, Part } from './parts.ts'

/** Time after which a process serves what another one of the machine has fetched. */
const TAKE_EVERY_MS = 1_000

export interface PublishedCatalogParts extends Part {
  /** The served catalog: the published one, or that of this machine. */
  readonly boundaries: BoundaryStore
  /** Null without a published catalog. */
  readonly published: {
    readonly served: () => ServedCatalog
    readonly pin: PinCatalog
    /** Rejects while the node has no version. */
    readonly check: () => Promise<void>
    /** The chore reads one version in everything that it does. */
    readonly pinned: (chore: Chore) => Chore
  } | null
}

export const openPublishedCatalog = async (
  config: Config,
  own: BoundaryStore,
  log: Log,
): Promise<PublishedCatalogParts> => {
  if (config.publishedCatalog === null)
    return { boundaries: own, published: null, figures: figuresOf(() => null) }
  const clock = systemClock
  const folder = join(config.dataDir, SERVED_FOLDER)
  const catalog = createServedCatalog(own)
  let state: ServedState = NOTHING_SERVED
  let mark = ''

  /** Serves what the state of this machine says. */
  const take = async (): Promise<void> => {
    const found = await stat(join(folder, SERVED_STATE)).catch(unlessMissing)
    const now = found === null ? '' : `${found.ino} ${found.mtimeMs} ${found.size}`
    if (now === mark) return
    state = await readServedState(folder)
    const { served } = state
    if (served !== null && served.version !== catalog.served()?.version) {
      const { version, published_at: publishedAt, store, file } = served
      await catalog.swap(join(folder, file), { version, publishedAt, store })
      log.info({ version, publishedAt }, 'serving a published catalog')
    }
    mark = now
  }

  const stopped = new AbortController()
  const follower = lazily(() => openFollower(config, own))
  const look = async (): Promise<void> => {
    const { state: seen, fetchedBytes } = await (await follower.get()).look(stopped.signal)
    if (fetchedBytes > 0)
      log.info({ version: seen.served?.version, fetchedBytes }, 'fetched a published catalog')
    logChange(log, state.fault, seen.fault)
    await take()
    // On a full disk nothing could be noted.
    state = seen
  }
  let looking: Promise<void> | null = null
  const lookAlone = async (): Promise<void> => {
    // A fetch may take longer than the time between two looks.
    looking ??= look().finally(() => {
      looking = null
    })
    await looking
  }

  // A file that was lost or damaged since is fetched again.
  await take().catch(async (error) => {
    log.warn({ error }, 'the published catalog on this machine cannot be opened; it is fetched again')
    if (state.served !== null) await rm(join(folder, state.served.file), { force: true })
    state = NOTHING_SERVED
  })

  const check = async (): Promise<void> => {
    if (catalog.served() !== null) return
    throw new UnreadyError(state.fault === null ? NOT_LOOKED_YET : FAULT_TEXTS[state.fault.kind])
  }
  return {
    boundaries: catalog.store,
    published: {
      served: () => servedOf(catalog.served(), state.fault, clock),
      pin: catalog.pin,
      check,
      pinned: (chore) => ({ ...chore, run: () => inOneVersion(catalog.pin, chore.run) }),
    },
    chores: [
      { name: 'published catalog: looking for a new version', everyMs: LOOK_EVERY_MS, run: lookAlone },
      {
        name: 'published catalog: serving what was fetched',
        everyMs: TAKE_EVERY_MS,
        everyProcess: true,
        run: take,
      },
    ],
    figures: figuresOf(() => state),
    close: async () => {
      stopped.abort()
      await looking?.catch(() => {})
      await catalog.close()
    },
  }
}

const NOT_LOOKED_YET = 'The published catalog has not been fetched yet.'

const openFollower = async (config: Config, own: BoundaryStore): Promise<Follower> => {
  const [{ createFollower }, { openReadablePlace }] = await Promise.all([
    import('../../storage/published/follow.ts'),
    import('../../storage/published/open-place.ts'),
  ])
  const { url: catalogUrl, publicKeys } = config.publishedCatalog!
  const place = await openReadablePlace({ catalogUrl, s3Defaults: config.s3Defaults }, systemClock)
  const { dataDir } = config
  const takesCoasts = async () => (await own.imports()).length === 0
  return createFollower(place, { dataDir, publicKeys, clock: systemClock, takesCoasts })
}

const servedOf = (
  served: ReturnType<ReturnType<typeof createServedCatalog>['served']>,
  fault: CatalogFault | null,
  clock: Clock,
): ServedCatalog => ({
  version: served?.version ?? null,
  ageSeconds: served === null ? null : ageOf(served, clock.now()),
  fault,
})

/** Once for each change, not for each look. */
const logChange = (log: Log, before: CatalogFault | null, now: CatalogFault | null): void => {
  if (now?.kind === before?.kind) return
  if (now === null) log.info({}, 'the published catalog can be read again')
  else log.warn({ kind: now.kind, details: now.details }, 'the published catalog cannot be used')
}

/** Without samples where no catalog is followed: null. */
const figuresOf = (stateNow: () => ServedState | null): readonly Figure[] => [
  {
    name: 'metes_published_catalog_sequence',
    help: 'Sequence of the published catalog that is served.',
    kind: 'gauge',
    across: 'max',
    read: () => readingsOf(stateNow()?.served?.sequence),
  },
  {
    name: 'metes_published_catalog_timestamp_seconds',
    help: 'When the catalog that is served was published, as Unix time.',
    kind: 'gauge',
    across: 'max',
    read: () => {
      const served = stateNow()?.served ?? null
      return readingsOf(served === null ? undefined : Date.parse(served.published_at) / 1000)
    },
  },
  {
    name: 'metes_published_catalog_fault',
    help: '1 while what is published cannot be served, by the reason; the last good version is served meanwhile.',
    kind: 'gauge',
    across: 'max',
    read: () => {
      const state = stateNow()
      if (state === null) return []
      return (Object.keys(FAULT_TEXTS) as FaultKind[]).map((kind) => ({
        value: Number(kind === state.fault?.kind),
        labels: { kind },
      }))
    },
  },
]

const readingsOf = (value: number | undefined) => (value === undefined ? [] : [{ value }])
