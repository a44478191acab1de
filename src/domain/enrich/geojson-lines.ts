/** Points as GeoJSON features, one on each line (RFC 7946, RFC 8142 without its record separators). The properties of a feature get the new ones. */
import type { LadderColumns } from './ladder-columns.ts'
import { type Opened, type PointRows, type PointsReader, positionFault, roomFor } from './points-reader.ts'

export interface GeoJsonLayout {
  readonly format: 'geojsonl'
}

export const openGeoJsonLines = (): Opened<GeoJsonLayout> => ({
  layout: { format: 'geojsonl' },
  bytes: 0,
  lines: 0,
  preamble: new Uint8Array(),
  rejected: new Uint8Array(),
})

export const geoJsonReader = (columns: LadderColumns): PointsReader => ({
  rows: (block) => new GeoJsonRows(block, columns.names),
  addition: (ladder) => {
    const values = columns.values(ladder)
    const properties = Object.fromEntries(columns.names.map((name, i) => [name, values[i] || null]))
    return Buffer.from(JSON.stringify(properties))
  },
})

const decoder = new TextDecoder()

interface Row {
  readonly bytes: Uint8Array
  readonly line: number
  /** What the line says; undefined when it is not JSON. */
  readonly feature: Feature | undefined
}

interface Feature {
  readonly type?: unknown
  readonly geometry?: { readonly type?: unknown; readonly coordinates?: unknown } | null
  readonly properties?: Readonly<Record<string, unknown>> | null
}

class GeoJsonRows implements PointRows {
  readonly lons: Float64Array
  readonly lats: Float64Array
  readonly faults = new Map<number, string>()
  readonly count: number
  readonly lines: number
  readonly #rows: readonly Row[]
  readonly #addedNames: readonly string[]

  constructor(block: Uint8Array, addedNames: readonly string[]) {
    this.#addedNames = addedNames
    const rows: Row[] = []
    let line = 0
    for (let start = 0; start < block.length; line++) {
      const found = block.indexOf(LF, start)
      const end = found === -1 ? block.length : found
      // RFC 8142 begins each text with a record separator.
      const bytes = block.subarray(block[start] === RECORD_SEPARATOR ? start + 1 : start, end)
      if (bytes.some((byte) => byte > SPACE)) rows.push({ bytes, line, feature: parsed(bytes) })
      start = end + 1
    }
    this.#rows = rows
    this.count = rows.length
    this.lines = line
    this.lons = new Float64Array(rows.length)
    this.lats = new Float64Array(rows.length)
    for (const [row, { feature }] of rows.entries()) {
      const [lon, lat, fault] = pointIn(feature)
      this.lons[row] = lon
      this.lats[row] = lat
      if (fault !== null) this.faults.set(row, fault)
    }
  }

  row(index: number): Uint8Array {
    return this.#rows[index].bytes
  }

  lineOf(index: number): number {
    return this.#rows[index].line
  }

  joined(answers: Int32Array, additions: readonly Uint8Array[], room: ArrayBuffer): Uint8Array<ArrayBuffer> {
    const texts: string[] = []
    const lines: string[] = []
    for (const [row, { feature }] of this.#rows.entries()) {
      const answer = answers[row]
      if (answer === -1 || feature === undefined) continue
      texts[answer] ??= decoder.decode(additions[answer])
      lines.push(this.#joinedText(feature, texts[answer]), '\n')
    }
    const text = lines.join('')
    const bytes = roomFor(Buffer.byteLength(text), room)
    new TextEncoder().encodeInto(text, bytes)
    return bytes
  }

  /** The feature with more properties, which are given as the text of an object. */
  #joinedText(feature: Feature, addition: string): string {
    const own = { ...feature.properties }
    if (this.#addedNames.some((name) => Object.hasOwn(own, name)))
      return JSON.stringify({ ...feature, properties: { ...own, ...(JSON.parse(addition) as object) } })
    const ownText = JSON.stringify(own)
    const properties = ownText === '{}' ? addition : `${ownText.slice(0, -1)},${addition.slice(1)}`
    const members = Object.entries({ ...feature, properties: own }).map(
      ([key, value]) => `${JSON.stringify(key)}:${value === own ? properties : JSON.stringify(value)}`,
    )
    return `{${members.join()}}`
  }
}

const [LF, RECORD_SEPARATOR, SPACE] = [10, 30, 32]

const parsed = (line: Uint8Array): Feature | undefined => {
  try {
    return JSON.parse(decoder.decode(line))
  } catch {
    return undefined
  }
}

const pointIn = (
  feature: Feature | null | undefined,
): readonly [lon: number, lat: number, fault: string | null] => {
  if (feature === undefined) return [Number.NaN, Number.NaN, 'The line is not JSON.']
  if (feature?.type !== 'Feature' || feature.geometry?.type !== 'Point')
    return [Number.NaN, Number.NaN, 'The line is not a GeoJSON Feature with a Point.']
  const [lon, lat] = Array.isArray(feature.geometry.coordinates) ? feature.geometry.coordinates : []
  return [Number(lon), Number(lat), positionFault(lon, lat)]
}

/** Where the last whole line of the bytes ends, its break included; 0 when there is none. */
export const wholeLines = (bytes: Uint8Array): number => bytes.lastIndexOf(LF) + 1
