import { locate, OUTSIDE, toUnits } from '../../src/domain/geometry/contains.ts'
import { joinRings, polygonsOf } from '../../src/domain/geometry/parts.ts'
import { pointOnSurface } from '../../src/domain/geometry/point-inside.ts'
import type { Position, Rings } from '../../src/domain/geometry/rings.ts'
/** Mainlands: the polygons of a country without its outlying parts. `data/atlas/mainlands.yaml` lists them. */
import { readYaml } from '../../src/sources/read-yaml.ts'
import { subtract } from './geometry.ts'
import type { Place } from './place.ts'

interface MainlandEntry {
  readonly country: string
  readonly relation?: number
  readonly level?: number
  readonly iso?: string
  readonly wikidata: string
  readonly name: string
  readonly names: Readonly<Record<string, string>>
  readonly other_names: readonly string[]
  readonly without: readonly string[]
}

/** @param units of all countries; islands outside all of them go with the nearest */
export const readMainlands = (
  path: string,
  countries: ReadonlyMap<string, Place>,
  units: readonly Place[],
): readonly Place[] =>
  (readYaml(path) as readonly MainlandEntry[]).map((entry): Place => {
    const parent = countries.get(entry.country)!
    const apart = new Set(entry.without)
    const ofCountry = units.filter(
      ({ country, parent: above }) => country === entry.country && above === parent,
    )
    const known = [...apart]
      .filter((code) => countries.has(code))
      .map((code) => countries.get(code)!)
      .concat(ofCountry)
    const missing = entry.without.filter((code) => known.every(({ iso }) => iso !== code))
    if (missing.length > 0) throw new Error(`data/atlas/mainlands.yaml: no ${missing.join(', ')}.`)
    const isApart = ({ iso }: Place): boolean => iso !== null && apart.has(iso)
    return {
      layer: parent.layer,
      datasets: parent.datasets,
      name: entry.name,
      names: entry.names,
      otherNames: entry.other_names.map((name) => ({ name, source: 'm' })),
      country: entry.country,
      iso: entry.iso ?? null,
      isoAliases: [],
      relation: entry.relation ?? null,
      wikidata: entry.wikidata,
      fips: null,
      population: null,
      adminLevel: entry.level ?? null,
      tags: {},
      parent,
      geometry: mainlandOf(
        parent.geometry,
        known.filter(isApart),
        known.filter((place) => !isApart(place)),
      ),
    }
  })

/**
 * A polygon inside an outlying part, or nearer to one than to the others, is left out completely. Hong Kong is not a separate polygon
 * in China's.
 */
const mainlandOf = (shape: Rings, apart: readonly Place[], others: readonly Place[]): Rings =>
  joinRings(
    polygonsOf(
      subtract(
        shape,
        apart.map(({ geometry }) => geometry),
      ),
    ).filter((polygon) => {
      const point = pointOnSurface(polygon)
      return distanceDegrees(point, apart) > (others.length === 0 ? 0 : distanceDegrees(point, others))
    }),
  )

/** Distance to the nearest vertex; 0 to a shape that contains it. */
const distanceDegrees = ([lon, lat]: Position, places: readonly Place[]): number => {
  let nearest = Number.POSITIVE_INFINITY
  for (const { geometry } of places) {
    if (locate(geometry, toUnits(lon), toUnits(lat)) !== OUTSIDE) return 0
    const { coords } = geometry
    for (let i = 0; i < coords.length; i += 2) {
      const aside = Math.abs(coords[i] - toUnits(lon)) / toUnits(1)
      const lonDegrees = Math.min(aside, 360 - aside) * Math.cos((lat * Math.PI) / 180)
      nearest = Math.min(nearest, Math.hypot(lonDegrees, (coords[i + 1] - toUnits(lat)) / toUnits(1)))
    }
  }
  return nearest
}
