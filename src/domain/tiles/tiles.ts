/**
 * The tiles of a catalog. Imports prepare the blocks that they change; any other block is prepared when the first of its tiles is needed. It is
 * kept as long as its boundaries stay as they are: an import or a fetched boundary changes the blocks that it meets, and no other.
 */
import type { Compute } from '../../compute/port.ts'
import type { CountedCache } from '../../util/cache-figures.ts'
import { FillingCache } from '../../util/filling-cache.ts'
import { lazilyByVersion } from '../../util/lazily.ts'
import { SERVICE, type WorkOwner } from '../../util/work-owner.ts'
import { attributionOf } from '../boundary/attribution.ts'
import type { BoundaryRecord } from '../boundary/boundary.ts'
import { positionsOf } from '../boundary/count-positions.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Coverage } from '../geometry/coverage/simplify-coverage.ts'
import { arrayBytesOf } from './array-bytes.ts'
import { blockOf, MAX_KEPT_ZOOM, placeInBlock, prepareBlockWork, zoomsOf } from './block.ts'
import { drawLabelsWork, isLabelIn, isLabelled } from './draw-labels.ts'
import { drawTilesWork, type TilesTask } from './draw-tile.ts'
import { type Block, createBlockLister } from './list-block.ts'
import type { BlockFiles } from './ports.ts'
import { MAX_ZOOM, type TileAddress } from './tile-grid.ts'
import { byLevelAndArea, isInSet, type TileSet } from './tile-set.ts'
import { zoomFileOf, zoomOfFile } from './zoom-file.ts'
import { encodeZoomWork, membersIn, type ZoomTiles } from './zoom-tiles.ts'

export interface TileSelection {
  readonly set: TileSet
  /** Language tags of names to add, as `name:de`. */
  readonly languages: readonly string[]
}

export type Tiles = ReturnType<typeof createTiles>

export interface TilesParts {
  readonly catalog: Pick<Catalog, 'withinBox' | 'records' | 'geometries' | 'version'>
  readonly compute: Compute
  /** Bytes of memory for prepared blocks. */
  readonly maxBytes: number
  /** Keeps blocks that take long to make. */
  readonly files?: BlockFiles
  /** Blocks that came with the program. */
  readonly bundled?: Pick<BlockFiles, 'read'>
  /** Only boundaries of this country; ISO 3166-1 alpha-2, upper case. */
  readonly country?: string
}

export const createTiles = ({ catalog, compute, maxBytes, files, bundled, country }: TilesParts) => {
  const coverages = new FillingCache<Coverage>(maxBytes / 2, arrayBytesOf)
  const zooms = new FillingCache<ZoomTiles>(maxBytes / 2, arrayBytesOf)
  /** Versions of prepared blocks whose other zooms wait until the requested one is answered. */
  const unfinished = new Set<string>()
  const listBlock = createBlockLister({ catalog, country })
  /** The blocks of the current catalog: their boundaries are listed once. */
  const listed = lazilyByVersion(async () => new Map<string, Promise<Block>>())

  const blockAt = async (tile: TileAddress): Promise<Block> => {
    const blocks = await listed.get(await catalog.version())
    const address = blockOf(tile)
    const key = blockName(address)
    const known = blocks.get(key)
    if (known !== undefined) return known
    if (blocks.size >= MAX_LISTED_BLOCKS) blocks.clear()
    const listing = listBlock(address)
    blocks.set(key, listing)
    listing.catch(() => blocks.delete(key))
    return listing
  }

  const coverageOf = async (block: Block, owner: WorkOwner): Promise<Coverage> =>
    coverages.get(block.version, async () => {
      const { address, members } = block
      const load = async () => ({ block: address, members: await catalog.geometries(members) })
      const coverage = await compute.run(prepareBlockWork, load, { lane: 'long', owner })
      if (files !== undefined && isWorthFiles(block)) unfinished.add(block.version)
      return coverage
    })

  const zoomOf = async (block: Block, zoom: number, owner: WorkOwner): Promise<ZoomTiles> =>
    zooms.get(`${block.version} ${zoom}`, async () => {
      const known = await readZoom(block, zoom)
      if (known !== null) return known
      const zoomed = await encodeZoom(block, zoom, owner)
      // The tile does not wait for the file, which only spares the next process the work.
      void writeZoom(block, zoom, zoomed)
      return zoomed
    })

  // Tiles always go to a thread: their arrays are shared, so sending them takes no time.
  const encodeZoom = async (block: Block, zoom: number, owner: WorkOwner): Promise<ZoomTiles> => {
    const task = { block: block.address, coverage: await coverageOf(block, owner), zoom }
    return compute.run(encodeZoomWork, task, { lane: 'long', owner })
  }

  const readZoom = async (block: Block, zoom: number): Promise<ZoomTiles | null> => {
    if (!isWorthFiles(block)) return null
    for (const place of [files, bundled]) {
      const file = await place?.read(zoomFileName(block, zoom))
      const known = file ? zoomOfFile(file, block.version) : null
      if (known !== null) return known
    }
    return null
  }

  const writeZoom = async (block: Block, zoom: number, zoomed: ZoomTiles): Promise<void> => {
    if (isWorthFiles(block)) await files?.write(zoomFileName(block, zoom), zoomFileOf(zoomed, block.version))
  }

  /** Makes the zooms that nobody has requested yet, so that the next process finds all of them. A zoom that fails is made on request. */
  const finish = (block: Block): void => {
    if (!unfinished.delete(block.version)) return
    for (const zoom of zoomsOf(block.address, MAX_ZOOM)) zoomOf(block, zoom, SERVICE).catch(() => {})
  }

  const featuresIn = async (
    { members }: Block,
    drawn: readonly number[],
    { set, languages }: TileSelection,
  ): Promise<TilesTask['features']> => {
    const shown = drawn.filter((member) => isInSet(members[member], set))
    const records = await catalog.records(shown.map((member) => members[member].id))
    return shown
      .sort((a, b) => byLevelAndArea(members[a], members[b]))
      .flatMap((member) => {
        const record = records.get(members[member].id)
        return record === undefined ? [] : [{ member, attributes: attributesOf(record, languages) }]
      })
  }

  return {
    caches: { coverages, zooms } as Readonly<Record<'coverages' | 'zooms', CountedCache>>,
    /** Equal as long as the tiles of the block that this one lies in are: the version of a cached tile. */
    versionAt: async (tile: TileAddress): Promise<string> => (await blockAt(tile)).version,
    /** All tiles must be in one block and of one zoom. Null for a tile without any boundary of the set. @throws ComputeBusy */
    draw: async (
      tiles: readonly TileAddress[],
      selection: TileSelection,
      owner: WorkOwner,
    ): Promise<readonly (Uint8Array | null)[]> => {
      const block = await blockAt(tiles[0])
      if (!block.members.some((member) => isInSet(member, selection.set))) return tiles.map(() => null)
      const zoom = await zoomOf(block, tiles[0].z, owner)
      const places = tiles.map((tile) => placeInBlock(block.address, tile))
      const features = await featuresIn(block, membersIn(zoom, places), selection)
      const drawn =
        features.length === 0
          ? tiles.map(() => null)
          : await compute.run(drawTilesWork, { zoom, places, features }, { lane: 'interactive', owner })
      finish(block)
      return drawn
    },
    /** The tile of labels: the names of all boundaries that have room for one. Null for a tile without any. @throws ComputeBusy */
    drawLabels: async (
      tile: TileAddress,
      languages: readonly string[],
      owner: WorkOwner,
    ): Promise<Uint8Array | null> => {
      const block = await blockAt(tile)
      const { members } = block
      const zoom = await zoomOf(block, tile.z, owner)
      const shown = membersIn(zoom, [placeInBlock(block.address, tile)])
        .filter((member) => isLabelled(members[member], tile.z))
        .sort((a, b) => byLevelAndArea(members[a], members[b]))
      const records = await catalog.records(shown.map((member) => members[member].id))
      const points = shown.flatMap((member) => {
        const record = records.get(members[member].id)
        if (record === undefined || !isLabelIn(record, tile)) return []
        const attributes = { ...attributesOf(record, languages), area_km2: Math.round(record.areaKm2) }
        return [{ position: record.centroid, attributes }]
      })
      finish(block)
      if (points.length === 0) return null
      return compute.run(drawLabelsWork, { tile, points }, { lane: 'interactive', owner })
    },
    /** Writes the zooms of a block that have no file yet. False for a block that is too small to be kept. @throws ComputeBusy */
    prepare: async (address: TileAddress): Promise<boolean> => {
      const block = await blockAt(address)
      if (!isWorthFiles(block)) return false
      for (const zoom of zoomsOf(address, MAX_ZOOM))
        if ((await readZoom(block, zoom)) === null)
          await writeZoom(block, zoom, await encodeZoom(block, zoom, SERVICE))
      unfinished.delete(block.version)
      return true
    },
    /** The required attribution. */
    attribution: async (): Promise<string> => attributionOf((await blockAt({ z: 0, x: 0, y: 0 })).members),
  }
}

/** Making such a block takes five milliseconds and more, ten times as long as reading its file. */
const isWorthFiles = ({ address, members }: Block): boolean =>
  address.z <= MAX_KEPT_ZOOM && positionsOf(members) >= MIN_KEPT_POSITIONS

const MIN_KEPT_POSITIONS = 2_000

/** Lists are small beside the blocks themselves. */
const MAX_LISTED_BLOCKS = 1_000

const zoomFileName = ({ address }: Block, zoom: number): string =>
  `${Object.values(address).join('-')}.${zoom}`

const blockName = ({ z, x, y }: TileAddress): string => `${z}/${x}/${y}`

const attributesOf = (
  { id, name, names, kind, adminLevel }: BoundaryRecord,
  languages: readonly string[],
): Readonly<Record<string, string | number>> => ({
  id,
  name,
  ...Object.fromEntries(
    languages.flatMap((language) =>
      Object.hasOwn(names, language) ? [[`name:${language}`, names[language]]] : [],
    ),
  ),
  kind,
  ...(adminLevel === null ? {} : { level: adminLevel }),
})
