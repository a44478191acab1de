/** `npm run build`: the program as JavaScript in dist/, for the package: Node strips no types below node_modules. A checkout needs no build. */
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleProgram } from './bundle.ts'
import { makeTables } from './tables.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

const compile = (project: string): void => {
  const tsc = `${ROOT}tools/node_modules/.bin/tsc`
  const { status, stdout, error } = spawnSync(tsc, ['-p', project], { cwd: ROOT, encoding: 'utf8' })
  if (status !== 0) throw new Error(`tsc -p ${project} failed: ${error?.message ?? stdout}`)
}

if (!existsSync(`${ROOT}tools/node_modules/.bin/tsc`))
  spawnSync('npm', ['run', 'tools'], { cwd: ROOT, stdio: 'inherit' })
makeTables()
await bundleProgram({ folder: `${ROOT}dist`, base: `${ROOT}dist`, extension: '.js' })
// The declarations of `metes/enrich`, from its module alone: all types are written out, and `npm run check` checks them.
compile('tsconfig.build.json')
// The modules of the map page.
compile('src/explorer')
// Of modules for browsers and older versions of Node, with declarations. Last: the page's compilation includes it for newer ones.
compile('src/client')
for (const path of globSync('**/*.{css,js}', { cwd: `${ROOT}src` })) {
  mkdirSync(dirname(`${ROOT}dist/${path}`), { recursive: true })
  copyFileSync(`${ROOT}src/${path}`, `${ROOT}dist/${path}`)
}
// The compiler rewrites the addresses of modules in JavaScript only.
for (const path of globSync('dist/client/*.d.ts', { cwd: ROOT }).map((path) => `${ROOT}${path}`))
  writeFileSync(path, readFileSync(path, 'utf8').replace(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"))
