#!/usr/bin/env node
// Starts Metes on Node 24 or newer, which runs its TypeScript as it is. On an older Node the runtime that
// `npm ci` installed beside it (the `node` package) takes over.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath } from 'node:url'

const OLDEST_MAJOR = 24
const self = fileURLToPath(import.meta.url)
const entry = fileURLToPath(new URL('../src/app/bin.ts', import.meta.url))
const bundledNode = fileURLToPath(new URL('../node_modules/node/bin/node', import.meta.url))
// What Node makes of the TypeScript is kept: every start after the first takes half the time. Not in the system's temporary
// directory, where somebody else could lay code for us; where this one cannot be written, Node does without.
const compiled = fileURLToPath(new URL('../node_modules/.cache/metes', import.meta.url))

if (Number(process.versions.node.split('.')[0]) >= OLDEST_MAJOR) {
  module.enableCompileCache(compiled)
  await import(entry)
} else if (existsSync(bundledNode)) {
  const child = spawn(bundledNode, [self, ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal ? 1 : 0)
  })
} else {
  console.error(
    `Metes needs Node ${OLDEST_MAJOR} or newer; this is ${process.version}. Run "npm ci" in ${fileURLToPath(new URL('..', import.meta.url))}, which installs one.`,
  )
  process.exitCode = 1
}
