/**
 * `npm run generate`: writes everything that is derived from the registry, the settings, the problems and the atlas. With `--check` it
 * writes nothing and fails when a file is stale, missing, or no longer generated.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describeOp } from '../src/op/describe.ts'
import { OPS } from '../src/ops/index.ts'
import { readAtlasCoverage } from '../src/sources/atlas/atlas-coverage.ts'
import { bundledDisputes } from '../src/sources/atlas/bundled-disputes.ts'
import { listedTools } from '../src/transports/mcp/server.ts'
import { openApi } from '../src/transports/rest/openapi.ts'
import { readDisputes } from './atlas/read-disputes.ts'
import { pythonClient } from './clients/python-client.ts'
import { clientTypes } from './clients/typescript-types.ts'
import { atlasFigures } from './reference/atlas-figures.ts'
import { atlasGuide } from './reference/atlas-guide.ts'
import { configurationPage } from './reference/configuration-page.ts'
import { coveragePage } from './reference/coverage-page.ts'
import { disputesPage } from './reference/disputes-page.ts'
import { errorsPage } from './reference/errors-page.ts'
import { exampleAnswers } from './reference/example-answers.ts'
import { indexPage, operationPage } from './reference/operation-pages.ts'
import { whichOperationPage } from './reference/which-operation-page.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const ATLAS = `${ROOT}data/atlas`
/** For a service started without any settings. */
const DEFAULT_BASE_URL = 'http://localhost:8080'
/** Folders with generated files only. */
const OWN_FOLDERS = ['spec', 'docs/reference']

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

const descriptions = OPS.map(describeOp)

const oneLine = ({ name, access, units, routes }: (typeof descriptions)[number]): string =>
  [name, `${routes.rest.method} ${routes.rest.path}`, `access: ${access}`, `units: ${units}`].join(' | ')

const python = pythonClient(OPS, JSON.parse(await readFile(`${ROOT}package.json`, 'utf8')).version)

const answers = await exampleAnswers(DEFAULT_BASE_URL)

const FILES: Readonly<Record<string, string>> = {
  'spec/openapi.json': json(openApi(OPS, DEFAULT_BASE_URL)),
  'spec/ops.json': json(descriptions),
  'src/client/operations.ts': clientTypes(OPS),
  'clients/python/metes_client/types.py': python.types,
  'clients/python/metes_client/operations.py': python.operations,
  'clients/python/LICENSE': await readFile(`${ROOT}LICENSE`, 'utf8'),
  'spec/mcp-tools.json': json(listedTools(OPS)),
  'spec/ops.txt': `${descriptions.map(oneLine).join('\n')}\n`,
  'docs/reference/README.md': indexPage(descriptions),
  'docs/reference/configuration.md': configurationPage(),
  'docs/guide/atlas.md': atlasGuide(
    await readFile(`${ROOT}scripts/reference/atlas-guide.md`, 'utf8'),
    await atlasFigures(ROOT),
  ),
  'docs/guide/which-operation.md': whichOperationPage(descriptions),
  'docs/reference/coverage.md': coveragePage(
    readAtlasCoverage(ATLAS),
    JSON.parse(await readFile(`${ATLAS}/gaps.json`, 'utf8')),
  ),
  'docs/reference/disputes.md': disputesPage(
    readDisputes(`${ATLAS}/disputed.yaml`),
    await bundledDisputes(ATLAS)(),
  ),
  'docs/reference/errors.md': errorsPage(),
  ...Object.fromEntries(
    descriptions.map((op) => [
      `docs/reference/${op.name}.md`,
      operationPage(op, DEFAULT_BASE_URL, answers.get(op.name)),
    ]),
  ),
}

const read = (path: string): Promise<string | null> => readFile(`${ROOT}${path}`, 'utf8').catch(() => null)

const strays = async (): Promise<readonly string[]> => {
  const found = await Promise.all(
    OWN_FOLDERS.map(async (folder) => {
      const entries = await readdir(`${ROOT}${folder}`, { recursive: true, withFileTypes: true }).catch(
        () => [],
      )
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => relative(ROOT, `${entry.parentPath}/${entry.name}`))
    }),
  )
  return found.flat().filter((path) => !Object.hasOwn(FILES, path))
}

const check = async (): Promise<void> => {
  const stale = []
  for (const [path, content] of Object.entries(FILES)) if ((await read(path)) !== content) stale.push(path)
  const faults = [
    ...stale.map((path) => `${path} is out of date.`),
    ...(await strays()).map((path) => `${path} is no longer generated.`),
  ]
  if (faults.length === 0) return
  console.error(`${faults.join('\n')}\nRun "npm run generate".`)
  process.exitCode = 1
}

const write = async (): Promise<void> => {
  for (const [path, content] of Object.entries(FILES)) {
    await mkdir(dirname(`${ROOT}${path}`), { recursive: true })
    await writeFile(`${ROOT}${path}`, content)
  }
  for (const path of await strays()) await rm(`${ROOT}${path}`)
}

await (process.argv.includes('--check') ? check() : write())
