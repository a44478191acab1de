/**
 * GEOS as the independent judge in geometry tests: validity, areas and overlays of `Rings`.
 *
 * Coordinates are passed in degrees, as callers of Metes receive them. Tests of exact integer arithmetic pass
 * `unitsPerDegree = 1`, which passes the integers unchanged.
 */
import initGeos from 'geos-wasm'
import {
  polygonCount,
  polygonStart,
  type Rings,
  ringStart,
  UNITS_PER_DEGREE,
} from '../../src/domain/geometry/rings.ts'

const MULTILINESTRING = 5
const MULTIPOLYGON = 6
const GEOMETRYCOLLECTION = 7

const geos = await initGeos({ errorHandler: () => {}, noticeHandler: () => {} })

type Geometry = ReturnType<typeof geos.GEOSUnion>

/** OGC validity by GEOS; an empty multipolygon is valid. */
export const isValid = (rings: Rings, unitsPerDegree = UNITS_PER_DEGREE): boolean =>
  validityReason(rings, unitsPerDegree) === 'Valid Geometry'

/** The fault that GEOS finds and its position, or `Valid Geometry`. Rings that GEOS cannot even represent are reported as such. */
export const validityReason = (rings: Rings, unitsPerDegree = UNITS_PER_DEGREE): string => {
  for (let ring = 0; ring < rings.ringEnds.length; ring++)
    if (rings.ringEnds[ring] - ringStart(rings, ring) < 3) return `Ring ${ring} has fewer than 3 positions`
  return using([toGeos(rings, unitsPerDegree)], ([geometry]) => {
    const reason: unknown = geos.GEOSisValidReason(geometry)
    return typeof reason === 'string' ? reason : geos.Module.UTF8ToString(Number(reason))
  })
}

/** Planar area by GEOS, in square degrees (or in square units with `unitsPerDegree = 1`). */
export const areaOf = (rings: Rings, unitsPerDegree = UNITS_PER_DEGREE): number =>
  using([toGeos(rings, unitsPerDegree)], ([geometry]) => areaOfGeos(geometry))

/** Planar areas of the overlays of two valid multipolygons. */
export const overlayAreas = (a: Rings, b: Rings, unitsPerDegree = UNITS_PER_DEGREE) =>
  using([toGeos(a, unitsPerDegree), toGeos(b, unitsPerDegree)], ([left, right]) => ({
    union: using([geos.GEOSUnion(left, right)], ([geometry]) => areaOfGeos(geometry)),
    intersection: using([geos.GEOSIntersection(left, right)], ([geometry]) => areaOfGeos(geometry)),
    difference: using([geos.GEOSDifference(left, right)], ([geometry]) => areaOfGeos(geometry)),
    symmetricDifference: using([geos.GEOSSymDifference(left, right)], ([geometry]) => areaOfGeos(geometry)),
  }))

/** Area covered by an odd number of the areas, which may be invalid. */
export const oddArea = (areas: readonly Rings[], unitsPerDegree = UNITS_PER_DEGREE): number => {
  let odd = multipolygon([])
  for (const rings of areas)
    odd = using([odd, toGeos(rings, unitsPerDegree)], ([before, each]) =>
      using([geos.GEOSMakeValid(each)], ([valid]) => geos.GEOSSymDifference(before, valid)),
    )
  return using([odd], ([all]) => areaOfGeos(all))
}

/** Area of a union minus another union, computed entirely by GEOS; in square degrees, or units as above. */
export const unionMinusByGeos = (
  included: readonly Rings[],
  excluded: readonly Rings[],
  unitsPerDegree = UNITS_PER_DEGREE,
): number =>
  using([unionByGeos(included, unitsPerDegree), unionByGeos(excluded, unitsPerDegree)], ([inside, outside]) =>
    using([geos.GEOSDifference(inside, outside)], ([left]) => areaOfGeos(left)),
  )

/** Areas to compose on land: the union of the first ones, minus the second ones, plus the third ones. */
export interface Composition {
  readonly include: readonly Rings[]
  readonly exclude: readonly Rings[]
  readonly back: readonly Rings[]
  /** In pieces: a single geometry would take GEOS a minute for a continent. */
  readonly land: readonly Rings[]
}

/** Intersection over union of an area on land and a composition, computed entirely by GEOS: 1 when they are the same. */
export const likeness = (rings: Rings, { include, exclude, back, land }: Composition): number => {
  const united = [include, exclude, back].map((areas) => unionByGeos(areas, UNITS_PER_DEGREE))
  return using([toGeos(rings, UNITS_PER_DEGREE), ...united], ([area, inside, outside, again]) =>
    using([geos.GEOSDifference(inside, outside)], ([left]) =>
      using([geos.GEOSUnion(left, again)], ([named]) =>
        using(
          [
            geos.GEOSIntersection(area, named),
            geos.GEOSDifference(area, named),
            geos.GEOSDifference(named, area),
          ],
          ([common, tooMuch, missing]) => {
            const both = areaOfGeos(common)
            return both / (both + areaOfGeos(tooMuch) + areaWithin(missing, land))
          },
        ),
      ),
    ),
  )
}

/** Square degrees of an area outside all pieces, which do not overlap. */
export const areaOutside = (rings: Rings, pieces: readonly Rings[]): number =>
  using([toGeos(rings, UNITS_PER_DEGREE)], ([area]) => areaOfGeos(area) - areaWithin(area, pieces))

/** Cut to the box of each piece first, so that GEOS overlays only that part. The cut may touch itself, and is repaired. */
const areaWithin = (area: Geometry, pieces: readonly Rings[]): number =>
  pieces.reduce((sum, piece) => {
    const [west, south, east, north] = boxOf(piece)
    return using(
      [toGeos(piece, UNITS_PER_DEGREE), geos.GEOSClipByRect(area, west, south, east, north) as Geometry],
      ([each, cut]) =>
        using([geos.GEOSMakeValid(cut)], ([near]) =>
          using([geos.GEOSIntersection(near, each)], ([common]) => sum + areaOfGeos(common)),
        ),
    )
  }, 0)

const boxOf = ({ coords }: Rings): readonly [west: number, south: number, east: number, north: number] => {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let i = 0; i < coords.length; i += 2) {
    west = Math.min(west, coords[i] / UNITS_PER_DEGREE)
    east = Math.max(east, coords[i] / UNITS_PER_DEGREE)
    south = Math.min(south, coords[i + 1] / UNITS_PER_DEGREE)
    north = Math.max(north, coords[i + 1] / UNITS_PER_DEGREE)
  }
  return [west, south, east, north]
}

/** A mask for GEOS to clip areas with, united beforehand; `clip` returns square degrees. */
export const openGeosMask = (pieces: readonly Rings[]) => {
  const mask = unionByGeos(pieces, UNITS_PER_DEGREE)
  return {
    clip: (rings: Rings): number =>
      using([toGeos(rings, UNITS_PER_DEGREE)], ([area]) =>
        using([geos.GEOSIntersection(area, mask)], ([clipped]) => areaOfGeos(clipped)),
      ),
    close: (): void => {
      geos.GEOSGeom_destroy(mask)
    },
  }
}

/** The same piece by piece, and the parts united. */
export const clipByGeosPieces = (rings: Rings, pieces: readonly Rings[]): number =>
  using([toGeos(rings, UNITS_PER_DEGREE)], ([area]) => {
    const parts = pieces.map((piece) =>
      using([toGeos(piece, UNITS_PER_DEGREE)], ([each]) => geos.GEOSIntersection(area, each)),
    )
    const collection = withPointers(
      parts,
      (pointer) => geos.GEOSGeom_createCollection(GEOMETRYCOLLECTION, pointer, parts.length) as Geometry,
    )
    return using([collection], ([all]) => using([geos.GEOSUnaryUnion(all)], ([union]) => areaOfGeos(union)))
  })

const unionByGeos = (areas: readonly Rings[], unitsPerDegree: number): Geometry => {
  const all = areas.flatMap((rings) => polygonsOf(rings, unitsPerDegree))
  return using([multipolygon(all)], ([collection]) => geos.GEOSUnaryUnion(collection))
}

/** Area that GEOS builds from lines in 1e-7 degrees (`GEOSBuildArea`: nested rings alternate), in square degrees. */
export const builtArea = (lines: readonly Int32Array[]): number =>
  using([builtFrom(lines)], ([built]) => areaOfGeos(built))

/** Number of polygons and of all their rings that GEOS builds from lines. */
export const builtRings = (lines: readonly Int32Array[]) =>
  using([builtFrom(lines)], ([built]) => {
    const polygons: number = geos.GEOSGetNumGeometries(built)
    let rings = polygons
    for (let index = 0; index < polygons; index++)
      rings += geos.GEOSGetNumInteriorRings(geos.GEOSGetGeometryN(built, index) as Geometry)
    return { polygons, rings }
  })

const builtFrom = (lines: readonly Int32Array[]): Geometry => {
  const geometries = lines.map((line) => geos.GEOSGeom_createLineString(sequence(line, UNITS_PER_DEGREE)))
  const collection = withPointers(
    geometries,
    (pointer) => geos.GEOSGeom_createCollection(MULTILINESTRING, pointer, geometries.length) as Geometry,
  )
  return using([collection], ([all]) => geos.GEOSBuildArea(all) as Geometry)
}

/** Whether the point (in the same units) lies inside or on the border, by GEOS. */
export const covers = (rings: Rings, x: number, y: number, unitsPerDegree = UNITS_PER_DEGREE): boolean =>
  using(
    [
      toGeos(rings, unitsPerDegree),
      geos.GEOSGeom_createPointFromXY(x / unitsPerDegree, y / unitsPerDegree) as Geometry,
    ],
    ([geometry, point]) => geos.GEOSCovers(geometry, point) === 1,
  )

const using = <T>(geometries: Geometry[], run: (geometries: Geometry[]) => T): T => {
  try {
    if (geometries.some((geometry) => !geometry)) throw new Error('GEOS could not build the geometry.')
    return run(geometries)
  } finally {
    for (const geometry of geometries) if (geometry) geos.GEOSGeom_destroy(geometry)
  }
}

const areaOfGeos = (geometry: Geometry): number => {
  const pointer = geos.Module._malloc(8)
  geos.GEOSArea(geometry, pointer)
  const area = geos.Module.HEAPF64[pointer / 8]
  geos.Module._free(pointer)
  return area
}

const toGeos = (rings: Rings, unitsPerDegree: number): Geometry =>
  multipolygon(polygonsOf(rings, unitsPerDegree))

const multipolygon = (polygons: Geometry[]): Geometry =>
  withPointers(
    polygons,
    (pointer) => geos.GEOSGeom_createCollection(MULTIPOLYGON, pointer, polygons.length) as Geometry,
  )

const polygonsOf = (rings: Rings, unitsPerDegree: number): Geometry[] => {
  const polygons: Geometry[] = []
  for (let polygon = 0; polygon < polygonCount(rings); polygon++) {
    const linear: Geometry[] = []
    for (let ring = polygonStart(rings, polygon); ring < rings.polygonEnds[polygon]; ring++)
      linear.push(linearRing(rings, ring, unitsPerDegree))
    const [shell, ...holes] = linear
    polygons.push(
      withPointers(holes, (pointer) => geos.GEOSGeom_createPolygon(shell, pointer, holes.length) as Geometry),
    )
  }
  return polygons
}

const linearRing = (rings: Rings, ring: number, unitsPerDegree: number): Geometry => {
  const [start, end] = [2 * ringStart(rings, ring), 2 * rings.ringEnds[ring]]
  const closed = new Int32Array(end - start + 2)
  closed.set(rings.coords.subarray(start, end))
  closed.copyWithin(end - start, 0, 2)
  return geos.GEOSGeom_createLinearRing(sequence(closed, unitsPerDegree))
}

const sequence = (coords: Int32Array, unitsPerDegree: number) => {
  const values = Float64Array.from(coords, (value) => value / unitsPerDegree)
  const pointer = geos.Module._malloc(values.byteLength)
  geos.Module.HEAPF64.set(values, pointer / 8)
  const copied = geos.GEOSCoordSeq_copyFromBuffer(pointer, coords.length / 2, 0, 0)
  geos.Module._free(pointer)
  return copied
}

/** GEOS takes arrays of geometries by address and then owns the geometries. */
const withPointers = (geometries: Geometry[], build: (pointer: Geometry) => Geometry): Geometry => {
  const pointer = geos.Module._malloc(Math.max(4, geometries.length * 4))
  geos.Module.HEAPU32.set(geometries.map(Number), pointer / 4)
  const built = build(pointer as unknown as Geometry)
  geos.Module._free(pointer)
  return built
}

/** Places that lie inside a set of areas and belong to none of them: lakes, and gaps. The areas may overlap. */
export const holesInside = (members: readonly Rings[]): number =>
  using([unionByGeos(members, UNITS_PER_DEGREE)], ([whole]) => holesOf(whole))

/** The same in a valid coverage, which takes GEOS a tenth of the time. */
export const holesInsideCoverage = (members: readonly Rings[]): number =>
  using([collectionOf(members, UNITS_PER_DEGREE)], ([coverage]) =>
    using([geos.GEOSCoverageUnion(coverage)], ([whole]) => holesOf(whole)),
  )

const holesOf = (whole: Geometry): number => {
  let holes = 0
  for (let polygon = 0; polygon < geos.GEOSGetNumGeometries(whole); polygon++)
    holes += Number(geos.GEOSGetNumInteriorRings(geos.GEOSGetGeometryN(whole, polygon) as Geometry))
  return holes
}

const collectionOf = (members: readonly Rings[], unitsPerDegree: number): Geometry => {
  const geometries = members.map((rings) => toGeos(rings, unitsPerDegree))
  return withPointers(
    geometries,
    (pointer) => geos.GEOSGeom_createCollection(GEOMETRYCOLLECTION, pointer, geometries.length) as Geometry,
  )
}

/** Edges of a coverage that have no equal counterpart in a neighbour where they touch one, by GEOS: 0 for a valid coverage. */
export const invalidCoverageEdges = (members: readonly Rings[], unitsPerDegree = UNITS_PER_DEGREE): number =>
  using([collectionOf(members, unitsPerDegree)], ([coverage]) => invalidEdgesIn(coverage))

const invalidEdgesIn = (coverage: Geometry): number => {
  const pointer = geos.Module._malloc(4)
  try {
    const outcome = geos.GEOSCoverageIsValid(coverage, 0, pointer)
    if (outcome === 1) return 0
    const edges = geos.Module.HEAPU32[pointer / 4] as Geometry
    if (outcome !== 0 || !edges) throw new Error('GEOS could not judge the coverage.')
    return using([edges], ([faulty]) => geos.GEOSGetNumCoordinates(faulty))
  } finally {
    geos.Module._free(pointer)
  }
}

/** A coverage that GEOS simplifies itself. */
export const openGeosCoverage = (members: readonly Rings[]) => {
  const coverage = collectionOf(members, UNITS_PER_DEGREE)
  let simplified: Geometry | null = null
  return {
    /** Keeps the result until the next one. Positions include closing ones. */
    simplify: (toleranceDegrees: number): { readonly positions: number } => {
      if (simplified !== null) geos.GEOSGeom_destroy(simplified)
      const result = geos.GEOSCoverageSimplifyVW(coverage, toleranceDegrees, 0) as Geometry
      simplified = result
      return { positions: geos.GEOSGetNumCoordinates(result) }
    },
    invalidEdges: (): number => invalidEdgesIn(simplified!),
    close: (): void => {
      for (const geometry of [coverage, simplified]) if (geometry !== null) geos.GEOSGeom_destroy(geometry)
    },
  }
}
