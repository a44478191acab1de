/** Answers each request from one version of a published catalog, and names it: `Metes-Catalog: 7-1a2b3c4d; age=123`. */
import type { RequestListener } from 'node:http'
import { ageOf, type PinCatalog } from '../../platform/publishing/ports.ts'
import type { Clock } from '../../util/clock.ts'

export const inCatalogVersion =
  (listener: RequestListener, pinCatalog: PinCatalog, clock: Clock): RequestListener =>
  (request, response) => {
    const { served, run, release } = pinCatalog()
    response.once('close', release)
    if (served !== null)
      response.setHeader('Metes-Catalog', `${served.version}; age=${ageOf(served, clock.now())}`)
    run(() => listener(request, response))
  }
