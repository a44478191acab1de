/**
 * Messages of the page around the frame, which may be anybody's: each is checked, and nothing of it but ids and positions is used.
 *
 * Every message is an object with `metes`, its type. The embedded map answers with messages of the same form.
 */
import type { Polygons } from '../client/index.ts'
import { type SignedIds, signedIds } from './embed-address.ts'

export type HostMessage =
  /** The first message: from now on the frame speaks to the origin that sent it. */
  | { readonly metes: 'connect' }
  /** Replaces the picked boundaries, or those of the area. */
  | { readonly metes: 'value'; readonly ids: SignedIds }
  /** Polygons to show; null for none. */
  | { readonly metes: 'area'; readonly area: Polygons | null }
  /** A message of a known type that cannot be used, with a sentence that says why. */
  | { readonly metes: 'invalid'; readonly fault: string }

/** What the frame sends: nothing that its page did not ask for. */
export type FrameMessage =
  | { readonly metes: 'ready' }
  | {
      readonly metes: 'boundaries'
      /** Picked boundaries, or those of the area that are merged. */
      readonly boundaries: readonly PickedBoundary[]
      /** True if the person at the map has picked or removed one. */
      readonly isChange: boolean
    }
  | { readonly metes: 'error'; readonly code: string; readonly message: string }

export const invalidInput = (message: string): FrameMessage => ({
  metes: 'error',
  code: 'invalid_input',
  message,
})

export interface PickedBoundary {
  readonly id: string
  readonly name: string
  readonly kind: string
}

/** More than the full polygons of most countries have at medium detail; a polygon of more should be simplified before it is shown. */
const MAX_POSITIONS = 100_000

/** Returns null for what is not a message to this page; other scripts send messages, too. */
export const readHostMessage = (data: unknown): HostMessage | null => {
  const { metes, ids, area } = isObject(data) ? data : {}
  if (metes === 'connect') return { metes }
  if (metes === 'value') {
    const read = Array.isArray(ids) && ids.length <= 1_000 && ids.every(isText) ? signedIds(ids) : null
    return read === null
      ? invalid('The value must be a list of at most 50 ids of boundaries.')
      : { metes, ids: read }
  }
  if (metes !== 'area') return null
  if (area === null) return { metes, area }
  const polygons = readPolygons(area)
  return typeof polygons === 'string' ? invalid(polygons) : { metes, area: polygons }
}

const invalid = (fault: string): HostMessage => ({ metes: 'invalid', fault })

const isText = (value: unknown): value is string => typeof value === 'string'

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

type Ring = readonly (readonly [number, number])[]

/** Returns the polygons of a GeoJSON geometry, Feature or FeatureCollection; otherwise a sentence that says what is wrong. */
export const readPolygons = (geojson: unknown): Polygons | string => {
  let positions = 0
  const coordinates: Ring[][] = []
  const readRing = (ring: unknown): Ring | null => {
    if (!Array.isArray(ring) || ring.length < 4) return null
    positions += ring.length
    if (positions > MAX_POSITIONS) return null
    const read = ring.map(readPosition)
    return read.every((position) => position !== null) ? read : null
  }
  const addPolygon = (rings: unknown): boolean => {
    if (!Array.isArray(rings) || rings.length === 0) return false
    const read: Ring[] = []
    for (const each of rings) {
      const ring = readRing(each)
      if (ring === null) return false
      read.push(ring)
    }
    coordinates.push(read)
    return true
  }
  const add = (value: unknown): boolean => {
    if (!isObject(value)) return false
    const { type, coordinates: given, geometry, features } = value
    if (type === 'Polygon') return addPolygon(given)
    if (type === 'MultiPolygon') return Array.isArray(given) && given.every(addPolygon)
    if (type === 'Feature') return isObject(geometry) && geometry.type !== 'Feature' && add(geometry)
    if (type !== 'FeatureCollection' || !Array.isArray(features)) return false
    return features.every((each) => isObject(each) && each.type === 'Feature' && add(each))
  }
  if (!add(geojson))
    return positions > MAX_POSITIONS
      ? `The area has more than ${MAX_POSITIONS.toLocaleString('en')} positions. Ask for it at a lower detail.`
      : 'The area must be a GeoJSON Polygon, MultiPolygon, or Features with such geometries, in degrees.'
  return { type: 'MultiPolygon', coordinates } as unknown as Polygons
}

const readPosition = (position: unknown): readonly [number, number] | null => {
  if (!Array.isArray(position)) return null
  const [lon, lat] = position
  return isWithin(lon, 180) && isWithin(lat, 90) ? [lon, lat] : null
}

const isWithin = (value: unknown, limit: number): value is number =>
  typeof value === 'number' && Math.abs(value) <= limit
