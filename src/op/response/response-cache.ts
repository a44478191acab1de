/**
 * A cache of encoded bodies. Keys must include everything that the answer depends on, including the version of the data.
 */
import { type Asking, FillingCache } from '../../util/filling-cache.ts'
import type { NowOrLater } from '../../util/now-or-later.ts'
import { doAlone, type ShareWork } from '../../util/share-work.ts'
import { EncodedBody } from './encoded-body.ts'

export class ResponseCache extends FillingCache<EncodedBody> {
  readonly #shareWork: ShareWork

  /** @param shareWork shares the making of an answer with other processes, which have caches of their own */
  constructor(maxBytes: number, shareWork: ShareWork = doAlone) {
    // The compressed copies of GeoJSON and JSON together are smaller than the plain bytes.
    super(maxBytes, ({ bytes }) => 2 * bytes.byteLength)
    this.#shareWork = shareWork
  }

  override get(
    key: string,
    make: (signal: AbortSignal) => Promise<EncodedBody>,
    asking: Asking = {},
  ): NowOrLater<EncodedBody> {
    return super.get(
      key,
      (signal) => this.#shared(`${asking.group ?? ''} ${key}`, () => make(signal)),
      asking,
    )
  }

  async #shared(key: string, make: () => Promise<EncodedBody>): Promise<EncodedBody> {
    let own: EncodedBody | null = null
    const { bytes, mediaType } = await this.#shareWork(`answer ${key}`, async () => {
      own = await make()
      return { bytes: own.bytes, mediaType: own.mediaType }
    })
    return own ?? new EncodedBody(bytes, mediaType)
  }
}
