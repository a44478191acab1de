/**
 * Makes a request to a map server and counts the bytes of its answer towards the day budget. An answer that is of no use
 * costs little, however long it is: otherwise a few endless ones would spend the day for everybody.
 */
import { fetchBounded, HttpFailed, type UpstreamAnswer } from './fetch-bounded.ts'

/** Maximum cost of an answer that was cut off by our limits, or that cannot be used. */
const USELESS_BYTES = 1_000_000

/** Returns what `read` makes of the answer. @throws HttpFailed, and what `read` throws */
export const fetchCounted = async <T>(
  count: (bytes: number) => Promise<void>,
  read: (answer: UpstreamAnswer) => T | Promise<T>,
  ...request: Parameters<typeof fetchBounded>
): Promise<T> => {
  let bytes = 0
  let cost = 0
  try {
    const answer = await fetchBounded(...request)
    bytes = answer.bytes.byteLength
    const result = await read(answer)
    cost = bytes
    return result
  } catch (error) {
    if (error instanceof HttpFailed) bytes = error.bytes
    cost = Math.min(bytes, USELESS_BYTES)
    throw error
  } finally {
    await count(cost)
  }
}
