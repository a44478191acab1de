/** Opens `enrich`, which adds boundaries to the points of a file, on all processors. */
import { availableParallelism } from 'node:os'
import { pointsLane } from '../../compute/pool/lane-limits.ts'
import { openCompute } from '../../compute/pool/open-compute.ts'
import type { Enrich } from '../../domain/enrich/ports.ts'
import type { CatalogParts } from './catalog.ts'

/** Memory for indexes of all threads together. */
const INDEX_BYTES = 1024 * 1024 * 1024

export const openEnrich = ({ storedCatalog }: CatalogParts) => {
  const threads = availableParallelism()
  const enrich: Enrich = async function* (request) {
    const [{ enrich }, { enrichAs }, { threadRunner }, { enrichPartWork, orientationWork }] =
      await Promise.all([
        import('../../domain/enrich/parts/enrich.ts'),
        import('../../domain/enrich/enrich-as.ts'),
        import('../../domain/enrich/parts/thread-runner.ts'),
        import('./enrich-work.ts'),
      ])
    const openRunner = threadRunner({
      openCompute: () => openCompute({ import: pointsLane(threads) }),
      threads,
      works: { enrichPart: enrichPartWork, orientationOf: orientationWork },
      indexBytes: INDEX_BYTES,
    })
    const options = { openRunner, version: storedCatalog.version }
    return yield* enrichAs((plain) => enrich(options, plain))(request)
  }
  return { enrich }
}
