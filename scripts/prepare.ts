/** After `npm ci` in a checkout: the program in few files, so that commands start fast. Without development packages it starts from the source. */
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const cache = fileURLToPath(new URL('../node_modules/.cache', import.meta.url))
const src = fileURLToPath(new URL('../src', import.meta.url))
const tool = await import('./bundle.ts').catch((error: unknown) => {
  if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') return null
  throw error
})
if (tool !== null) {
  mkdirSync(cache, { recursive: true })
  await tool.bundleProgram({ folder: `${cache}/program`, base: src, extension: '.ts' })
}
