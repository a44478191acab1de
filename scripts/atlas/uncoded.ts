/** Territories without a code of ISO 3166-1 that are in no country's polygon: `data/atlas/uncoded.yaml`. */
import { areaKm2 } from '../../src/domain/geometry/area.ts'
import { bboxesOverlap, bboxOf } from '../../src/domain/geometry/bbox.ts'
import { type GeoJsonArea, ringsFromGeoJson } from '../../src/domain/geometry/geojson-rings.ts'
import { joinRings, polygonsOf } from '../../src/domain/geometry/parts.ts'
import type { Position } from '../../src/domain/geometry/rings.ts'
import { polygonCount } from '../../src/domain/geometry/rings.ts'
import { readYaml } from '../../src/sources/read-yaml.ts'
import type { Surroundings } from './country-of-point.ts'
import { common, dissolve, onGrid, subtract } from './geometry.ts'
import { landAt } from './land-at-points.ts'
import type { Place } from './place.ts'

/** The fields are explained at the top of the file. */
interface UncodedTerritory {
  readonly name: string
  readonly wikidata: string
  readonly country: string
  readonly land: readonly Position[]
  readonly names: Readonly<Record<string, string>>
  readonly other_names: readonly string[]
  readonly source: string
}

/** Slivers between the coastlines of two resolutions are smaller. */
const MIN_PART_KM2 = 5

/** The land of the parts that country-coder draws, outside the polygons of all countries. */
export const readUncoded = (
  path: string,
  countries: ReadonlyMap<string, Place>,
  { partsOf }: Surroundings,
  coastlines: readonly GeoJsonArea[],
): readonly Place[] =>
  (readYaml(path) as readonly UncodedTerritory[]).map((entry): Place => {
    const parts = dissolve(partsOf(entry.wikidata).map(onGrid))
    const land = dissolve(landAt(coastlines, entry.land).map((area) => onGrid(ringsFromGeoJson(area))))
    const mapped = [...countries.values()]
      .map(({ geometry }) => geometry)
      .filter((geometry) => bboxesOverlap(bboxOf(geometry), bboxOf(parts)))
    const own = polygonsOf(subtract(common(parts, land), mapped))
    const geometry = joinRings(own.filter((polygon) => areaKm2(polygon) >= MIN_PART_KM2))
    if (polygonCount(geometry) === 0) throw new Error(`${entry.name} has no land (${path}).`)
    return {
      layer: 'countries',
      datasets: ['openstreetmap'],
      name: entry.name,
      names: entry.names,
      otherNames: entry.other_names.map((name) => ({ name, source: 't' })),
      country: entry.country,
      iso: null,
      isoAliases: [],
      relation: null,
      wikidata: entry.wikidata,
      fips: null,
      population: null,
      adminLevel: null,
      tags: {},
      parent: null,
      geometry,
    }
  })
