/** Ready bodies by question: kept up to a number of bytes, and equal questions at the same time prepared once. */
import { ByteCache } from '../../util/byte-cache.ts'
import { SingleFlight } from '../../util/single-flight.ts'
import type { EncodedBody } from './encoded-body.ts'

export class ResponseCache {
  readonly #kept: ByteCache<EncodedBody>
  readonly #preparing = new SingleFlight<EncodedBody>()

  constructor(maxBytes: number) {
    this.#kept = new ByteCache(maxBytes)
  }

  /** Null where it is not ready. */
  peek(key: string): EncodedBody | null {
    return this.#kept.get(key) ?? null
  }

  /**
   * The key must name everything the answer depends on, the version of the data included. `onHit` is told of a body that was ready.
   * Preparing one ends when everybody who waits for it has given up.
   */
  get(
    key: string,
    prepare: (signal: AbortSignal) => Promise<EncodedBody>,
    onHit: () => void,
    signal?: AbortSignal,
  ): EncodedBody | Promise<EncodedBody> {
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
