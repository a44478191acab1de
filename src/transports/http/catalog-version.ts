/** Answers each request from one version of a published catalog, and names it: `Metes-Catalog: 7-1a2b3c4d; age=123`. */
import type { ServerResponse } from 'node:http'
import { ageOf, type PinCatalog } from '../../platform/publishing/ports.ts'
import type { Clock } from '../../util/clock.ts'

/** @param begin answers the request; what it starts reads the same version */
export const answerInVersion = (
  response: ServerResponse,
  { pinCatalog, clock }: { readonly pinCatalog: PinCatalog; readonly clock: Clock },
  begin: () => void,
): void => {
  const { served, run, release } = pinCatalog()
  response.once('close', release)
  if (served !== null)
    response.setHeader('Metes-Catalog', `${served.version}; age=${ageOf(served, clock.now())}`)
  run(begin)
}
