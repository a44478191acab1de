/** How well a cache works, for the operator. */
import type { Figure } from './figure.ts'

export interface CountedCache {
  readonly hits: number
  readonly misses: number
  /** Of its entries. */
  readonly bytes: number
}

/** @param cache its name, one word */
export const cacheFigures = (cache: string, counted: CountedCache): readonly Figure[] => [
  {
    name: 'metes_cache_requests_total',
    help: 'Values that were asked of a cache, by whether it had them.',
    kind: 'counter',
    read: () => [
      { value: counted.hits, labels: { cache, result: 'hit' } },
      { value: counted.misses, labels: { cache, result: 'miss' } },
    ],
  },
  {
    name: 'metes_cache_bytes',
    help: 'Memory of the entries of a cache.',
    kind: 'gauge',
    read: () => [{ value: counted.bytes, labels: { cache } }],
  },
]
