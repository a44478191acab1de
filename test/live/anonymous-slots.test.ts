/** Slow boundaries that are asked for without a key: they hold one slot of a server, and accounts have the other. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { TEST_DATABASES } from '../support/databases.ts'
import { serveScriptedOverpass } from './scripted-overpass.ts'
import { askFor, testOverpass } from './test-map.ts'

const NEVER_MS = 600_000
const pace = {
  firstRestMs: 2,
  maxRestMs: 15,
  requestTimeoutMs: NEVER_MS,
  longRequestTimeoutMs: NEVER_MS,
  maxWaitMs: NEVER_MS,
}

describe('slow boundaries that callers without a key ask for, in two processes', {
  concurrency: true,
}, () => {
  for (const { name, skip, create } of TEST_DATABASES)
    test(`hold one slot, so that accounts are answered meanwhile: ${name}`, { skip }, async () => {
      const database = await create()
      const storages = [await database.open(), await database.open()]
      const upstream = await serveScriptedOverpass(1, NEVER_MS)
      try {
        const processes = storages.map(({ liveCoordination: coordination }, index) =>
          testOverpass([upstream.url], { coordination, owner: `process ${index}`, pace }),
        )
        const slow = processes.flatMap((overpass, index) =>
          [0, 1, 2].map((place) => {
            const caller = { name: `203.0.113.${place}`, isAnonymous: true }
            return askFor(overpass, 1 + 3 * (3 * index + place), caller)
          }),
        )
        while (upstream.asked.length === 0) await new Promise(setImmediate)
        upstream.latencyMs = 0
        for (let number = 301; number < 331; number += 3)
          for (const overpass of processes)
            await askFor(overpass, number, { name: `account ${number}`, isAnonymous: false })
        assert.equal(upstream.asked.filter((relation) => relation < 300).length, 1)
        upstream.release()
        await Promise.all(slow)
        assert.ok(upstream.mostAtOnce <= 2, String(upstream.mostAtOnce))
      } finally {
        await upstream.close()
        for (const storage of storages) await storage.close()
        await database.remove()
      }
    })
})
