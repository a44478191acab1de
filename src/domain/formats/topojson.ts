/**
 * Writes TopoJSON 1.0 (its specification, Mike Bostock and Calvin Metcalf 2013): one object `boundaries`, and arcs as
 * differences on the grid of the precision. Attributes wait in a temporary file; the positions of all features are in memory
 * until the end.
 */
import { polygonCount, polygonStart, type Rings, vertexCount } from '../geometry/rings.ts'
import { encode } from './byte-writer.ts'
import type { FeatureHead } from './feature-head.ts'
import { MAX_POSITIONS, SharedArcs, type Topology } from './shared-arcs.ts'
import { BeyondFormat, type FileMeta, type OpenWriter } from './writer.ts'

const MAX_DECIMALS = 7
/** Text to collect before it is written. */
const PIECE_LETTERS = 256 * 1024

interface WaitingFeature {
  readonly start: number
  readonly length: number
  /** Rings of each polygon. */
  readonly polygons: readonly number[]
}

export const openTopoJson: OpenWriter = ({ write, scratch }, meta) => {
  const step = 10 ** (MAX_DECIMALS - meta.decimals)
  const scale = (units: number): number => Math.sign(units) * Math.round(Math.abs(units) / step)
  const arcs = new SharedArcs()
  const heads = scratch.file()
  const waiting: WaitingFeature[] = []
  return {
    feature: (head, rings) => {
      if (arcs.positions + vertexCount(rings) > MAX_POSITIONS)
        throw new BeyondFormat(
          `A topology of more than ${MAX_POSITIONS.toLocaleString('en')} positions needs too much memory; choose a lower detail or another format.`,
        )
      arcs.add(rings, scale)
      const bytes = encode(headJson(head))
      waiting.push({ start: heads.size, length: bytes.length, polygons: ringCounts(rings) })
      heads.append(bytes)
    },
    end: () => {
      const topology = arcs.topology()
      const text = textPieces(write)
      text.add(beginning(meta))
      let ring = 0
      for (const [index, { start, length, polygons }] of waiting.entries()) {
        text.add(index === 0 ? '\n' : ',\n')
        text.bytes(heads.read(start, length))
        const polygonArcs = polygons.map((count) =>
          Array.from({ length: count }, () => Array.from(topology.arcsOf(ring++))),
        )
        text.add(topoGeometryJson(polygonArcs))
      }
      text.add('\n]}},"arcs":[')
      writeArcs(text, topology)
      text.add(']}\n')
      text.flush()
    },
  }
}

const beginning = ({ title, attribution, bbox, decimals }: FileMeta): string => {
  const unit = Number(`1e-${decimals}`)
  const transform = { scale: [unit, unit], translate: [0, 0] }
  const head = JSON.stringify({ type: 'Topology', name: title, attribution, bbox, transform })
  return `${head.slice(0, -1)},"objects":{"boundaries":{"type":"GeometryCollection","geometries":[`
}

/** Returns a geometry object up to its type: id and properties. */
const headJson = ({ id, properties }: FeatureHead): string =>
  `${JSON.stringify({ id, properties }).slice(0, -1)},`

const topoGeometryJson = (polygons: readonly (readonly (readonly number[])[])[]): string =>
  polygons.length === 1
    ? `"type":"Polygon","arcs":${JSON.stringify(polygons[0])}}`
    : `"type":"MultiPolygon","arcs":${JSON.stringify(polygons)}}`

const ringCounts = (rings: Rings): readonly number[] =>
  Array.from(
    { length: polygonCount(rings) },
    (_, polygon) => rings.polygonEnds[polygon] - polygonStart(rings, polygon),
  )

const writeArcs = (text: TextPieces, { arcCount, arc }: Topology): void => {
  for (let number = 0; number < arcCount; number++) {
    const positions = arc(number)
    let [x, y] = [0, 0]
    text.add(number === 0 ? '[' : ',\n[')
    for (let index = 0; index < positions.length; index += 2) {
      text.add(`${index === 0 ? '' : ','}[${positions[index] - x},${positions[index + 1] - y}]`)
      x = positions[index]
      y = positions[index + 1]
    }
    text.add(']')
  }
}

type TextPieces = ReturnType<typeof textPieces>

const textPieces = (write: (bytes: Uint8Array) => void) => {
  let text = ''

  const add = (piece: string): void => {
    text += piece
    if (text.length > PIECE_LETTERS) flush()
  }

  const bytes = (bytes: Uint8Array): void => {
    flush()
    write(bytes)
  }

  const flush = (): void => {
    if (text !== '') write(encode(text))
    text = ''
  }

  return { add, bytes, flush }
}
