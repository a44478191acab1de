/** Lists the boundaries of a block. */
import { createHash } from 'node:crypto'
import { FillingCache } from '../../util/filling-cache.ts'
import { positionsOf } from '../boundary/count-positions.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Drawable } from '../catalog/within-box.ts'
import type { BBox } from '../geometry/rings.ts'
import type { TileBox } from '../geometry/tiles.ts'
import { arrayBytesOf } from './array-bytes.ts'
import { boxOfBlock } from './block.ts'
import { polygonBoxesOf } from './polygon-boxes.ts'
import { degreesOfBox, type TileAddress } from './tile-grid.ts'

export interface Block {
  readonly address: TileAddress
  readonly members: readonly Drawable[]
  /** Differs whenever a tile of the block may differ. */
  readonly version: string
}

interface Listing {
  readonly catalog: Pick<Catalog, 'withinBox' | 'geometries'>
  /** Only boundaries of this country; ISO 3166-1 alpha-2, upper case. */
  readonly country: string | undefined
}

/** A block with more positions is drawn without its smallest boundaries. */
const MAX_BLOCK_POSITIONS = 20_000_000

export const createBlockLister = ({
  catalog,
  country,
}: Listing): ((address: TileAddress) => Promise<Block>) => {
  const polygonBoxes = new FillingCache<Int32Array>(POLYGON_BOX_BYTES, arrayBytesOf)

  const boxesOf = async (member: Drawable): Promise<Int32Array> =>
    polygonBoxes.get([member.id, member.origin, member.revision].join(' '), async () => {
      const [rings] = await catalog.geometries([member])
      return polygonBoxesOf(rings)
    })

  /** A change of France must not touch blocks in Brazil, although the box around France meets them. */
  const isIn = async (member: Drawable, address: TileAddress): Promise<boolean> =>
    address.z === 0 || !isScattered(member) || someMeets(await boxesOf(member), boxOfBlock(address))

  return async (address) => {
    const near = (await catalog.withinBox(degreesOfBox(boxOfBlock(address)))).filter(
      (each) => country === undefined || each.country === country,
    )
    const met = await Promise.all(near.map((member) => isIn(member, address)))
    const members = largestThatFit(near.filter((_, i) => met[i]))
    return { address, members, version: blockVersion(address, members) }
  }
}

/** Scattered boundaries are few, and have a few thousand islands at most. */
const POLYGON_BOX_BYTES = 16_000_000

/** Whether most of its box lies outside of it, and the box is larger than those of most blocks. */
const isScattered = ({ bbox, areaKm2 }: Drawable): boolean => {
  const boxKm2 = approximateKm2(bbox)
  return boxKm2 > MIN_SCATTERED_KM2 && boxKm2 > MIN_SCATTERED_RATIO * areaKm2
}

const MIN_SCATTERED_KM2 = 100_000
const MIN_SCATTERED_RATIO = 4
const KM_A_DEGREE = 111

const approximateKm2 = ([west, south, east, north]: BBox): number => {
  const width = (west <= east ? east - west : east - west + 360) * KM_A_DEGREE
  return width * Math.cos((((south + north) / 2) * Math.PI) / 180) * (north - south) * KM_A_DEGREE
}

const someMeets = (boxes: Int32Array, [west, south, east, north]: TileBox): boolean => {
  for (let at = 0; at < boxes.length; at += 4)
    if (boxes[at] <= east && boxes[at + 2] >= west && boxes[at + 1] <= north && boxes[at + 3] >= south)
      return true
  return false
}

const largestThatFit = (members: readonly Drawable[]): readonly Drawable[] => {
  let positions = positionsOf(members)
  if (positions <= MAX_BLOCK_POSITIONS) return members
  const left = new Set(members)
  for (const member of members.toSorted((a, b) => a.areaKm2 - b.areaKm2)) {
    if (positions <= MAX_BLOCK_POSITIONS) break
    left.delete(member)
    positions -= member.vertices
  }
  return members.filter((member) => left.has(member))
}

/** Revisions of two databases may be equal; files outlive a database, so what a polygon is like counts as well. */
const blockVersion = ({ z, x, y }: TileAddress, members: readonly Drawable[]): string => {
  const text = members
    .map(({ id, origin, revision, vertices, areaKm2, bbox }) =>
      [id, origin, revision, vertices, areaKm2, ...bbox].join(' '),
    )
    .join('\n')
  return createHash('sha256').update(`${z}/${x}/${y}\n${text}`).digest('base64url')
}
