/**
 * The country whose land and sea contain a point, by country-coder: it draws borders at sea around islands, so that every island has its
 * country. Its lines on land are coarse.
 */
import { bboxContains, bboxOf } from '../../src/domain/geometry/bbox.ts'
import { locate, OUTSIDE, toUnits } from '../../src/domain/geometry/contains.ts'
import { type GeoJsonArea, ringsFromGeoJson } from '../../src/domain/geometry/geojson-rings.ts'
import type { Position, Rings } from '../../src/domain/geometry/rings.ts'
import type { Packages } from './packages.ts'

interface Feature {
  readonly properties: {
    readonly wikidata: string
    readonly iso1A2?: string
    /** ISO 3166-1 alpha-2 of the country that has it. */
    readonly country?: string
    /** Codes and Wikidata entities of what it is part of, the smallest first. */
    readonly groups?: readonly string[]
  }
  readonly geometry: GeoJsonArea | null
}

export interface Surroundings {
  /** Returns the first of its codes that the atlas has, the territory before its country; null for land of nobody. */
  countryAt(point: Position, isKnown: (code: string) => boolean): string | null
  /** The polygons of the parts of an entity. Throws if there is none. */
  partsOf(wikidata: string): readonly Rings[]
}

export function readSurroundings(packages: Packages): Surroundings {
  const { features }: { features: readonly Feature[] } = JSON.parse(packages.text('countryCodes'))
  const areas = features.flatMap(({ properties, geometry }) => {
    if (geometry === null) return []
    const rings = ringsFromGeoJson(geometry)
    return [{ ...properties, rings, bbox: bboxOf(rings) }]
  })
  return {
    countryAt: (point, isKnown) => {
      const [lon, lat] = point.map(toUnits)
      const area = areas.find(
        ({ bbox, rings }) => bboxContains(bbox, point) && locate(rings, lon, lat) !== OUTSIDE,
      )
      if (area === undefined) return null
      const codes = [area.iso1A2, ...(area.groups ?? []), area.country]
      return codes.find((code) => code !== undefined && isKnown(code)) ?? null
    },
    partsOf: (wikidata) => {
      const parts = areas.filter(({ groups = [] }) => groups.includes(wikidata))
      if (parts.length === 0) throw new Error(`country-coder has no parts of ${wikidata}.`)
      return parts.map(({ rings }) => rings)
    },
  }
}
