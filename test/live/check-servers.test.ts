/** What the doctor shows of the software of a server, which writes there what it likes. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { checkNominatim, checkOverpass } from '../../src/sources/live/check-servers.ts'
import { systemClock } from '../../src/util/clock.ts'

for (const [software, overpass, nominatim] of [
  ['0.7.62.1', ' (0.7.62.1)', ' (Nominatim 0.7.62.1)'],
  [undefined, '', ''],
  [4, '', ''],
  ['x'.repeat(61), '', ''],
  ['Overpass\nAPI', '', ''],
] as const)
  test(`${JSON.stringify(software)} as the software`, async () => {
    const server = createServer((request, response) => {
      request.resume()
      response.end(
        JSON.stringify({ generator: software, software_version: software, elements: [], status: 0 }),
      )
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    const probe = { userAgent: 'Metes test', timeoutMs: 5_000, clock: systemClock }
    try {
      for (const [check, shown] of [
        [checkOverpass, overpass],
        [checkNominatim, nominatim],
      ] as const) {
        const { finding } = await check(`http://${host}`, probe)
        assert.ok(finding.startsWith(`${host}${shown} answers in `), finding)
      }
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })
