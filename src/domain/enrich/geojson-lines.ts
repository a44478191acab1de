/** Points as GeoJSON features, one on each line (RFC 7946, RFC 8142). The new values become properties of the features. */

import { type LadderColumns, RENAME } from './added-columns.ts'
import { valueOfMember } from './json-member.ts'
import {
  NO_POINT,
  NOT_UTF8,
  type Opened,
  type PointRows,
  type PointsReader,
  positionFault,
  roomFor,
} from './points-reader.ts'

export interface GeoJsonLayout {
  readonly format: 'geojsonl'
}

export const openGeoJsonPoints = (): Opened<GeoJsonLayout> => ({
  layout: { format: 'geojsonl' },
  bytes: 0,
  lines: 0,
  preamble: new Uint8Array(),
  rejected: new Uint8Array(),
})

export const geoJsonReader = (columns: LadderColumns): PointsReader => ({
  rows: (block) => rowsOf(block, columns.names),
  addition: (ladder) => {
    const values = columns.values(ladder)
    const properties = Object.fromEntries(columns.names.map((name, i) => [name, values[i] || null]))
    return Buffer.from(JSON.stringify(properties))
  },
})

const decoder = new TextDecoder('utf-8', { fatal: true })

/** A feature as text, and its parsed parts. */
interface PointFeature {
  readonly text: string
  readonly properties: Readonly<Record<string, unknown>> | null | undefined
}

const rowsOf = (block: Uint8Array, addedNames: readonly string[]): PointRows => {
  const rows: (ReadLine & { readonly bytes: Uint8Array; readonly line: number })[] = []
  const faults = new Map<number, string>()
  let lines = 0
  for (let start = 0; start < block.length; lines++) {
    const found = block.indexOf(LF, start)
    const end = found === -1 ? block.length : found
    const bytes = block.subarray(start, end)
    if (bytes.some((byte) => byte > SPACE)) {
      const read = readLine(bytes, addedNames)
      if (read.fault !== null) faults.set(rows.length, read.fault)
      rows.push({ ...read, bytes, line: lines })
    }
    start = end + 1
  }
  return {
    faults,
    count: rows.length,
    lines,
    lons: Float64Array.from(rows, ({ lon }) => lon),
    lats: Float64Array.from(rows, ({ lat }) => lat),
    row: (index) => rows[index].bytes,
    lineOf: (index) => rows[index].line,
    joined: (answers, additions, room) => {
      const texts: string[] = []
      const joined: string[] = []
      for (const [row, { feature }] of rows.entries()) {
        const answer = answers[row]
        if (answer === -1 || feature === null) continue
        texts[answer] ??= decoder.decode(additions[answer])
        joined.push(withAddition(feature, texts[answer]), '\n')
      }
      const text = joined.join('')
      const bytes = roomFor(Buffer.byteLength(text), room)
      new TextEncoder().encodeInto(text, bytes)
      return bytes
    },
  }
}

const [LF, RECORD_SEPARATOR, SPACE] = [10, '\u001e', 32]

interface ReadLine {
  /** The parsed line; null if it is not a Feature with a Point. */
  readonly feature: PointFeature | null
  readonly lon: number
  readonly lat: number
  readonly fault: string | null
}

const rejectedLine = (fault: string): ReadLine => ({ feature: null, lon: Number.NaN, lat: Number.NaN, fault })

const readLine = (bytes: Uint8Array, addedNames: readonly string[]): ReadLine => {
  let text: string
  let said: {
    readonly type?: unknown
    readonly geometry?: { readonly type?: unknown; readonly coordinates?: unknown } | null
    readonly properties?: unknown
  } | null
  try {
    text = decoder.decode(bytes)
    // In RFC 8142 each text begins with a record separator.
    said = JSON.parse(text.startsWith(RECORD_SEPARATOR) ? text.slice(1) : text)
  } catch (error) {
    return rejectedLine(error instanceof SyntaxError ? 'The line is not JSON.' : NOT_UTF8)
  }
  // Rows of tables are features, too.
  if (said?.type === 'Feature' && said.geometry == null) return rejectedLine(NO_POINT)
  if (said?.type !== 'Feature' || said.geometry?.type !== 'Point')
    return rejectedLine('It is not a GeoJSON Feature with a Point.')
  const { properties, geometry } = said
  if (properties != null && (typeof properties !== 'object' || Array.isArray(properties)))
    return rejectedLine('Its properties are not an object.')
  const own = properties as PointFeature['properties']
  const taken = addedNames.find((name) => own != null && Object.hasOwn(own, name))
  if (taken !== undefined) return rejectedLine(`It already has a property ${taken}. ${RENAME}`)
  const [lon, lat] = Array.isArray(geometry.coordinates) ? geometry.coordinates : []
  return {
    feature: { text, properties: own },
    lon: Number(lon),
    lat: Number(lat),
    fault: positionFault(lon, lat),
  }
}

/** Adds properties, given as the text of an object. Nothing else in the feature changes, so numbers keep all digits. */
const withAddition = ({ text, properties }: PointFeature, addition: string): string => {
  if (properties === undefined) {
    const end = text.lastIndexOf('}')
    return `${text.slice(0, end)},"properties":${addition}${text.slice(end)}`
  }
  const { start, end } = valueOfMember(text, 'properties')
  if (properties === null || Object.keys(properties).length === 0)
    return text.slice(0, start) + addition + text.slice(end)
  return `${text.slice(0, end - 1)},${addition.slice(1)}${text.slice(end)}`
}

/** Returns the end of the last whole line, including its break; 0 if there is none. */
export const wholeLines = (bytes: Uint8Array): number => bytes.lastIndexOf(LF) + 1
