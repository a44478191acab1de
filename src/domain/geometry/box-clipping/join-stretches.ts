/** Joins the stretches of an area's border in a box along the sides of the box, with the inside on the left. */
import type { PathBuffer } from '../path-buffer.ts'
import type { TileBox } from '../tiles.ts'

export class StretchJoiner {
  /** Distance along the sides at which each stretch begins and ends, counter-clockwise from the lower left corner. */
  private entries = new Float64Array(64)
  private exits = new Float64Array(64)
  /** Next stretch after each one. */
  private following = new Int32Array(64)
  private isJoined = new Uint8Array(64)
  /** All ends in the order of the sides. */
  private keys = new Float64Array(128)

  /** Adds exteriors. Returns false if two stretches end in the same place, so that rounding decides what is inside. */
  join(stretches: PathBuffer, box: TileBox, exteriors: PathBuffer): boolean {
    const count = stretches.count
    this.reserve(count)
    return this.order(stretches, box) && this.trace(stretches, box, exteriors)
  }

  private reserve(count: number): void {
    if (count <= this.entries.length) return
    this.entries = new Float64Array(2 * count)
    this.exits = new Float64Array(2 * count)
    this.following = new Int32Array(2 * count)
    this.isJoined = new Uint8Array(2 * count)
    this.keys = new Float64Array(4 * count)
  }

  /** Finds the start and end of each stretch, and the stretch that follows it. */
  private order(stretches: PathBuffer, box: TileBox): boolean {
    const { coords, count } = stretches
    const { entries, exits, following } = this
    const ends = 2 * count
    if (ends > MAX_ENDS) return false
    const keys = this.keys.subarray(0, ends)
    for (let stretch = 0; stretch < count; stretch++) {
      const first = stretches.startOf(stretch)
      const last = stretches.endOf(stretch) - 2
      entries[stretch] = alongSides(coords[first], coords[first + 1], box)
      exits[stretch] = alongSides(coords[last], coords[last + 1], box)
      keys[2 * stretch] = entries[stretch] * ends + 2 * stretch
      keys[2 * stretch + 1] = exits[stretch] * ends + 2 * stretch + 1
    }
    sort(keys)
    let before = keys[ends - 1] % ends
    for (let i = 0; i < ends; i++) {
      const end = keys[i] % ends
      const isEntry = (end & 1) === 0
      const isAfterEntry = (before & 1) === 0
      if (isEntry === isAfterEntry) return false
      if (i > 0 && keys[i] - end === keys[i - 1] - before) return false
      if (isEntry) following[before >> 1] = end >> 1
      before = end
    }
    return true
  }

  private trace(stretches: PathBuffer, box: TileBox, exteriors: PathBuffer): boolean {
    const { coords, count } = stretches
    const { entries, exits, following, isJoined } = this
    const [west, south, east, north] = box
    const width = east - west
    const round = 2 * (width + north - south)
    exteriors.reserve(stretches.length + 8 * count)
    const into = exteriors.coords
    isJoined.fill(0, 0, count)
    for (let first = 0; first < count; first++) {
      if (isJoined[first]) continue
      const start = exteriors.length
      let length = start
      let stretch = first
      do {
        isJoined[stretch] = 1
        const end = stretches.endOf(stretch)
        for (let i = stretches.startOf(stretch); i < end; i++) into[length++] = coords[i]
        const from = exits[stretch]
        stretch = following[stretch]
        const to = entries[stretch] < from ? entries[stretch] + round : entries[stretch]
        for (let corner = 0, turned = 0; corner < 8; corner++) {
          if (corner === 4) turned = round
          const along = turned + cornerAlong(corner & 3, width, round)
          if (along <= from || along >= to) continue
          into[length++] = (corner & 3) < 2 ? east : west
          into[length++] = (corner & 3) === 1 || (corner & 3) === 2 ? north : south
        }
      } while (stretch !== first)
      if (length - start < 6) return false
      exteriors.endPath(length)
    }
    return true
  }
}

/** The perimeter of a box is below 2^33 units, so keys are exact. */
const MAX_ENDS = 2 ** 20

/** Most tiles have two or four ends, for which a call of the general sort costs more. */
const sort = (keys: Float64Array): void => {
  if (keys.length > 32) {
    keys.sort()
    return
  }
  for (let i = 1; i < keys.length; i++) {
    const key = keys[i]
    let at = i
    for (; at > 0 && keys[at - 1] > key; at--) keys[at] = keys[at - 1]
    keys[at] = key
  }
}

/** Corners are counted from the lower right one. */
const cornerAlong = (corner: number, width: number, round: number): number => {
  if (corner === 0) return width
  if (corner === 1) return round / 2
  return corner === 2 ? round / 2 + width : round
}

const alongSides = (x: number, y: number, [west, south, east, north]: TileBox): number => {
  if (y === south) return x - west
  if (x === east) return east - west + y - south
  if (y === north) return east - west + north - south + east - x
  return 2 * (east - west) + north - south + north - y
}
