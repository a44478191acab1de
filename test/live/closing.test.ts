/** A server that is stopped while it fetches ends at once and holds no lease that delays the next one. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSqliteFiles } from '../../src/storage/sql/open-storage.ts'
import { install } from '../support/service.ts'
import { serveScriptedOverpass } from './scripted-overpass.ts'

test('a server ends although a map server never answers, and gives back its leases', async () => {
  const overpass = await serveScriptedOverpass(1, 120_000)
  const installation = await install()
  try {
    const server = await installation.serve({ METES_OVERPASS_URL: overpass.url, METES_LIVE_WAIT: '1' })
    const { status } = await fetch(`${server.url}/v1/boundaries/r22`)
    assert.equal(status, 504)
    await server.stop()
    const { liveCoordination, close } = await openSqliteFiles(installation.dataDir)
    try {
      // At the beginning of time no lease has ended by itself.
      for (const lease of ['fetch r22', `overpass ${new URL(overpass.url).host} 0`])
        assert.equal(await liveCoordination.takeLease(lease, 'next', 0, 1), true, lease)
    } finally {
      await close()
    }
  } finally {
    await installation.remove()
    await overpass.close()
  }
})
