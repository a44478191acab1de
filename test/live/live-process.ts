/**
 * A process that fetches: `node live-process.ts PLACE URL SEED REQUESTS MAX_RELATION REQUEST_TIMEOUT_MS AT_ONCE ASKER` asks for random relations of the
 * scripted world, some at a time, and writes one line of JSON about each: its outcome, and the polygon that the store then has.
 */
import type { BoundaryId } from '../../src/domain/boundary/id.ts'
import { decodeRings } from '../../src/domain/geometry/codec.ts'
import { LiveMapFailed } from '../../src/domain/live/ports.ts'
import { randomId, systemRandom } from '../../src/util/random.ts'
import { openAt } from '../support/databases.ts'
import { seededRandom } from '../support/shapes.ts'
import { QUICK_PACE, testMap, testOverpass } from './test-map.ts'

const [place, url, seed, requests, maxRelation, requestTimeoutMs, atOnce, asker] = process.argv.slice(2)
const storage = await openAt(place)
const store = await storage.openFetched()
const shared = { coordination: storage.liveCoordination, owner: randomId(systemRandom, 16) }
const live = testMap({
  ...shared,
  overpass: testOverpass([url], {
    ...shared,
    pace: { ...QUICK_PACE, requestTimeoutMs: Number(requestTimeoutMs) },
  }),
  store,
  // Longer than a request takes on a busy machine, so that callers do not give up first.
  maxWaitMs: 60_000,
})

const random = seededRandom(Number(seed))
let left = Number(requests)
const ask = async (): Promise<void> => {
  while (left-- > 0) {
    const relation = 1 + Math.floor(random() * Number(maxRelation))
    const fetched = live.fetch({ by: 'relation', number: relation }, { name: asker, isAnonymous: false })
    const outcome = await fetched.catch((error: unknown) => {
      if (error instanceof LiveMapFailed) return `failed: ${error.fault}`
      throw error
    })
    const geometry = await store.geometry(`r${relation}` as BoundaryId)
    const coords = geometry === null ? null : [...decodeRings(geometry.rings).coords]
    process.stdout.write(`${JSON.stringify({ relation, outcome, coords })}\n`)
  }
}
await Promise.all(Array.from({ length: Number(atOnce) }, ask))
await storage.close()
