/** A cache of encoded bodies, limited in bytes. Concurrent misses of one key prepare the body only once. */
import { ByteCache } from '../../util/byte-cache.ts'
import type { NowOrLater } from '../../util/now-or-later.ts'
import { SingleFlight } from '../../util/single-flight.ts'
import type { EncodedBody } from './encoded-body.ts'

export class ResponseCache {
  readonly #kept: ByteCache<EncodedBody>
  readonly #preparing = new SingleFlight<EncodedBody>()

  constructor(maxBytes: number) {
    this.#kept = new ByteCache(maxBytes)
  }

  /** Returns null if the body is not cached. */
  peek(key: string): EncodedBody | null {
    return this.#kept.get(key) ?? null
  }

  /**
   * The key must include everything that the answer depends on, including the version of the data. `onHit` is called for a
   * cached body. `prepare` is aborted when all callers that wait for it have given up.
   */
  get(
    key: string,
    prepare: (signal: AbortSignal) => Promise<EncodedBody>,
    onHit: () => void,
    signal?: AbortSignal,
  ): NowOrLater<EncodedBody> {
    const kept = this.#kept.get(key)
    if (kept !== undefined) {
      onHit()
      return kept
    }
    return this.#preparing.run(
      key,
      async (unwanted) => {
        const body = await prepare(unwanted)
        this.#kept.set(key, body)
        return body
      },
      signal,
    )
  }
}
