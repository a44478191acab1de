#!/usr/bin/env node
// Starts Metes on Node 24 or newer. On an older Node the runtime that npm installed with it (the `node` package) takes over.
import { spawn } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import module, { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { newestIn } from './newest-in.js'

const OLDEST_MAJOR = 24
const self = fileURLToPath(import.meta.url)
const pathOf = (path) => fileURLToPath(new URL(path, import.meta.url))
const source = pathOf('../src/')
// Made from the source by `npm ci` (scripts/prepare.ts).
const prepared = pathOf('../node_modules/.cache/program/app/bin.js')

// The package has JavaScript. A checkout has TypeScript, which Node runs as it is; in few files it starts faster.
const entryModule = () => {
  if (!existsSync(source)) return pathOf('../dist/app/bin.js')
  return existsSync(prepared) && newestIn(source) < statSync(prepared).mtimeMs
    ? prepared
    : `${source}app/bin.ts`
}

// What Node compiles is kept: every start after the first takes half the time. Not in the system's temporary
// directory, where somebody else could lay code for us; where this one cannot be written, Node does without.
const compiled = pathOf('../node_modules/.cache/metes')

const isWindows = process.platform === 'win32'

// In the package's own node_modules, or above it where npm put it beside. On Windows `bin/node` is an empty file.
const bundledNode = () => {
  try {
    const path = createRequire(import.meta.url).resolve(isWindows ? 'node/bin/node.exe' : 'node/bin/node')
    return existsSync(path) ? path : null
  } catch {
    return null
  }
}

if (Number(process.versions.node.split('.')[0]) >= OLDEST_MAJOR) {
  module.enableCompileCache(compiled)
  await import(pathToFileURL(entryModule()).href)
} else {
  const node = bundledNode()
  if (node === null) {
    console.error(
      `Metes needs Node ${OLDEST_MAJOR} or newer; this is ${process.version}. The package "node" brings one, if npm may run its install script: run "npm ci" in a checkout, or install the package with --allow-scripts=node.`,
    )
    process.exitCode = 1
  } else {
    const child = spawn(node, [self, ...process.argv.slice(2)], { stdio: 'inherit' })
    // On Windows the console sends Ctrl-C to both, and `kill` would end the child at once.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
      process.on(signal, () => {
        if (!isWindows) child.kill(signal)
      })
    child.on('exit', (code, signal) => {
      process.exitCode = code ?? (signal ? 1 : 0)
    })
  }
}
