/** The whole service over the made-up countries in a separate process, with polygon work in threads; prints its address. */
import { serverLanes } from '../../src/compute/pool/lane-limits.ts'
import { openCompute } from '../../src/compute/pool/open-compute.ts'
import { type BoundaryId, canonicalId } from '../../src/domain/boundary/id.ts'
import { encodeRings } from '../../src/domain/geometry/codec.ts'
import { startService } from '../../test/registry/made-up-service.ts'
import { LAND, madeUpCatalog } from '../../test/registry/made-up-world.ts'
import { countries } from './countries.ts'

const MIB = 1024 * 1024

/** `r0`, `r1` … in the order of the sizes. */
const stored = countries().map(({ rings }) => ({ rings: encodeRings(rings), weights: null }))
const nothing = () => {}
const service = await startService({
  catalog: {
    ...madeUpCatalog(),
    find: async (reference) => ({
      found: true,
      record: { ...LAND, id: canonicalId(reference) },
      alternatives: [],
    }),
    geometry: async ({ id }) => stored[numberOf(id) - 1],
  },
  compute: openCompute(serverLanes({ threads: 1 })),
  cacheBytes: 128 * MIB,
  log: { debug: nothing, info: nothing, warn: nothing, error: nothing },
})
console.log(service.url)

function numberOf(id: BoundaryId): number {
  return Number(id.slice(1))
}
