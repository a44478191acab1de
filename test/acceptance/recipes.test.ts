/** The recipes of the guide give its answer, each with the program that it is for, and the guide shows their text. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { blocksOf } from '../support/doc-examples.ts'
import { noDuckDb, queryDuckDb } from '../support/duckdb.ts'
import { noGdal } from '../support/gdal.ts'
import { succeed } from '../support/installed-package.ts'
import { noPostGis, withDatabase } from '../support/postgis.ts'
import { isRequired } from '../support/required.ts'
import { install } from '../support/service.ts'

const EXAMPLES = fileURLToPath(new URL('../../examples/', import.meta.url))
const GUIDE = fileURLToPath(new URL('../../docs/guide/recipes.md', import.meta.url))
/** Debian's own, even if another Python is first on the path. */
const PYTHON = '/usr/bin/python3'
const PACKAGES = '/usr/lib/python3/dist-packages'

const SCRIPTS = {
  geopandas: 'geopandas/shops_in_states.py',
  postgis: 'postgis/shops-in-states.sh',
  qgis: 'qgis/shops_in_states.py',
  ogr2ogr: 'ogr2ogr/shops-in-states.sh',
  duckdb: 'duckdb/shops-in-states.sql',
  r: 'r/shops-in-states.R',
} as const

const blocks = blocksOf(await readFile(GUIDE, 'utf8')).flatMap((block) => block?.code ?? [])
const answer = blocks.find((code) => code.startsWith('Alster: '))?.split('\n') ?? []

for (const path of [...Object.values(SCRIPTS), 'recipes/shops.csv'])
  test(`recipes.md shows examples/${path}`, async () => {
    const text = await readFile(join(EXAMPLES, path), 'utf8')
    assert.ok(blocks.includes(text.trimEnd()), path)
  })

const missing = (name: string, path: string): string | false =>
  !isRequired(name) && !existsSync(path) && `${path} is not installed`

describe('the state of each shop', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'metes-recipes-'))
    await copyFile(join(EXAMPLES, 'recipes/shops.csv'), join(folder, 'shops.csv'))
    const metes = await install()
    const commands = blocks.filter((code) => code.startsWith('metes ')).flatMap((code) => code.split('\n'))
    for (const command of commands) {
      const [, ...options] = command.split(' ')
      const output = join(folder, options.pop()!)
      const exported = await metes.run([...options, output], { METES_SOURCES: 'atlas' })
      assert.equal(exported.code, 0, exported.stderr)
    }
    await metes.remove()
  })
  after(() => rm(folder, { recursive: true }))

  const run = async (program: string, script: keyof typeof SCRIPTS, env: Record<string, string> = {}) => {
    const { stdout } = await succeed(program, [join(EXAMPLES, SCRIPTS[script])], { cwd: folder, env })
    return stdout.trimEnd().split('\n')
  }

  test('by geopandas', { skip: missing('geopandas', `${PACKAGES}/geopandas`) }, async () => {
    assert.deepEqual(await run(PYTHON, 'geopandas'), answer)
  })

  test('by QGIS', { skip: missing('qgis', `${PACKAGES}/qgis`) }, async () => {
    // Its settings and caches are in the home directory.
    const env = { HOME: folder, QT_QPA_PLATFORM: 'offscreen' }
    assert.deepEqual(await run(PYTHON, 'qgis', env), answer)
  })

  test('by ogr2ogr', { skip: noGdal }, async () => {
    const [head, ...rows] = await run('bash', 'ogr2ogr')
    assert.equal(head, 'shop,state')
    assert.deepEqual(
      rows.map((row) => row.replace(',', ': ')),
      answer,
    )
  })

  test('by DuckDB, without an extension', { skip: noDuckDb }, async () => {
    const sql = await readFile(join(EXAMPLES, SCRIPTS.duckdb), 'utf8')
    const rows = await queryDuckDb(sql, folder)
    assert.deepEqual(
      rows.map((row) => row.answer),
      answer,
    )
  })

  test('by R', { skip: missing('r', '/usr/lib/R/site-library/sf') }, async () => {
    assert.deepEqual(await run('Rscript', 'r'), answer)
  })

  test('by PostGIS', { skip: noGdal || noPostGis }, () =>
    withDatabase(async ({ env }) => assert.deepEqual(await run('bash', 'postgis', env), answer)),
  )
})
