/**
 * Clips a valid area to a box without an arrangement of all its edges: the stretches of its border in the box are joined
 * along the sides, from the end of one to the start of the next, with the inside on the left (Weiler and Atherton, Hidden
 * Surface Removal Using Polygon Area Sorting, 1977). Where rounded crossings make edges touch, an arrangement decides.
 *
 * ARCHITECTURE.md compares the kernels that clip and cut ("Choosing a kernel").
 */
import { IntList } from './arrangement/int-list.ts'
import { arrangeInBox } from './box-clipping/arrange-in-box.ts'
import { addBorderInBox, UNDECIDED, WHOLE } from './box-clipping/border-in-box.ts'
import { StretchJoiner } from './box-clipping/join-stretches.ts'
import { StretchEnds } from './box-clipping/touching-ends.ts'
import { BORDER, INSIDE, locateInRing, OUTSIDE, type PointLocation } from './contains.ts'
import { PathBuffer } from './path-buffer.ts'
import { polygonStart, type Rings, ringStart } from './rings.ts'
import type { TileBox } from './tiles.ts'

/** Clips one area after the other, and reuses its buffers. */
export class BoxClipper {
  /** The clipped area, valid until the next call, on the grid of its unit: rings, each exterior before its holes. */
  readonly clipped = new PathBuffer()
  private readonly stretches = new PathBuffer()
  private readonly exteriors = new PathBuffer()
  private readonly joiner = new StretchJoiner()
  private readonly ends = new StretchEnds()
  /** Polygons whose exterior is inside the box; so are their holes. */
  private readonly inner = new IntList()
  private readonly crossing = new IntList()
  /** Holes inside the box of polygons that are not. */
  private readonly holes = new IntList()
  /** Exterior around each of these holes. */
  private readonly owners = new IntList()

  /**
   * Clips the polygons from `firstPolygon` up to `endPolygon` to a box, whose sides must be on the grid of `unit`. Returns
   * true if stretches of border were enough, and false in the few cases that needed an arrangement.
   *
   * @param polygonBoxes `[west, south, east, north, …]` of all polygons
   */
  clip(
    rings: Rings,
    polygonBoxes: Int32Array,
    firstPolygon: number,
    endPolygon: number,
    box: TileBox,
    unit: number,
  ): boolean {
    if (this.joinStretches(rings, polygonBoxes, firstPolygon, endPolygon, box, unit)) return true
    this.clipped.clear()
    arrangeInBox(this.clipped, rings, polygonBoxes, firstPolygon, endPolygon, box, unit)
    return false
  }

  private joinStretches(
    rings: Rings,
    polygonBoxes: Int32Array,
    firstPolygon: number,
    endPolygon: number,
    box: TileBox,
    unit: number,
  ): boolean {
    this.clear()
    this.sortPolygons(polygonBoxes, firstPolygon, endPolygon, box)
    if (!this.cutPolygons(rings, box, unit)) return false
    if (this.stretches.count > 0) {
      if (!this.joiner.join(this.stretches, box, this.exteriors)) return false
      if (this.someEndTouches(rings, polygonBoxes, box)) return false
    } else {
      const corner = this.locateCorner(rings, box)
      if (corner === BORDER) return false
      if (corner === INSIDE) addBox(this.exteriors, box)
    }
    if (!this.addCut(rings)) return false
    this.addInner(rings)
    return true
  }

  private clear(): void {
    for (const buffer of [this.clipped, this.stretches, this.exteriors]) buffer.clear()
    for (const list of [this.inner, this.crossing, this.holes, this.owners]) list.length = 0
  }

  private sortPolygons(polygonBoxes: Int32Array, first: number, end: number, box: TileBox): void {
    const [west, south, east, north] = box
    for (let polygon = first; polygon < end; polygon++) {
      const left = polygonBoxes[4 * polygon]
      const bottom = polygonBoxes[4 * polygon + 1]
      const right = polygonBoxes[4 * polygon + 2]
      const top = polygonBoxes[4 * polygon + 3]
      if (left > east || right < west || bottom > north || top < south) continue
      if (left > west && right < east && bottom > south && top < north) this.inner.push(polygon)
      else this.crossing.push(polygon)
    }
  }

  private cutPolygons(rings: Rings, box: TileBox, unit: number): boolean {
    for (let i = 0; i < this.crossing.length; i++) {
      const polygon = this.crossing.at(i)
      for (let ring = polygonStart(rings, polygon); ring < rings.polygonEnds[polygon]; ring++) {
        const [start, end] = [2 * ringStart(rings, ring), 2 * rings.ringEnds[ring]]
        const found = addBorderInBox(this.stretches, rings.coords, start, end, box, unit)
        if (found === UNDECIDED) return false
        if (found === WHOLE) this.holes.push(ring)
      }
    }
    return true
  }

  private someEndTouches(rings: Rings, polygonBoxes: Int32Array, box: TileBox): boolean {
    const { stretches, ends, holes, inner } = this
    ends.read(stretches, box)
    for (let stretch = 0; stretch < stretches.count; stretch++)
      if (ends.touch(stretches.coords, stretches.startOf(stretch), stretches.endOf(stretch), false))
        return true
    const touchRing = (ring: number): boolean =>
      ends.touch(rings.coords, 2 * ringStart(rings, ring), 2 * rings.ringEnds[ring], true)
    for (let i = 0; i < holes.length; i++) if (touchRing(holes.at(i))) return true
    for (let i = 0; i < inner.length; i++) {
      const polygon = inner.at(i)
      if (!ends.reachInto(polygonBoxes, 4 * polygon)) continue
      for (let ring = polygonStart(rings, polygon); ring < rings.polygonEnds[polygon]; ring++)
        if (touchRing(ring)) return true
    }
    return false
  }

  /** Locates the lower left corner of a box that no edge crosses: the whole box is there, apart from the rings in it. */
  private locateCorner({ coords, ringEnds, polygonEnds }: Rings, [west, south]: TileBox): PointLocation {
    let location: PointLocation = OUTSIDE
    for (let i = 0; i < this.crossing.length; i++) {
      const polygon = this.crossing.at(i)
      for (let ring = polygon === 0 ? 0 : polygonEnds[polygon - 1]; ring < polygonEnds[polygon]; ring++) {
        const start = ring === 0 ? 0 : 2 * ringEnds[ring - 1]
        const found = locateInRing(coords, start, 2 * ringEnds[ring], west, south)
        if (found === BORDER) return BORDER
        if (found === INSIDE) location = location === INSIDE ? OUTSIDE : INSIDE
      }
    }
    return location
  }

  /** Adds the cut polygons, with the holes inside. Returns false for a hole that is in none of them. */
  private addCut(rings: Rings): boolean {
    const { clipped, exteriors, holes, owners } = this
    for (let i = 0; i < holes.length; i++) {
      const owner = exteriors.count === 1 ? 0 : this.ownerOf(rings, holes.at(i))
      if (owner === -1) return false
      owners.push(owner)
    }
    for (let exterior = 0; exterior < exteriors.count; exterior++) {
      clipped.add(exteriors.coords, exteriors.startOf(exterior), exteriors.endOf(exterior))
      for (let i = 0; i < holes.length; i++) if (owners.at(i) === exterior) this.addRing(rings, holes.at(i))
    }
    return true
  }

  /** Returns the first exterior that contains a hole; -1 if none does. */
  private ownerOf(rings: Rings, hole: number): number {
    const { exteriors } = this
    const [start, end] = [2 * ringStart(rings, hole), 2 * rings.ringEnds[hole]]
    for (let exterior = 0; exterior < exteriors.count; exterior++) {
      let location: PointLocation = BORDER
      for (let at = start; at < end && location === BORDER; at += 2)
        location = locateInRing(
          exteriors.coords,
          exteriors.startOf(exterior),
          exteriors.endOf(exterior),
          rings.coords[at],
          rings.coords[at + 1],
        )
      if (location === INSIDE) return exterior
    }
    return -1
  }

  private addInner(rings: Rings): void {
    for (let i = 0; i < this.inner.length; i++) {
      const polygon = this.inner.at(i)
      for (let ring = polygonStart(rings, polygon); ring < rings.polygonEnds[polygon]; ring++)
        this.addRing(rings, ring)
    }
  }

  private addRing(rings: Rings, ring: number): void {
    this.clipped.add(rings.coords, 2 * ringStart(rings, ring), 2 * rings.ringEnds[ring])
  }
}

const addBox = (exteriors: PathBuffer, [west, south, east, north]: TileBox): void =>
  exteriors.add([west, south, east, south, east, north, west, north], 0, 8)
