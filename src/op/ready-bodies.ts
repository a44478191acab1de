/** Ready bodies by question: kept up to a number of bytes, and equal questions at the same time prepared once. */
import { ByteCache } from '../util/byte-cache.ts'
import { SingleFlight } from '../util/single-flight.ts'
import type { ReadyBody } from './ready-body.ts'

export class ReadyBodies {
  readonly #kept: ByteCache<ReadyBody>
  readonly #preparing = new SingleFlight<ReadyBody>()

  constructor(maxBytes: number) {
    this.#kept = new ByteCache(maxBytes)
  }

  /**
   * The key must name everything the answer depends on, the version of the data included. `onHit` is told of a body that was ready.
   * Preparing one ends when everybody who waits for it has given up.
   */
  get(
    key: string,
    prepare: (signal: AbortSignal) => Promise<ReadyBody>,
    onHit: () => void,
    signal?: AbortSignal,
  ): ReadyBody | Promise<ReadyBody> {
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
