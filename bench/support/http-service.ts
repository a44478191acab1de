/** The whole service over the made-up world of the tests, with a public limit that no bench reaches; prints its address. */
import { startService } from '../../test/registry/made-up-service.ts'

const nothing = () => {}
const service = await startService({
  publicCallsPerMinute: 1e9,
  log: { debug: nothing, info: nothing, warn: nothing, error: nothing },
})
console.log(service.url)
