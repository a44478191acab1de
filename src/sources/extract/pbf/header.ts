/** The first block of a file: the features that a reader must support, and the extent of the file. */
import type { BBox } from '../../../domain/geometry/rings.ts'
import { timeOf } from './info.ts'
import { MalformedBlock } from './problem.ts'
import { Wire } from './wire.ts'

export interface PbfHeader {
  /** Area to which the file was cut, if it states it. */
  readonly bbox: BBox | null
  /** RFC 3339 UTC: date of the map data, if the file states it. */
  readonly replicationTimestamp: string | null
}

/** Supported `required_features`. HistoricalInformation is not supported: such files have several versions of an object. */
const UNDERSTOOD = new Set(['OsmSchema-V0.6', 'DenseNodes', 'LocationsOnWays'])
const NANODEGREES = 1e9

export const decodeHeader = (block: Uint8Array): PbfHeader => {
  const wire = new Wire(block)
  let bbox: BBox | null = null
  let replicationTimestamp: string | null = null
  for (let field = wire.field(); field !== 0; field = wire.field()) {
    if (field === 1) bbox = decodeBBox(wire)
    else if (field === 4) refuseUnknown(wire.text())
    else if (field === 32) replicationTimestamp = timeOf(wire.int64() * 1000)
    else wire.skip()
  }
  return { bbox, replicationTimestamp }
}

const refuseUnknown = (feature: string): void => {
  if (UNDERSTOOD.has(feature)) return
  const hint =
    feature === 'HistoricalInformation'
      ? ' It is a history file; "osmium time-filter" turns it into a plain one.'
      : ''
  throw new MalformedBlock(`The file requires the feature "${feature}", which is not supported.${hint}`)
}

const decodeBBox = (wire: Wire): BBox | null => {
  const outer = wire.enter()
  const sides = [Number.NaN, Number.NaN, Number.NaN, Number.NaN, Number.NaN]
  for (let field = wire.field(); field !== 0; field = wire.field()) {
    if (field < sides.length) sides[field] = wire.signed() / NANODEGREES
    else wire.skip()
  }
  wire.leave(outer)
  const [, left, right, top, bottom] = sides
  const bbox: BBox = [left, bottom, right, top]
  return bbox.every(Number.isFinite) ? bbox : null
}
