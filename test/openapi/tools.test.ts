/** Tools that people generate clients with, and the linter they check documents with, have nothing to complain about. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { isRequired } from '../support/required.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const TOOLS = join(ROOT, 'tools/openapi/node_modules/.bin')
const DOCUMENT = join(ROOT, 'spec/openapi.json')

const skip =
  !isRequired('openapi-tools') && !existsSync(TOOLS) && 'the tools are not installed (npm run tools)'

const run = (
  tool: string,
  args: readonly string[],
  cwd = ROOT,
): { status: number | null; output: string } => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(TOOLS, tool), ...args], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  })
  return { status, output: `${stdout}${stderr}` }
}

describe('spec/openapi.json', { skip }, () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'metes-openapi-'))
  })
  after(() => rm(folder, { recursive: true }))

  test('redocly finds no error and no warning by its recommended rules', () => {
    const { output, status } = run('redocly', ['lint', '--format=json', DOCUMENT])
    const report = JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1))
    assert.deepEqual(report.problems, [])
    assert.equal(status, 0)
  })

  test('openapi-typescript writes types without a warning, and they compile', async () => {
    const types = join(folder, 'types.ts')
    const { output, status } = run('openapi-typescript', [DOCUMENT, '--output', types], folder)
    assert.equal(status, 0, output)
    assert.doesNotMatch(output, /warn|error|✘|⚠/i)
    assert.match(await readFile(types, 'utf8'), /BoundaryFeature: \{/)
    const compiled = run('tsc', ['--noEmit', '--strict', '--target', 'es2022', types], folder)
    assert.equal(compiled.status, 0, compiled.output)
  })

  test('it names what is shared: no schema stands in it twice', async () => {
    const { components } = JSON.parse(await readFile(DOCUMENT, 'utf8'))
    const schemas = Object.entries(components.schemas as Record<string, object>)
      // A small one may be the same by chance.
      .filter(([, schema]) => JSON.stringify(schema).length > 1_000)
    const byText = Map.groupBy(schemas, ([, schema]) => JSON.stringify(schema))
    const twice = [...byText.values()]
      .filter(({ length }) => length > 1)
      .map((same) => same.map(([name]) => name))
    assert.deepEqual(twice, [])
  })
})
