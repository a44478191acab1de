/** A server whose limit of open files is below its limit of connections says so when it starts. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type Installation, install } from '../support/service.ts'

const METES = fileURLToPath(new URL('../../bin/metes.js', import.meta.url))
const LIMIT = 300
const WARNING =
  /A process may have 300 files open, too few for the 10000 connections of METES_MAX_CONNECTIONS/

const skip = !existsSync('/proc/self/limits') && 'this system does not say how many files may be open'

describe('a process that may open few files', { skip, concurrency: 1 }, () => {
  let metes: Installation
  let scratch: string
  before(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'metes-files-test-'))
    const limited = join(scratch, 'limited-node')
    await writeFile(limited, `#!/bin/bash\nulimit -n ${LIMIT}\nexec '${process.execPath}' "$@"\n`, {
      mode: 0o755,
    })
    metes = await install(METES, limited)
  })
  after(async () => {
    await metes.remove()
    await rm(scratch, { recursive: true, force: true })
  })

  for (const options of [[], ['--processes', '1']])
    test(`warns once at its start, and serves: serve ${options.join(' ')}`, async () => {
      const server = await metes.serve({}, options)
      try {
        assert.equal((await fetch(`${server.url}/readyz`)).status, 200)
        assert.match(server.log(), WARNING)
        assert.equal(server.log().match(/files open/g)?.length, 1)
      } finally {
        assert.equal(await server.stop(), 0)
      }
    })

  test('says so in doctor, until fewer connections are set', async () => {
    const warned = await metes.run(['doctor'])
    assert.match(warned.stdout, new RegExp(`✗ Open files: ${WARNING.source}`))
    assert.match(warned.stdout, /LimitNOFILE of systemd.*METES_MAX_CONNECTIONS to 44\.$/m)
    const fewer = await metes.run(['doctor'], { METES_MAX_CONNECTIONS: '44' })
    assert.match(fewer.stdout, /✓ Open files: 300 may be open at once/)
  })
})
