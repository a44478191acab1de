/** What `bin/metes.js` does on a Node that is too old: it starts the one that npm installed, which Windows keeps elsewhere. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { afterEach, beforeEach, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const BIN = fileURLToPath(new URL('../../bin/', import.meta.url))
const EMPTY = 'This file intentionally left blank'
/** Says that it runs, what interrupts it, and what it reads. */
const RUNTIME = `#!${process.execPath}
process.on('SIGINT', () => console.log('interrupted'))
process.stdin.once('data', (text) => {
  console.log('read ' + text)
  process.exit(7)
})
console.log('runs ' + process.argv.slice(3).join(' '))
`

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'metes-starter-'))
  cpSync(BIN, join(root, 'bin'), { recursive: true })
  write('package.json', '{"type":"module"}')
  write('node_modules/node/package.json', '{"type":"commonjs"}')
})
afterEach(() => rmSync(root, { recursive: true }))

const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text, { mode: 0o755 })
}

/** The program of an old Node on a system, which says when it forwards an interrupt, and when it has handled it; its output line by line. */
const start = (platform: NodeJS.Platform) => {
  const pretended = `for (const [name, value] of Object.entries({ platform: '${platform}', versions: { ...process.versions, node: '20.19.0' } })) Object.defineProperty(process, name, { value })
  const { ChildProcess } = process.getBuiltinModule('node:child_process')
  const { kill } = ChildProcess.prototype
  ChildProcess.prototype.kill = function (signal) {
    console.log('forwarded')
    return kill.call(this, signal)
  }
  process.on('SIGINT', () => setImmediate(() => console.log('handled')))`
  const child = spawn(
    process.execPath,
    [
      '--import',
      `data:text/javascript,${encodeURIComponent(pretended)}`,
      join(root, 'bin/metes.js'),
      'search',
      'Łódź',
    ],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const line = async (): Promise<string> => {
    const { done, value } = await lines.next()
    assert.ok(!done, 'the output ended')
    return value
  }
  return { child, line }
}

const SYSTEMS = [
  { platform: 'linux', files: { 'bin/node': RUNTIME }, interrupts: true },
  { platform: 'darwin', files: { 'bin/node': RUNTIME }, interrupts: true },
  // As the package `node` leaves itself there.
  { platform: 'win32', files: { 'bin/node': EMPTY, 'bin/node.exe': RUNTIME }, interrupts: false },
] as const

for (const { platform, files, interrupts } of SYSTEMS)
  test(`the installed Node runs the command, to its end and with its exit code (${platform})`, async (context) => {
    for (const [path, text] of Object.entries(files)) write(`node_modules/node/${path}`, text)
    const { child, line } = start(platform)
    // A runtime whose input ends has nothing left to do.
    context.after(() => {
      child.stdin.destroy()
      child.kill('SIGKILL')
    })
    assert.equal(await line(), 'runs search Łódź')
    // Ctrl-C: a terminal of Windows sends it to every process itself.
    child.kill('SIGINT')
    const said = [await line()]
    while (!said.includes('handled') || said.includes('forwarded') !== said.includes('interrupted'))
      said.push(await line())
    assert.deepEqual(said.toSorted(), interrupts ? ['forwarded', 'handled', 'interrupted'] : ['handled'])
    child.stdin.end('on')
    assert.equal(await line(), 'read on')
    assert.deepEqual(await once(child, 'exit'), [7, null])
  })
