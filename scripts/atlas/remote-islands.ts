/**
 * Gives islands to the units that they belong to. Natural Earth lacks some, and draws others in the wrong unit: Fernando de Noronha is in
 * Pernambuco. The towns of GeoNames say where an island belongs; without towns it belongs to the only unit in reach, or to the one in
 * `data/atlas/remote-islands.yaml`.
 */
import { areaKm2 } from '../../src/domain/geometry/area.ts'
import { bboxesOverlap, bboxOf, paddedBBox } from '../../src/domain/geometry/bbox.ts'
import { locate, OUTSIDE, toUnits } from '../../src/domain/geometry/contains.ts'
import { distanceToEdgesKm } from '../../src/domain/geometry/nearest-edge.ts'
import { joinRings, polygonsOf } from '../../src/domain/geometry/parts.ts'
import { type BBox, type Position, type Rings, UNITS_PER_DEGREE } from '../../src/domain/geometry/rings.ts'
import { readYaml } from '../../src/sources/read-yaml.ts'
import { once } from '../../src/util/once.ts'
import type { Division } from '../gazetteer/entries.ts'
import type { Fitted } from './fit-units.ts'
import { boxOf } from './geometry.ts'
import { namesEqual } from './iso-codes.ts'
import type { Unit } from './natural-earth.ts'
import { otherNamesOf } from './place.ts'
import type { Town } from './town-votes.ts'
import { townsInside } from './towns-inside.ts'

/** The fields are explained at the top of the file. */
interface ListedIslands {
  readonly unit: string
  readonly points: readonly Position[]
  readonly source: string
}

/** By ISO 3166-2 code, or the country's code for islands in no unit: a point on each island. */
export type ListedPoints = ReadonlyMap<string, readonly Position[]>

export const readRemoteIslands = (path: string): ListedPoints =>
  new Map((readYaml(path) as readonly ListedIslands[]).map(({ unit, points }) => [unit, points]))

interface Area {
  readonly rings: Rings
  readonly bbox: BBox
}

/** An island, and the unit that it is drawn in or given to; null for none. */
interface Island extends Area {
  unit: number | null
}

/** Moves islands between the units of a country, and from the gaps to them. */
export const remoteIslands = (
  towns: readonly Town[],
  listed: ListedPoints,
  report: (line: string) => void,
) => {
  const inside = townsInside(towns)
  const byDivision = new Map<string, Town[]>()
  for (const town of towns)
    for (const { code } of town.divisions) {
      const known = byDivision.get(code)
      if (known === undefined) byDivision.set(code, [town])
      else known.push(town)
    }

  return (land: Rings, units: readonly Unit[], fitted: Fitted): Fitted => {
    const isIsland = islandsAmong(polygonsOf(land))
    const mainlands: Rings[][] = units.map(() => [])
    const islands: Island[] = []
    const wide: Rings[] = []
    for (const [unit, shape] of [null, ...units.keys()].map(
      (unit) => [unit, unit === null ? fitted.gaps : fitted.shapes[unit]] as const,
    ))
      for (const rings of polygonsOf(shape))
        if (isIsland(rings)) islands.push({ rings, bbox: bboxOf(rings), unit })
        else (unit === null ? wide : mainlands[unit]).push(rings)

    const unitsOfTowns = once(
      () =>
        new Map(fitted.shapes.flatMap((shape, unit) => inside(shape).map((town) => [town, unit] as const))),
    )

    /** The unit that has nearly all towns of the division besides those of the island. */
    const unitOfDivision = ({ code }: Division, own: readonly Town[]): number | null => {
      const counts = new Map<number, number>()
      let placed = 0
      for (const town of byDivision.get(code)!) {
        const unit = own.includes(town) ? undefined : unitsOfTowns().get(town)
        if (unit === undefined) continue
        placed++
        counts.set(unit, (counts.get(unit) ?? 0) + 1)
      }
      const [best] = [...counts].sort(([, a], [, b]) => b - a)
      return best !== undefined && best[1] >= MIN_SHARE * placed ? best[0] : null
    }

    /** The largest division of which one unit has nearly all other towns decides. */
    const unitOfTown = (town: Town, own: readonly Town[], drawn: number | null): number | null => {
      if (drawn !== null && town.divisions.some(({ name }) => isCalled(units[drawn], name))) return drawn
      for (const division of town.divisions) {
        const unit = unitOfDivision(division, own)
        // To leave the unit that it is drawn in, an island needs the name of the other one as well.
        if (unit !== null && (drawn === null || isCalled(units[unit], division.name))) return unit
      }
      return drawn
    }

    /** Crimea and Kinmen: GeoNames counts their towns to another country than the polygon. */
    const isOfOthers = ({ rings }: Island): boolean =>
      inside(rings).some(({ divisions }) =>
        divisions.some(({ code }) => !code.startsWith(`${units[0].country}.`)),
      )

    /** The only unit within the distance, whatever islands it has been given. */
    const onlyUnitWithin = (island: Island, km: number): number | null => {
      const found = new Set<number>()
      for (const unit of mainlands.keys()) if (isNearMainland(island, unit, km)) found.add(unit)
      for (const other of islands)
        if (other.unit !== null && !found.has(other.unit) && isWithin(island, other, km))
          found.add(other.unit)
      const [only] = found
      return found.size === 1 ? only : null
    }
    const isNearMainland = (island: Island, unit: number, km: number): boolean =>
      mainlandParts[unit].some((part) => isWithin(island, part, km))
    const mainlandParts = mainlands.map((polygons) =>
      polygons.map((rings) => ({ rings, bbox: bboxOf(rings) })),
    )

    /** From which unit each was moved. */
    const moved = new Map<Island, number | null>()
    const move = (island: Island, unit: number | null): void => {
      moved.set(island, island.unit)
      island.unit = unit
    }
    const listedIslands = (code: string): readonly Island[] =>
      (listed.get(code) ?? []).map((point) => {
        const island = islands.find(({ rings }) => isIn(rings, point))
        if (island === undefined) throw new Error(`remote-islands.yaml: no island of ${code} is at ${point}.`)
        return island
      })
    for (const [unit, { iso }] of units.entries())
      for (const island of listedIslands(iso ?? '')) move(island, unit)
    const inNoUnit = new Set(listedIslands(units[0].country))
    for (const island of inNoUnit) move(island, null)
    for (const island of islands) {
      if (moved.has(island)) continue
      const own = inside(island.rings)
      const votes = own.map((town) => unitOfTown(town, own, island.unit))
      const [vote = null] = votes
      if (vote === null || vote === island.unit || votes.some((each) => each !== vote)) continue
      const from = island.unit === null ? 'no unit' : units[island.unit].name
      report(`${units[vote].country}: ${from} → ${units[vote].name}: ${own.length} towns, ${placeOf(island)}`)
      move(island, vote)
    }
    // The islets around an island that was drawn in the wrong unit go with it.
    const followers = islands.filter(
      (island) =>
        island.unit !== null &&
        !moved.has(island) &&
        inside(island.rings).length === 0 &&
        [...moved].some(
          ([other, from]) => from === island.unit && isWithin(island, other, FOLLOWS_WITHIN_KM),
        ) &&
        !isNearMainland(island, island.unit, FOLLOWS_WITHIN_KM),
    )
    for (const island of followers) island.unit = null
    for (const km of ALONE_WITHIN_KM)
      for (let given = true; given; ) {
        given = false
        for (const island of islands) {
          if (island.unit !== null || inNoUnit.has(island) || isOfOthers(island)) continue
          island.unit = onlyUnitWithin(island, km)
          given ||= island.unit !== null
        }
      }
    for (const island of islands)
      if (island.unit === null && areaKm2(island.rings) >= MIN_REPORTED_KM2)
        report(`${units[0].country}: no unit for an island, ${placeOf(island)}`)
    const ofUnit = Map.groupBy(islands, ({ unit }) => unit)
    const given = (unit: number | null): readonly Rings[] =>
      (ofUnit.get(unit) ?? []).map(({ rings }) => rings)
    return {
      shapes: mainlands.map((polygons, unit) => joinRings([...polygons, ...given(unit)])),
      gaps: joinRings([...wide, ...given(null)]),
    }
  }
}

/** Towns near a line between two units lie on the wrong side of it. */
const MIN_SHARE = 0.9

/**
 * An island is first given to the only unit close by, so that archipelagos stay together. Of 111 islands of the atlas more than 20 km from
 * all others and with only one unit within 100 km, 109 are of that unit.
 */
const ALONE_WITHIN_KM = [20, 100]
const FOLLOWS_WITHIN_KM = 20
const MIN_REPORTED_KM2 = 5

/** True if a position of the island is that close to the edge of the other. */
const isWithin = (island: Area, other: Area, km: number): boolean =>
  bboxesOverlap(other.bbox, paddedBBox(island.bbox, km)) &&
  positionsOf(island.rings).some((position) => distanceToEdgesKm(other.rings, position, km) !== null)

const isIn = (rings: Rings, [lon, lat]: Position): boolean =>
  locate(rings, toUnits(lon), toUnits(lat)) !== OUTSIDE

const isCalled = ({ name, names, otherNames }: Unit, other: string): boolean =>
  namesEqual([name, ...Object.values(names), ...otherNamesOf({ otherNames })], [other])

const MAX_POSITIONS = 12

/** Some positions of an outline, evenly. */
const positionsOf = ({ coords }: Rings): readonly Position[] => {
  const count = coords.length / 2
  const step = Math.max(1, Math.floor(count / MAX_POSITIONS))
  return Array.from(
    { length: Math.ceil(count / step) },
    (_, i): Position => [
      coords[2 * i * step] / UNITS_PER_DEGREE,
      coords[2 * i * step + 1] / UNITS_PER_DEGREE,
    ],
  )
}

const placeOf = ({ rings, bbox: [west, south] }: Area): string =>
  `${areaKm2(rings).toFixed(1)} km² at ${west.toFixed(2)}, ${south.toFixed(2)}`

/** True for a shape that is a whole polygon of the land; others lie beside a unit. */
const islandsAmong = (polygons: readonly Rings[]): ((shape: Rings) => boolean) => {
  const areas = new Map(polygons.map((polygon) => [boxOf(polygon).join(), areaKm2(polygon)]))
  return (shape) => {
    const whole = areas.get(boxOf(shape).join())
    return whole !== undefined && areaKm2(shape) > WHOLE * whole
  }
}

const WHOLE = 0.99
