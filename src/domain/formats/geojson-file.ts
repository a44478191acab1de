/**
 * Writes GeoJSON (RFC 7946): a Feature, or a FeatureCollection with one Feature on each line, whose attribution is a foreign
 * member (§6.1).
 */
import { encode } from './byte-writer.ts'
import { writeFeature } from './feature-json.ts'
import type { OpenWriter } from './writer.ts'

const SEPARATOR = encode(',\n')
const END = encode('\n]}\n')

export const openGeoJson: OpenWriter = ({ write }, { isCollection, decimals, title, attribution, bbox }) => {
  if (!isCollection)
    return { feature: (feature, rings) => write(writeFeature({ rings, decimals, feature })), end: () => {} }
  const head = JSON.stringify({ type: 'FeatureCollection', name: title, attribution, bbox })
  write(encode(`${head.slice(0, -1)},"features":[\n`))
  let isFirst = true
  return {
    feature: (feature, rings) => {
      if (!isFirst) write(SEPARATOR)
      isFirst = false
      write(writeFeature({ rings, decimals, feature }))
    },
    end: () => write(END),
  }
}
