/** The parts of create_area's answer that the preview shows. */
import { type GeoJsonArea, ringsFromGeoJson } from '../../../../domain/geometry/geojson-rings.ts'
import type { Rings } from '../../../../domain/geometry/rings.ts'
import type { OpenFile } from '../../../client/call.ts'
import { CommandFailure } from '../../../client/failure.ts'

export interface PartProperties {
  readonly role: 'include' | 'exclude'
  readonly text: string
  readonly id: string
  readonly name: string
  readonly kind: string
  readonly source: string
  readonly reason: string
}

export interface AreaProperties {
  readonly summary: string
  readonly text: string
  readonly country: string | null
  readonly source: string | null
  readonly seed: { readonly lat: number; readonly lon: number } | null
  readonly detail: string
  readonly parts: readonly PartProperties[]
  readonly notes: readonly string[]
  readonly planner: string
  readonly land_only: boolean
  readonly attribution: string
}

export interface AreaFeature {
  readonly geometry: GeoJsonArea | null
  readonly download_url?: string
  readonly properties: AreaProperties
}

export const readFeature = (bytes: Uint8Array): AreaFeature => JSON.parse(new TextDecoder().decode(bytes))

/** The polygon, from its file when the answer only names one. */
export const polygonOf = async (
  { geometry, download_url: address }: AreaFeature,
  openFile: OpenFile,
  signal: AbortSignal,
): Promise<Rings> => {
  if (geometry !== null) return ringsFromGeoJson(geometry)
  if (address === undefined)
    throw new CommandFailure('The answer has neither a polygon nor the address of a file.')
  const pieces: Uint8Array[] = []
  for await (const piece of await openFile(address, signal)) pieces.push(piece)
  const whole = readFeature(Buffer.concat(pieces)).geometry
  if (whole === null) throw new CommandFailure(`${address} has no polygon.`)
  return ringsFromGeoJson(whole)
}
