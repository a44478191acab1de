import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { replaceFile } from './replace-file.ts'

let folder: string
let draft: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'metes-replace-'))
  draft = join(folder, 'file.17')
  file = join(folder, 'file')
  writeFileSync(draft, 'new')
  writeFileSync(file, 'old')
})
afterEach(() => rmSync(folder, { recursive: true }))

const refused = (code: string): Error => Object.assign(new Error(code), { code })

/** Renames as Windows does while somebody has `file` open. `isShared`: as Node opens files, so that they may be moved. */
const windows = (isShared: boolean) => {
  const waits: number[] = []
  let isOpen = true
  return {
    waits,
    close: () => {
      isOpen = false
    },
    options: {
      platform: 'win32' as const,
      move: async (from: string, to: string) => {
        const isRefused = (to === file && existsSync(file)) || (from === file && !isShared)
        if (isOpen && isRefused) throw refused('EPERM')
        await rename(from, to)
      },
      wait: async (ms: number) => waits.push(ms),
    },
  }
}

const assertReplaced = (): void => {
  assert.equal(readFileSync(file, 'utf8'), 'new')
  assert.deepEqual(readdirSync(folder), ['file'])
}

test('a file is replaced', async () => {
  await replaceFile(draft, file)
  assertReplaced()
})

test('on Windows, a file that Node has open is replaced at once', async () => {
  const { options, waits } = windows(true)
  await replaceFile(draft, file, options)
  assertReplaced()
  assert.deepEqual(waits, [])
})

test('on Windows, a file that another program has open is replaced when that closes it', async () => {
  const { options, waits, close } = windows(false)
  const wait = async (ms: number) => {
    if (waits.push(ms) === 3) close()
  }
  await replaceFile(draft, file, { ...options, wait })
  assertReplaced()
  assert.equal(waits.length, 3)
})

test('on Windows, a file that stays open stays as it is, with the system’s reason', async () => {
  const { options, waits } = windows(false)
  await assert.rejects(replaceFile(draft, file, options), { code: 'EPERM' })
  assert.equal(readFileSync(file, 'utf8'), 'old')
  assert.ok(waits.reduce((sum, ms) => sum + ms) < 3_000)
})

test('on Windows, a file is put back if the new one cannot take its place', async () => {
  const { options } = windows(true)
  const move = async (from: string, to: string) => {
    if (from === draft && !existsSync(file)) throw refused('ENOSPC')
    await options.move(from, to)
  }
  await assert.rejects(replaceFile(draft, file, { ...options, move }), { code: 'ENOSPC' })
  assert.equal(readFileSync(file, 'utf8'), 'old')
})

for (const platform of ['linux', 'darwin', 'win32'] as const)
  test(`a missing directory is reported at once (${platform})`, async () => {
    const wait = () => assert.fail('waited')
    await assert.rejects(replaceFile(draft, join(folder, 'none', 'file'), { platform, wait }), {
      code: 'ENOENT',
    })
  })
