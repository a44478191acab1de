/**
 * Writes GeoJSON Features one after the other, for programs that read them one by one. Every Feature has its attribution.
 */
import { encode } from './byte-writer.ts'
import { writeFeature } from './feature-json.ts'
import type { OpenWriter } from './writer.ts'

const LINE_END = encode('\n')
/** RFC 8142 §2.1: each Feature is between a record separator and a line feed. */
const RECORD_SEPARATOR = encode('\u001e')

const sequence =
  (before: Uint8Array | null): OpenWriter =>
  ({ write }, { decimals }) => ({
    feature: (feature, rings) => {
      if (before !== null) write(before)
      write(writeFeature({ rings, decimals, feature }))
      write(LINE_END)
    },
    end: () => {},
  })

export const openGeoJsonLines = sequence(null)
export const openGeoJsonSequence = sequence(RECORD_SEPARATOR)
