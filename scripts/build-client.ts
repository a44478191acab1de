/** The client as JavaScript for browsers and older versions of Node, with declarations. As a program it builds the package `metes-client`, before npm packs it. */
import { globSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compile } from './compile.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/**
 * Replaces the folder at once, because npm may be packing it.
 *
 * @param folder from the root
 */
export const buildClient = (folder: string): void => {
  const written = mkdtempSync(`${ROOT}${folder}-`)
  compile('src/client', '--noEmit', 'false', '--outDir', written)
  // The compiler rewrites the addresses of modules in JavaScript only.
  for (const path of globSync('*.d.ts', { cwd: written }).map((name) => join(written, name)))
    writeFileSync(path, readFileSync(path, 'utf8').replace(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"))
  rmSync(`${ROOT}${folder}`, { recursive: true, force: true })
  renameSync(written, `${ROOT}${folder}`)
}

if (import.meta.main) buildClient('clients/typescript/dist')
