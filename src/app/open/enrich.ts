/** Opens `enrich`, which adds boundaries to the points of a file, on all processors. */
import { availableParallelism } from 'node:os'
import type { Service } from '../service.ts'
import type { CatalogParts } from './catalog.ts'

/** Memory for indexes of all threads together. */
const INDEX_BYTES = 1024 * 1024 * 1024

export const openEnrich = ({ catalog }: CatalogParts): Service['enrich'] =>
  async function* (request) {
    const { enrich } = await import('../enrich/enrich.ts')
    return yield* enrich(
      { threads: availableParallelism(), indexBytes: INDEX_BYTES, version: catalog.version },
      request,
    )
  }
