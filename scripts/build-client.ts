/**
 * The client as JavaScript for browsers and older versions of Node, with declarations. As a program it builds the package `metes-client`, which
 * has the element `<metes-map>` as well, before npm packs it.
 */
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
export const buildClient = (folder: string, { withElement = false } = {}): void => {
  const written = mkdtempSync(`${ROOT}${folder}-`)
  compileTo(written, 'src/client')
  if (withElement) compileTo(join(written, 'map'), 'src/map-element')
  rmSync(`${ROOT}${folder}`, { recursive: true, force: true })
  renameSync(written, `${ROOT}${folder}`)
}

const compileTo = (folder: string, project: string): void => {
  compile(project, '--noEmit', 'false', '--outDir', folder)
  // The compiler rewrites the addresses of modules in JavaScript only.
  for (const path of globSync('*.d.ts', { cwd: folder }).map((name) => join(folder, name)))
    writeFileSync(path, readFileSync(path, 'utf8').replace(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"))
}

if (import.meta.main) buildClient('clients/typescript/dist', { withElement: true })
