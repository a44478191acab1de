import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { askReload, openControl } from './control.ts'
import { atControlAddress } from './control-path.ts'

const here = new AbortController().signal
const address = async (given: string): Promise<string> => given

describe('the control channel of a data directory', () => {
  let root: string
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'metes-control-'))
  })
  afterEach(() => rm(root, { recursive: true, force: true }))

  const works = async (directory: string): Promise<void> => {
    const control = await openControl(directory, { reload: async () => 4 })
    try {
      assert.equal(await askReload(directory, here), 4)
    } finally {
      await control.close()
    }
    assert.equal(await askReload(directory, here), null)
  }

  test('answers a command, and nobody answers when it is closed', () => works(root))

  test('is private to its user', async () => {
    const control = await openControl(root, { reload: async () => 1 })
    assert.equal((await stat(join(root, 'control.sock'))).mode & 0o777, 0o600)
    await control.close()
    assert.deepEqual(await readdir(root), [])
  })

  test('works in a directory whose path is longer than that of a socket may be', async () => {
    const directory = join(root, 'a'.repeat(120))
    await mkdir(directory)
    await works(directory)
  })

  test('replaces what a killed service left', async () => {
    await writeFile(join(root, 'control.sock'), '')
    await works(root)
  })

  test('reports a failure in its own words', async () => {
    const failing = { reload: () => Promise.reject(new Error('The new process ended.')) }
    const control = await openControl(root, failing)
    await assert.rejects(askReload(root, here), { message: 'The new process ended.' })
    await control.close()
  })

  test('reports a service that ends before it has answered', async () => {
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
    const control = await openControl(root, {
      reload: () => {
        ask()
        return new Promise(() => {})
      },
    })
    const refused = assert.rejects(askReload(root, here), {
      message: 'The service stopped before its processes were replaced.',
    })
    await asked
    await control.close()
    await refused
  })

  test('a command that is ended while it waits takes nothing back: the service goes on, and answers the next one', async () => {
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
    const { promise: done, resolve: finish } = Promise.withResolvers<number>()
    const control = await openControl(root, {
      reload: () => {
        ask()
        return done
      },
    })
    const command = new AbortController()
    const ended = assert.rejects(askReload(root, command.signal), { name: 'AbortError' })
    await asked
    command.abort()
    await ended
    finish(3)
    assert.equal(await askReload(root, here), 3)
    await control.close()
  })

  test('is a pipe on Windows, named after the directory in any case', async () => {
    const [one, other] = await Promise.all(
      ['/Data', '/data'].map((directory) => atControlAddress(directory, address, 'win32')),
    )
    assert.match(one, /^\\\\\.\\pipe\\metes-[\da-f]{64}$/)
    assert.equal(one, other)
  })
})
