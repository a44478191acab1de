/**
 * A cache of encoded bodies. Keys must include everything that the answer depends on, including the version of the data.
 */
import { FillingCache } from '../../util/filling-cache.ts'
import type { EncodedBody } from './encoded-body.ts'

export class ResponseCache extends FillingCache<EncodedBody> {
  constructor(maxBytes: number) {
    // The compressed copies of GeoJSON and JSON together are smaller than the plain bytes.
    super(maxBytes, ({ bytes }) => 2 * bytes.byteLength)
  }
}
