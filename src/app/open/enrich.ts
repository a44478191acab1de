/** Opens `enrich`, which adds boundaries to the points of a file, on all processors. */
import { availableParallelism } from 'node:os'
import type { Enrich } from '../../domain/enrich/ports.ts'
import { siblingModule } from '../../util/sibling-module.ts'
import type { CatalogParts } from './catalog.ts'

/** Memory for indexes of all threads together. */
const INDEX_BYTES = 1024 * 1024 * 1024

export const openEnrich = ({ storedCatalog }: CatalogParts) => {
  const options = {
    threadModule: siblingModule('enrich-thread', import.meta.url),
    threads: availableParallelism(),
    indexBytes: INDEX_BYTES,
    version: storedCatalog.version,
  }
  const enrich: Enrich = async function* (request) {
    const { enrich } = await import('../../pool/enrich/enrich.ts')
    return yield* enrich(options, request)
  }
  return { enrich }
}
