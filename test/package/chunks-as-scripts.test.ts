/** The prepared program as scripts: each file of it still exports what it did, and processes start with what others compiled. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { chunksAsScripts } from '../../scripts/chunks-as-scripts.ts'

const RUN_SCRIPT = new URL('../../src/util/run-script.ts', import.meta.url).href
const LARGE = `\n/* ${'x'.repeat(60_000)} */\n`

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'metes-scripts-'))
  write('package.json', '{"type":"module"}')
  write('util/run-script.js', `export * from ${JSON.stringify(RUN_SCRIPT)}`)
  write('shared/small.js', 'export const small = "small"; export default 1;')
  write(
    'app/large.js',
    `import one, { small as renamed } from "../shared/small.js";
     import * as everything from "../shared/small.js";
     ${LARGE}
     let calls = 0;
     const count = () => ++calls;
     class Thing { name = renamed + ", größer" }
     const address = import.meta.url;
     const later = async () => (await import("../shared/small.js")).small;
     const strict = (function () { return this === undefined })();
     export { count as default, Thing, address, later, one, everything as "all of it", strict };`,
  )
  write(
    'app/main.js',
    `import count, { Thing, address, later, one, "all of it" as all, strict } from "./large.js";
     count();
     console.log(JSON.stringify([count(), new Thing().name, address, await later(), one, all.small, strict]));`,
  )
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (path: string, text: string): void => {
  mkdirSync(join(folder, path, '..'), { recursive: true })
  writeFileSync(join(folder, path), text)
}
const run = (): unknown =>
  JSON.parse(execFileSync(process.execPath, [join(folder, 'app/main.js')], { encoding: 'utf8' }))
const kept = (): string[] => globSync('**/*.v8*', { cwd: folder }).map((path) => join(folder, path))
const processes = (path: string): number => readFileSync(path).readUInt32LE(4)

test('a file that became a script exports, imports and knows its address as before', () => {
  const before = run()
  chunksAsScripts(folder)
  assert.equal(globSync('app/large-*.script', { cwd: folder }).length, 1)
  assert.deepEqual(run(), before)
  assert.deepEqual(run(), before)
})

test('a small file stays as it is', () => {
  chunksAsScripts(folder)
  assert.deepEqual(globSync('shared/*', { cwd: folder }), ['shared/small.js'])
})

for (const change of ['state = 2', 'state++', 'state ||= 3'])
  test(`a file that changes what it exports by ${change} stays as it is`, () => {
    const changing = `${LARGE} let state = 1; const change = () => { ${change} }; export { state, change };`
    write('app/changing.js', changing)
    chunksAsScripts(folder)
    assert.equal(readFileSync(join(folder, 'app/changing.js'), 'utf8'), changing)
  })

test('the first processes keep what they compile, and leave no other file', () => {
  chunksAsScripts(folder)
  for (let process = 1; process <= 9; process++) {
    run()
    const [path, ...others] = kept()
    assert.deepEqual(others, [])
    assert.equal(processes(path), Math.min(process, 8))
  }
})

for (const [what, spoilt] of [
  ['cut short', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
  ['empty', () => Buffer.alloc(0)],
  ['changed', (bytes: Buffer) => bytes.map((byte, at) => (at === 200 ? byte ^ 1 : byte))],
] as const)
  test(`what is kept is made again if it is ${what}`, () => {
    chunksAsScripts(folder)
    const answer = run()
    const [path] = kept()
    writeFileSync(path, spoilt(readFileSync(path)))
    assert.deepEqual(run(), answer)
    assert.equal(processes(path), 1)
    assert.deepEqual(run(), answer)
    assert.equal(processes(path), 2)
  })

test('a process keeps nothing after it changed a flag of V8', () => {
  write(
    'app/main.js',
    `import v8 from "node:v8"; import "./large.js"; v8.setFlagsFromString("--no-opt"); console.log(1)`,
  )
  chunksAsScripts(folder)
  run()
  assert.deepEqual(kept(), [])
})

test('the program runs where nothing can be kept', {
  skip: process.getuid?.() === 0 && 'root may write anywhere',
}, () => {
  const before = run()
  chunksAsScripts(folder)
  chmodSync(join(folder, 'app'), 0o555)
  assert.deepEqual(run(), before)
  chmodSync(join(folder, 'app'), 0o755)
  assert.deepEqual(kept(), [])
})
