/** Points as GeoJSON features, one on each line (RFC 7946, RFC 8142 without its record separators). The properties of a feature get the new ones. */
import type { LadderColumns } from './ladder-columns.ts'
import { type Opened, type PointRows, type PointsReader, positionFault } from './points-reader.ts'

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
  rows: (block) => new GeoJsonRows(block),
  addition: (ladder) => {
    const values = columns.values(ladder)
    const properties = Object.fromEntries(columns.names.map((name, i) => [name, values[i] || null]))
    return Buffer.from(JSON.stringify(properties))
  },
})

const decoder = new TextDecoder()

class GeoJsonRows implements PointRows {
  readonly lons: Float64Array
  readonly lats: Float64Array
  readonly faults = new Map<number, string>()
  readonly count: number
  readonly lines: number
  readonly #rows: readonly { readonly bytes: Uint8Array; readonly line: number }[]

  constructor(block: Uint8Array) {
    const rows: { readonly bytes: Uint8Array; readonly line: number }[] = []
    let line = 0
    for (let start = 0; start < block.length; line++) {
      const found = block.indexOf(LF, start)
      const end = found === -1 ? block.length : found
      // RFC 8142 begins each text with a record separator.
      const bytes = block.subarray(block[start] === RECORD_SEPARATOR ? start + 1 : start, end)
      if (bytes.some((byte) => byte > SPACE)) rows.push({ bytes, line })
      start = end + 1
    }
    this.#rows = rows
    this.count = rows.length
    this.lines = line
    this.lons = new Float64Array(rows.length)
    this.lats = new Float64Array(rows.length)
    for (const [row, { bytes }] of rows.entries()) {
      const [lon, lat, fault] = pointIn(bytes)
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

  joined(additions: readonly (Uint8Array | null)[]): Uint8Array<ArrayBuffer> {
    const lines = additions.map((addition, row) => {
      if (addition === null) return ''
      const feature = JSON.parse(decoder.decode(this.row(row))) as { readonly properties?: object | null }
      const properties = { ...feature.properties, ...(JSON.parse(decoder.decode(addition)) as object) }
      return `${JSON.stringify({ ...feature, properties })}\n`
    })
    return new TextEncoder().encode(lines.join(''))
  }
}

const [LF, RECORD_SEPARATOR, SPACE] = [10, 30, 32]

const pointIn = (line: Uint8Array): readonly [lon: number, lat: number, fault: string | null] => {
  let feature: {
    readonly type?: unknown
    readonly geometry?: { readonly type?: unknown; readonly coordinates?: unknown } | null
  }
  try {
    feature = JSON.parse(decoder.decode(line))
  } catch {
    return [Number.NaN, Number.NaN, 'The line is not JSON.']
  }
  if (feature?.type !== 'Feature' || feature.geometry?.type !== 'Point')
    return [Number.NaN, Number.NaN, 'The line is not a GeoJSON Feature with a Point.']
  const [lon, lat] = Array.isArray(feature.geometry.coordinates) ? feature.geometry.coordinates : []
  return [Number(lon), Number(lat), positionFault(lon, lat)]
}

/** Where the last whole line of the bytes ends, its break included; 0 when there is none. */
export const wholeLines = (bytes: Uint8Array): number => bytes.lastIndexOf(LF) + 1
