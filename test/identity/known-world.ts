/** The bundled atlas below empty stores of imports and of fetched boundaries, and the answers that a forgery might change. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BoundaryRecord } from '../../src/domain/boundary/boundary.ts'
import {
  type BoundaryId,
  type BoundaryReference,
  parseBoundaryReference,
} from '../../src/domain/boundary/id.ts'
import { type Catalog, createCatalog } from '../../src/domain/catalog/catalog.ts'
import type { LayerSource } from '../../src/domain/catalog/layers.ts'
import type { BoundarySource, BoundaryStore } from '../../src/domain/catalog/ports.ts'
import type { Gazetteer } from '../../src/domain/gazetteer/ports.ts'
import type { Position } from '../../src/domain/geometry/rings.ts'
import { openBundledAtlas } from '../../src/sources/atlas/bundled-atlas.ts'
import { openBundledGazetteer } from '../../src/sources/gazetteer/bundled-gazetteer.ts'
import { type OpenLandMask, openLand } from '../../src/sources/land/open-land.ts'
import { openSqliteFiles } from '../../src/storage/sql/open-storage.ts'
import { DISPUTES } from '../support/area-world.ts'
import { NAME_WORDS } from '../support/name-words.ts'

const DATA = fileURLToPath(new URL('../../data', import.meta.url))

export interface KnownWorldOfTest {
  readonly directory: string
  readonly imports: BoundaryStore
  readonly fetched: BoundaryStore
  readonly atlas: BoundarySource
  readonly sources: readonly LayerSource[]
  readonly land: OpenLandMask
  readonly gazetteer: Gazetteer
  readonly catalog: Catalog
  readonly close: () => Promise<void>
}

export const openKnownWorld = async (): Promise<KnownWorldOfTest> => {
  const directory = await mkdtemp(join(tmpdir(), 'metes-identity-'))
  const storage = await openSqliteFiles(directory)
  const fetched = await storage.openFetched()
  const atlas = await openBundledAtlas(`${DATA}/atlas`, directory)
  const gazetteer = await openBundledGazetteer(`${DATA}/gazetteer`, directory)
  const land = openLand({ packedIn: `${DATA}/land`, dataDirectory: directory, file: null })
  const sources = [storage.boundaries, fetched, atlas.source]
  return {
    directory,
    imports: storage.boundaries,
    fetched,
    atlas: atlas.source,
    sources,
    land,
    gazetteer,
    catalog: createCatalog({
      sources,
      polygonBytes: 1 << 26,
      disputes: DISPUTES,
      lexicon: async () => ({ words: NAME_WORDS, towns: gazetteer }),
      hasLiveMap: true,
    }),
    close: async () => {
      await land.close()
      await atlas.close()
      await storage.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

export interface Questions {
  readonly ids: readonly string[]
  readonly names: readonly string[]
  readonly points: readonly Position[]
}

/** Answers as texts, for comparison. */
export interface Answers {
  readonly byId: ReadonlyMap<string, string>
  readonly byName: ReadonlyMap<string, readonly string[]>
  readonly atPoint: ReadonlyMap<string, readonly string[]>
  /** Of the boundaries with these ids. Where units are known, nothing is listed beside them. */
  readonly children: ReadonlyMap<string, readonly string[]>
}

/** @param ignored ids to leave out of lists: objects that are listed beside the known ones */
export const answersTo = async (
  catalog: Catalog,
  { ids, names, points }: Questions,
  ignored: ReadonlySet<string> = new Set(),
): Promise<Answers> => {
  const isKnown = ({ id }: { readonly id: BoundaryId }): boolean => !ignored.has(id)
  const byId = new Map<string, string>()
  const children = new Map<string, readonly string[]>()
  for (const id of ids) {
    const answer = await catalog.find(parseBoundaryReference(id) as BoundaryReference)
    byId.set(id, answer.found ? textOf(answer.record) : 'not found')
    if (!answer.found) continue
    const below = await catalog.children(answer.record, null)
    children.set(
      id,
      below.children.map((child) => child.id),
    )
  }
  const byName = new Map<string, readonly string[]>()
  for (const text of names) {
    const found = await searchFor(catalog, text)
    const known = found.filter(({ record }) => isKnown(record))
    byName.set(
      text,
      known.slice(0, 5).map(({ record, match }) => `${textOf(record)} ${match}`),
    )
  }
  const atPoint = new Map<string, readonly string[]>()
  for (const point of points)
    atPoint.set(point.join(), (await catalog.reverse(point)).filter(isKnown).map(textOf))
  return { byId, byName, atPoint, children }
}

/** What tells one state of a boundary from another. */
const textOf = ({
  id,
  name,
  origin,
  kind,
  adminLevel,
  country,
  iso,
  wikidata,
  areaKm2,
  parents,
}: BoundaryRecord): string =>
  [
    id,
    name,
    origin,
    kind,
    adminLevel,
    country,
    iso,
    wikidata,
    Math.round(areaKm2 * 1000),
    parents.map((parent) => parent.id).join(' '),
  ].join(' · ')

/** Without any filter. */
export const searchFor = (catalog: Pick<Catalog, 'search'>, text: string) =>
  catalog.search({ text, countries: [], kind: null, adminLevel: null, near: null, limit: 10 })
