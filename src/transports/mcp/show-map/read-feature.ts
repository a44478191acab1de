/** Reads the Feature in an answer's file, for the map. */
import type { OpenFile } from '../../client/command-call.ts'
import { CommandFailure } from '../../client/command-failure.ts'

/** The members of a GeoJSON Feature that the map draws and labels. */
export interface MapFeature {
  readonly bbox?: readonly number[]
  readonly geometry: object | null
  readonly properties: {
    readonly id?: string
    readonly name?: string
    readonly area_km2: number
    readonly attribution: string
  }
}

/** Low detail has about 25,000 bytes, medium 125,000. */
const MAX_BYTES = 512 * 1024

/** @throws CommandFailure if the file is missing, too large for a chat, or not a Feature */
export const readFeature = async (
  url: string,
  openFile: OpenFile,
  signal: AbortSignal,
): Promise<MapFeature> => {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of await openFile(url, signal)) {
    bytes += piece.byteLength
    if (bytes > MAX_BYTES)
      throw new CommandFailure(
        `The file ${url} is too large for a map in the chat. Repeat the call that made it with detail low, and show its download_url.`,
      )
    pieces.push(piece)
  }
  const feature = parsedFeature(Buffer.concat(pieces))
  if (feature !== null) return feature
  throw new CommandFailure(
    `The file ${url} is not a GeoJSON Feature. Pass the download_url of an answer, or ids of boundaries.`,
  )
}

const parsedFeature = (bytes: Uint8Array): MapFeature | null => {
  try {
    const { type, ...feature } = JSON.parse(new TextDecoder().decode(bytes))
    return type === 'Feature' && feature.geometry !== null ? feature : null
  } catch {
    return null
  }
}
