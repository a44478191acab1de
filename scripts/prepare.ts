/** After `npm ci` in a checkout: the program in few files and the tables as JSON, so that commands start fast. Without development packages it starts from the source. */
import { mkdirSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { newestIn } from '../bin/newest-in.js'
import { makeTables } from './tables.ts'

const cache = fileURLToPath(new URL('../node_modules/.cache', import.meta.url))
const src = fileURLToPath(new URL('../src', import.meta.url))
const lock = fileURLToPath(new URL('../package-lock.json', import.meta.url))
const made = statSync(`${cache}/program/app/bin.js`, { throwIfNoEntry: false })?.mtimeMs ?? 0
makeTables()
const tool = await import('./bundle.ts').catch((error: unknown) => {
  // Without development packages nothing is missing that was expected.
  if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'))
    console.warn(`The program will start from its source: ${error}`)
  return null
})
// Programs may be running from what is there: it is replaced only if it has to be.
if (tool !== null && made < Math.max(newestIn(src), statSync(lock).mtimeMs)) {
  mkdirSync(cache, { recursive: true })
  await tool.bundleProgram({ folder: `${cache}/program`, base: src, extension: '.ts' })
}
