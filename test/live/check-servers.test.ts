/** What the doctor shows of the software of a server, which writes there what it likes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkNominatim, checkOverpass } from '../../src/sources/live/check-servers.ts'
import { systemClock } from '../../src/util/clock.ts'
import { serveLocally } from '../support/local-server.ts'

for (const [software, overpass, nominatim] of [
  ['0.7.62.1', ' (0.7.62.1)', ' (Nominatim 0.7.62.1)'],
  [undefined, '', ''],
  [4, '', ''],
  ['x'.repeat(61), '', ''],
  ['Overpass\nAPI', '', ''],
] as const)
  test(`${JSON.stringify(software)} as the software`, async () => {
    const server = await serveLocally((request, response) => {
      request.resume()
      response.end(
        JSON.stringify({ generator: software, software_version: software, elements: [], status: 0 }),
      )
    })
    const { host } = new URL(server.url)
    const probe = { userAgent: 'Metes test', timeoutMs: 5_000, clock: systemClock }
    try {
      for (const [check, shown] of [
        [checkOverpass, overpass],
        [checkNominatim, nominatim],
      ] as const) {
        const { finding } = await check(server.url, probe)
        assert.ok(finding.startsWith(`${host}${shown} answers in `), finding)
      }
    } finally {
      await server.close()
    }
  })
