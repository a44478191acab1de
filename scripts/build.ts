/** `npm run build`: the program as JavaScript in dist/, for the package: Node strips no types below node_modules. A checkout needs no build. */
import { copyFileSync, globSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildClient } from './build-client.ts'
import { bundleProgram } from './bundle.ts'
import { compile } from './compile.ts'
import { makeTables } from './tables.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

makeTables()
await bundleProgram({ folder: `${ROOT}dist`, base: `${ROOT}dist`, extension: '.js' })
// The declarations of `metes/enrich` and `metes/match`, from their modules alone: all types are written out, and `npm run check` checks them.
compile('tsconfig.build.json')
// The modules of the map page.
compile('src/explorer')
// Last: the page's compilation includes the client for newer browsers.
buildClient('dist/client')
for (const path of globSync('**/*.{css,js}', { cwd: `${ROOT}src` })) {
  mkdirSync(dirname(`${ROOT}dist/${path}`), { recursive: true })
  copyFileSync(`${ROOT}src/${path}`, `${ROOT}dist/${path}`)
}
