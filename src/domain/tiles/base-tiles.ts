/** Tiles of the base map: land, the waters in it, and towns, so that a map of boundaries needs no other server to show where it is. */
import { createHash } from 'node:crypto'
import type { Compute } from '../../compute/port.ts'
import type { WorkOwner } from '../../util/work-owner.ts'
import type { LandMask, LandTile } from '../area/ports.ts'
import type { TownMap } from '../gazetteer/ports.ts'
import { encodeRings } from '../geometry/codec.ts'
import type { BBox } from '../geometry/rings.ts'
import { ringsOfBox, type TileBox } from '../geometry/tiles.ts'
import { type BaseTileTask, drawBaseTileWork } from './draw-base-tile.ts'
import { CELL_STEPS, shownTowns } from './shown-towns.ts'
import { BUFFER, boxOfTile, degreesOfBox, type TileAddress } from './tile-grid.ts'

/** Tiles of coarser zooms hold too much coast to be drawn on request; maps have an overview of their own there. */
export const MIN_BASE_ZOOM = 4

/** What a tile is drawn from. */
export interface BaseTileSource {
  /** Equal as long as the tile is. */
  readonly version: string
  /** Null if there is nothing in the tile but sea. @throws ComputeBusy */
  readonly draw: (owner: WorkOwner) => Promise<Uint8Array | null>
}

export interface BaseTiles {
  /** For tiles of `MIN_BASE_ZOOM` and finer ones. */
  readonly at: (tile: TileAddress) => Promise<BaseTileSource>
  /** The required attribution. */
  readonly attribution: () => Promise<string>
}

export interface BaseTilesParts {
  readonly land: LandMask
  /** Lakes and rivers, which count as land in the land mask. */
  readonly waters: LandMask
  readonly towns: () => Promise<TownMap>
  readonly compute: Compute
}

/** At coarser zooms, names of countries and states are enough; a tile would have tens of thousands of towns to choose from. */
const MIN_TOWN_ZOOM = 5
const MAX_KEPT_CHOICES = 5_000

export const createBaseTiles = ({ land, waters, towns, compute }: BaseTilesParts): BaseTiles => {
  /** Towns do not change while the service runs, and choosing them takes longer than everything else before a tile is drawn. */
  const chosen = new Map<string, BaseTileTask['towns']>()
  const townsOf = async (tile: TileAddress): Promise<BaseTileTask['towns']> => {
    if (tile.z < MIN_TOWN_ZOOM) return []
    const key = `${tile.z}/${tile.x}/${tile.y}`
    const known = chosen.get(key)
    if (known !== undefined) return known
    const { townsIn } = await towns()
    const shown = shownTowns(tile, townsIn(degreesOfBox(boxOfTile(tile, CELL_STEPS))))
    if (chosen.size >= MAX_KEPT_CHOICES) chosen.clear()
    chosen.set(key, shown)
    return shown
  }

  return {
    at: async (tile) => {
      const around = degreesOfBox(boxOfTile(tile, BUFFER))
      const [coasts, shores, shown] = await Promise.all([
        land.landIn([around]),
        waters.landIn([around]),
        townsOf(tile),
      ])
      const task: BaseTileTask = {
        tile,
        land: ringsOf(coasts.tiles),
        waters: ringsOf(shores.tiles),
        towns: shown,
      }
      const isEmpty = task.land.length + task.waters.length + task.towns.length === 0
      return {
        version: versionOf(task),
        draw: async (owner) =>
          isEmpty ? null : compute.run(drawBaseTileWork, task, { lane: 'interactive', owner }),
      }
    },
    attribution: async () => {
      const anywhere: BBox = [0, 0, 0, 0]
      const masks = await Promise.all([land, waters].map((mask) => mask.landIn([anywhere])))
      const owed = masks.flatMap(({ sources }) => sources.map(({ attribution }) => attribution))
      return [...new Set([...owed, (await towns()).attribution])].join('; ')
    },
  }
}

const ringsOf = (tiles: readonly LandTile[]): readonly Uint8Array[] =>
  tiles.flatMap(({ box, area }) => (area === 'none' ? [] : [area === 'all' ? wholeBox(box) : area]))

const wholeBox = (box: TileBox): Uint8Array => encodeRings(ringsOfBox(box))

/** Imports redraw the coast, so the version follows from what the tile shows. */
const versionOf = ({ land, waters, towns }: BaseTileTask): string => {
  const hash = createHash('sha256')
  for (const rings of [...land, ...waters]) hash.update(rings)
  return hash.update(JSON.stringify(towns)).digest('base64url')
}
