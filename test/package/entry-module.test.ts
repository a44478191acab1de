/** Which program `bin/metes.js` starts: in a checkout the prepared one, until something in src/ is newer. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const BIN = fileURLToPath(new URL('../../bin/', import.meta.url))
const SOURCE = 'src/app/bin.ts'
const OTHER = 'src/domain/area/plan.ts'
const PREPARED = 'node_modules/.cache/program/app/bin.js'
const PACKAGED = 'dist/app/bin.js'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'metes-entry-'))
  cpSync(BIN, join(root, 'bin'), { recursive: true })
  write('package.json', '{"type":"module"}')
})
afterEach(() => rmSync(root, { recursive: true }))

const write = (path: string, text = `console.log('${path}')`): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
/** All files and folders of a checkout that was prepared a minute after its sources were written. */
const checkout = (): void => {
  for (const path of [SOURCE, OTHER, PREPARED]) write(path)
  for (const path of [SOURCE, OTHER, 'src', 'src/app', 'src/domain', 'src/domain/area']) touch(path, 1_000)
  touch(PREPARED, 1_060)
}
const touch = (path: string, seconds: number): void => utimesSync(join(root, path), seconds, seconds)
const started = (): string =>
  execFileSync(process.execPath, [join(root, 'bin/metes.js')], { encoding: 'utf8' }).trim()

test('the prepared program of a checkout is started', () => {
  checkout()
  assert.equal(started(), PREPARED)
})

test('the source is started where nothing was prepared', () => {
  write(SOURCE)
  assert.equal(started(), SOURCE)
})

test('the source is started after one of its files was changed', () => {
  checkout()
  touch(OTHER, 1_070)
  assert.equal(started(), SOURCE)
})

test('the source is started after one of its files was removed or moved', () => {
  checkout()
  renameSync(join(root, OTHER), join(root, 'src/plan.ts'))
  assert.equal(started(), SOURCE)
})

test('the package, which has no source, starts its own program', () => {
  write(PACKAGED)
  assert.equal(started(), PACKAGED)
})
