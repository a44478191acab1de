/**
 * Makes every point belong to one country. The polygons of countries have no holes for one another: Lesotho lies in South Africa's.
 * Enclaves belong to the innermost country; `data/atlas/borders.yaml` settles other overlaps; and land that
 * `data/atlas/disputed.yaml` says two claimants share stays with both.
 */
import Flatbush from 'flatbush'
import { areaKm2 } from '../../src/domain/geometry/area.ts'
import { INSIDE } from '../../src/domain/geometry/contains.ts'
import { buildGrid, type Grid, locateMany } from '../../src/domain/geometry/contains-grid.ts'
import { type GeoJsonArea, ringsFromGeoJson } from '../../src/domain/geometry/geojson-rings.ts'
import {
  polygonCount,
  type Rings,
  ringCount,
  ringStart,
  UNITS_PER_DEGREE,
} from '../../src/domain/geometry/rings.ts'
import { readYaml } from '../../src/sources/read-yaml.ts'
import { type Box, boxOf, common, dissolve, onGrid, subtract } from './geometry.ts'
import type { DisputeEntry } from './read-disputes.ts'

export interface SharedLand {
  /** Whether overlapping land stays with both countries: it is disputed, or one is a part of the other. */
  staysWithBoth(a: string, b: string): boolean
  /** The country that the land between two belongs to; null when it is not settled. */
  ownerBetween(a: string, b: string): string | null
}

interface BorderEntry {
  readonly between: readonly [string, string]
  readonly belongs_to: string
  readonly source: string
}

/** @param partsOf territories whose land is also their country's, by country */
export const readSharedLand = (
  borders: string,
  disputes: readonly DisputeEntry[],
  partsOf: ReadonlyMap<string, readonly string[]>,
): SharedLand => {
  const owners = new Map<string, string>()
  for (const { between, belongs_to } of readYaml(borders) as readonly BorderEntry[])
    owners.set(pairOf(...between), belongs_to)
  const claims = disputes.filter(({ shared }) => shared).map(({ claimants }) => new Set(claimants))
  const isPart = (a: string, b: string): boolean => partsOf.get(a)?.includes(b) === true
  return {
    staysWithBoth: (a, b) =>
      claims.some((claimants) => claimants.has(a) && claimants.has(b)) || isPart(a, b) || isPart(b, a),
    ownerBetween: (a, b) => owners.get(pairOf(a, b)) ?? null,
  }
}

const pairOf = (a: string, b: string): string => [a, b].sort().join(' ')

interface Piece {
  readonly country: string
  /** One polygon on the grid. */
  readonly rings: Rings
  readonly areaKm2: number
}

/** The land of each country, on the grid. Throws with all overlaps that nothing explains. */
export const landOfCountries = (
  shapes: ReadonlyMap<string, readonly GeoJsonArea[]>,
  shared: SharedLand,
): ReadonlyMap<string, Rings> => {
  const pieces = piecesOf(shapes)
  const unexplained: string[] = []
  /** For each piece the shapes to cut out of it. */
  const lost = new Map<Piece, Rings[]>()
  const lose = (piece: Piece, land: Rings): void => {
    lost.set(piece, [...(lost.get(piece) ?? []), land])
  }
  for (const { inner, outer, land } of overlaps(pieces)) {
    if (shared.staysWithBoth(inner.country, outer.country)) continue
    const landKm2 = areaKm2(land)
    const owner = shared.ownerBetween(inner.country, outer.country)
    if (landKm2 > MOSTLY * inner.areaKm2) lose(outer, inner.rings)
    else if (owner !== null) lose(owner === inner.country ? outer : inner, land)
    else if (landKm2 < SLIVER_KM2) lose(outer, land)
    else unexplained.push(`${inner.country} and ${outer.country}: ${landKm2.toFixed(1)} km²`)
  }
  if (unexplained.length > 0)
    throw new Error(`Overlaps that data/atlas/borders.yaml does not settle: ${unexplained.join('; ')}.`)
  const land = new Map<string, Rings[]>()
  for (const piece of pieces) {
    const cut = lost.get(piece)
    const rest = cut === undefined ? piece.rings : subtract(piece.rings, cut)
    land.set(piece.country, [...(land.get(piece.country) ?? []), rest])
  }
  return new Map([...land].map(([country, parts]) => [country, dissolve(parts)]))
}

/** A piece that lies mostly in another country's polygon is an enclave; smaller overlaps are rounding of the sources. */
const MOSTLY = 0.9

/** A smaller overlap of two polygons comes from simplification: it is cut from the larger piece. */
const SLIVER_KM2 = 0.1

/** The smallest first. */
const piecesOf = (shapes: ReadonlyMap<string, readonly GeoJsonArea[]>): readonly Piece[] =>
  [...shapes]
    .flatMap(([country, areas]) => areas.flatMap(polygonsOf).map((polygon) => ({ country, polygon })))
    .flatMap(({ country, polygon }): Piece[] => {
      const rings = onGrid(ringsFromGeoJson(polygon))
      return polygonCount(rings) === 0 ? [] : [{ country, rings, areaKm2: areaKm2(rings) }]
    })
    .sort((a, b) => a.areaKm2 - b.areaKm2)

const polygonsOf = ({ type, coordinates }: GeoJsonArea): readonly GeoJsonArea[] =>
  type === 'Polygon'
    ? [{ type, coordinates }]
    : (coordinates as readonly unknown[]).map((each) => ({ type: 'Polygon', coordinates: each }))

interface Overlap {
  readonly inner: Piece
  readonly outer: Piece
  readonly land: Rings
}

function* overlaps(pieces: readonly Piece[]): Generator<Overlap> {
  const boxes = pieces.map(({ rings }) => boxOf(rings))
  const index = new Flatbush(pieces.length)
  for (const box of boxes) index.add(...box)
  index.finish()
  const grids = new Map<Piece, Grid>()
  const gridOf = (piece: Piece): Grid => {
    const grid = grids.get(piece) ?? buildGrid(piece.rings)
    grids.set(piece, grid)
    return grid
  }
  for (const [at, inner] of pieces.entries()) {
    const near = index.search(...boxes[at], (other) => other > at && pieces[other].country !== inner.country)
    for (const other of near.sort((a, b) => a - b)) {
      const outer = pieces[other]
      if (
        !reachesInto(inner.rings, gridOf(outer), null) &&
        !reachesInto(outer.rings, gridOf(inner), boxes[at])
      )
        continue
      const land = common(inner.rings, outer.rings)
      if (polygonCount(land) > 0) yield { inner, outer, land }
    }
  }
}

/** Whether a vertex, or the middle of an edge, lies in the other shape. @param box limits the search; null for all */
export const reachesInto = (rings: Rings, grid: Grid, box: Box | null): boolean => {
  const { coords } = rings
  const points: number[] = []
  const add = (lon: number, lat: number): void => {
    if (box === null || (lon > box[0] && lon < box[2] && lat > box[1] && lat < box[3]))
      points.push(lon / UNITS_PER_DEGREE, lat / UNITS_PER_DEGREE)
  }
  for (let ring = 0; ring < ringCount(rings); ring++) {
    const end = rings.ringEnds[ring]
    let before = end - 1
    for (let i = ringStart(rings, ring); i < end; before = i++) {
      add(coords[2 * i], coords[2 * i + 1])
      add((coords[2 * before] + coords[2 * i]) / 2, (coords[2 * before + 1] + coords[2 * i + 1]) / 2)
    }
  }
  return locateMany(grid, Float64Array.from(points)).includes(INSIDE)
}
