/**
 * Writes GeoJSON (RFC 7946): a Feature, a FeatureCollection with one Feature on each line, whose attribution is a foreign
 * member (§6.1), or Features one after the other, for programs that read them one by one.
 */
import { encode } from './byte-writer.ts'
import { writeFeature } from './feature-json.ts'
import type { OpenWriter } from './writer.ts'

const SEPARATOR = encode(',\n')
const END = encode('\n]}\n')
const LINE_END = encode('\n')
/** RFC 8142 §2.1: each Feature is between a record separator and a line feed. */
const RECORD_SEPARATOR = encode('\u001e')

const sequence =
  (before: readonly Uint8Array[], after: readonly Uint8Array[]): OpenWriter =>
  ({ write }, { decimals }) => ({
    feature: (feature, rings) => {
      for (const piece of [...before, writeFeature({ rings, decimals, feature }), ...after]) write(piece)
    },
    end: () => {},
  })

const openFeature = sequence([], [])
export const openGeoJsonLines = sequence([], [LINE_END])
export const openGeoJsonSequence = sequence([RECORD_SEPARATOR], [LINE_END])

export const openGeoJson: OpenWriter = (output, meta) => {
  if (!meta.isCollection) return openFeature(output, meta)
  const { title, attribution, decimals, bbox } = meta
  const head = JSON.stringify({ type: 'FeatureCollection', name: title, attribution, bbox })
  output.write(encode(`${head.slice(0, -1)},"features":[\n`))
  let isFirst = true
  return {
    feature: (feature, rings) => {
      if (!isFirst) output.write(SEPARATOR)
      isFirst = false
      output.write(writeFeature({ rings, decimals, feature }))
    },
    end: () => output.write(END),
  }
}
