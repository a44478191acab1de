/** Exactly the tools about an account are marked as such, so that local agents without one are offered what works. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openService } from '../../src/app/main.ts'
import { readConfig } from '../../src/config/read-config.ts'
import { OPS } from '../../src/ops/index.ts'
import { localCall } from '../../src/transports/client/local-call.ts'

const BASE_URL = 'http://localhost:8080'

test('without an account, the operator is refused by the marked operations alone', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'metes-account-tools-'))
  const service = await openService(readConfig({ METES_DATA_DIR: dataDir, METES_LOG_LEVEL: 'silent' }))
  try {
    const call = localCall({ ...service.composeAt(BASE_URL), newRequestId: () => 'req_1', baseUrl: BASE_URL })
    const refused: string[] = []
    for (const { name, examples } of OPS) {
      const { signal } = new AbortController()
      const { input } = examples[0]
      const answer = await call({ operation: name, input, languages: [], signal })
      if (!answer.ok && answer.problem.code === 'unauthorized') refused.push(name)
    }
    const marked = OPS.filter(({ ofAccount }) => ofAccount === true)
    assert.deepEqual(
      refused,
      marked.map(({ name }) => name),
    )
  } finally {
    await service.close()
    await rm(dataDir, { recursive: true })
  }
})
