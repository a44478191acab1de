/** Turns the Feature of a boundary into another format of files. */
import type { FeatureHead } from '../../../domain/formats/feature-head.ts'
import type { Format } from '../../../domain/formats/index.ts'
import { writeSingle } from '../../../domain/formats/write-single.ts'
import { ringsFromGeoJson } from '../../../domain/geometry/geojson-rings.ts'
import { CommandFailure } from '../../client/command-failure.ts'

/** Decimals of a polygon that does not say how many it has: OpenStreetMap's own. */
const OWN_DECIMALS = 7

/** @throws CommandFailure when the answer, which may come from any server, is no Feature of a boundary */
export const boundaryFile = (answer: Uint8Array, format: Format): Uint8Array => {
  const { id, bbox, properties, geometry } = JSON.parse(new TextDecoder().decode(answer)) ?? {}
  const texts = [id, properties?.name, properties?.kind, properties?.attribution, properties?.source?.url]
  if (texts.some((text) => typeof text !== 'string') || !Array.isArray(bbox) || !geometry)
    throw new CommandFailure(`The answer is not a boundary that can be written as ${format}.`)
  const decimals = Number.isInteger(properties.precision) ? properties.precision : OWN_DECIMALS
  const feature: FeatureHead = { id, bbox: bbox as unknown as FeatureHead['bbox'], properties }
  return writeSingle(format, { rings: ringsFromGeoJson(geometry), decimals, feature })
}
