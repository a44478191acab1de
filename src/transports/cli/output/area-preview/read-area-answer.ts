/** Reads the answer of create_area for its preview. */
import type { CreateAreaOutput } from '../../../../client/index.ts'
import { ringsFromGeoJson } from '../../../../domain/geometry/geojson-rings.ts'
import type { Rings } from '../../../../domain/geometry/rings.ts'
import type { OpenFile } from '../../../client/command-call.ts'
import { CommandFailure } from '../../../client/command-failure.ts'
import { parsedAnswer } from '../../../client/parsed-answer.ts'

export type AreaProperties = CreateAreaOutput['properties']
export type PartProperties = AreaProperties['parts'][number]

/** The polygon, from its file when the answer only names one. */
export const polygonOf = async (
  { geometry, download_url: address }: CreateAreaOutput,
  openFile: OpenFile,
  signal: AbortSignal,
): Promise<Rings> => {
  if (geometry !== null) return ringsFromGeoJson(geometry)
  if (address === undefined)
    throw new CommandFailure('The answer has neither a polygon nor the address of a file.')
  const file = Buffer.concat(await Array.fromAsync(await openFile(address, signal)))
  const whole = parsedAnswer<CreateAreaOutput>(file).geometry
  if (whole === null) throw new CommandFailure(`${address} has no polygon.`)
  return ringsFromGeoJson(whole)
}
