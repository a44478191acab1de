/**
 * The catalog of a node that follows a published one: a finished file, which another one replaces while calls run. A call keeps the version
 * that it began with, to its end and in everything that it starts.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { BoundaryStore, PointCandidate } from '../../../domain/catalog/ports.ts'
import type { BBox, Position } from '../../../domain/geometry/rings.ts'
import type { CatalogVersion, PinCatalog } from '../../../platform/publishing/ports.ts'
import { closeAll } from '../../../util/close-all.ts'
import { sha256 } from '../../../util/sha256.ts'
import { openSqliteReadOnly } from '../sqlite.ts'
import { SqlBoundaryStore } from './boundary-store.ts'
import { CATALOG_OPTIONS } from './files.ts'
import { CATALOG } from './migrations.ts'
import type { CatalogDatabase, CatalogTables } from './schema.ts'

export interface ServedCatalog {
  /** Reads the version that the call began with; outside of any pin, the current one. */
  readonly store: BoundaryStore
  readonly served: () => CatalogVersion | null
  /** Serves a file from now on. The one before is closed when its last call ends. */
  readonly swap: (path: string, version: CatalogVersion & { readonly store: string }) => Promise<void>
  readonly pin: PinCatalog
  readonly close: () => Promise<void>
}

interface Generation {
  readonly served: CatalogVersion | null
  readonly store: BoundaryStore
  readonly close: () => Promise<void>
  calls: number
  isClosed: boolean
}

/** @param own what is served until there is a version: the catalog of this machine, which closes elsewhere */
export const createServedCatalog = (own: BoundaryStore): ServedCatalog => {
  const pinned = new AsyncLocalStorage<Generation>()
  let current: Generation = { served: null, store: own, close: async () => {}, calls: 0, isClosed: false }
  const open = new Set<Generation>([current])

  /** Work that outlives its call goes on with the current version. */
  const used = (): Generation => {
    const generation = pinned.getStore()
    return generation === undefined || generation.isClosed ? current : generation
  }
  const closeUnused = async (generation: Generation): Promise<void> => {
    if (generation === current || generation.calls > 0 || generation.isClosed) return
    generation.isClosed = true
    open.delete(generation)
    await generation.close()
  }

  return {
    store: delegating(() => used().store, own),
    served: () => current.served,
    swap: async (path, { version, publishedAt, store }) => {
      const opened = await openVersion(path, { version, publishedAt }, store)
      const before = current
      current = opened
      open.add(opened)
      await closeUnused(before)
    },
    pin: () => {
      const generation = current
      generation.calls++
      let isReleased = false
      return {
        served: generation.served,
        run: (work) => pinned.run(generation, work),
        release: () => {
          if (isReleased) return
          isReleased = true
          generation.calls--
          void closeUnused(generation)
        },
      }
    },
    close: () => closeAll([...open].map((generation) => generation.close)),
  }
}

/** The methods of the store of the moment. Identity and catching up are those of this machine. */
const delegating = (storeNow: () => BoundaryStore, own: BoundaryStore): BoundaryStore => {
  const methods = new Map<PropertyKey, unknown>([['identity', () => own.identity()]])
  return new Proxy(own, {
    get: (_, name) => {
      const known = methods.get(name)
      if (known !== undefined) return known
      if (typeof Reflect.get(own, name, own) !== 'function') return Reflect.get(own, name, own)
      const method = (...args: readonly unknown[]): unknown => {
        const store = storeNow()
        return Reflect.apply(Reflect.get(store, name, store) as () => unknown, store, args)
      }
      methods.set(name, method)
      return method
    },
  })
}

const openVersion = async (path: string, served: CatalogVersion, identity: string): Promise<Generation> => {
  const db = await openSqliteReadOnly<CatalogTables>(path, CATALOG, CATALOG_OPTIONS)
  const finished: CatalogDatabase = { ...db, maintain: async () => {}, create: async () => {} }
  const store = new FinishedStore(finished, served.version, identity)
  return { served, store, close: db.close, calls: 0, isClosed: false }
}

/** One version, which never changes. */
class FinishedStore extends SqlBoundaryStore {
  readonly #version: string
  readonly #revisions: number

  constructor(db: CatalogDatabase, version: string, identity: string) {
    super(db, 'extract')
    this.#version = `published.${version}`
    this.#revisions = firstRevisionOf(identity)
  }

  override version(): string {
    return this.#version
  }

  override async candidates(point: Position, most?: number): Promise<readonly PointCandidate[]> {
    return (await super.candidates(point, most)).map(this.#renumbered)
  }

  override async candidatesIn(box: BBox, most?: number): Promise<readonly PointCandidate[]> {
    return (await super.candidatesIn(box, most)).map(this.#renumbered)
  }

  readonly #renumbered = ({ id, revision }: PointCandidate): PointCandidate => ({
    id,
    revision: this.#revisions + revision,
  })
}

/**
 * Catalogs of two machines, or of one before and after a restore, number their boundaries alike. Caches of polygons are by id and
 * revision, so each catalog has a range of revisions of its own.
 */
const firstRevisionOf = (identity: string): number =>
  Number.parseInt(sha256(identity).slice(0, RANGE_DIGITS), 16) * RANGE

const RANGE_DIGITS = 5
const RANGE = 2 ** 32
