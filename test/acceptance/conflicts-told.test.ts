/** An object that claims what a known boundary has is told wherever an operator looks. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { BoundaryId } from '../../src/domain/boundary/id.ts'
import type { BBox } from '../../src/domain/geometry/rings.ts'
import { openSqliteFiles } from '../../src/storage/sql/open-storage.ts'
import { extractOf, ringOfBox } from '../identity/deliver.ts'
import { boundary, stream } from '../support/boundary-entries.ts'
import { type CommandResult, type Installation, install } from '../support/service.ts'

const SETTINGS = { METES_SOURCES: 'extract,atlas', METES_WORKERS: '1' }
const ID = 'r9000000001'
/** In Vaduz as the atlas draws it, and much smaller. */
const HERE: BBox = [9.52, 47.13, 9.53, 47.14]

describe('a conflict of an import', () => {
  let metes: Installation
  let file: string
  before(async () => {
    metes = await install()
    file = join(metes.dataDir, 'forged.osm.pbf')
    writeFileSync(
      file,
      extractOf([
        {
          number: 9_000_000_001,
          tags: {
            type: 'boundary',
            boundary: 'administrative',
            admin_level: '8',
            name: 'Vaduz',
            'ISO3166-2': 'LI-11',
          },
          label: null,
          rings: [ringOfBox(HERE)],
        },
      ]),
    )
  })
  after(() => metes?.remove())

  const outputOf = async (command: Promise<CommandResult>): Promise<string> => {
    const { code, stdout, stderr } = await command
    assert.equal(code, 0, stderr)
    return stdout
  }
  const run = (...args: string[]): Promise<string> => outputOf(metes.runHere(args, SETTINGS))
  /** Its other checks are about the machine. */
  const doctor = async (): Promise<string> => (await metes.runHere(['doctor'], SETTINGS)).stdout
  const importedConflicts = async (): Promise<readonly { id: string; reason: string }[]> =>
    JSON.parse(await outputOf(metes.run(['import', file, '--json', '--no-tiles'], SETTINGS))).conflicts

  test('is in the report of the import, in doctor and in the list of conflicts, until it is decided', async () => {
    const [reported, ...others] = await importedConflicts()
    assert.deepEqual([reported.id, others], [ID, []])
    assert.match(
      reported.reason,
      /^It claims iso:LI-11 and Vaduz\. Its land does not match Vaduz \(iso:LI-11\): /,
    )
    const { stderr } = await metes.run(['import', file, '--no-tiles'], SETTINGS)
    assert.match(stderr, /in conflict with known ones[\s\S]*r9000000001/)
    assert.match(await doctor(), /1 boundary is in conflict with known ones/)
    const { conflicts } = JSON.parse(await run('catalog', 'conflicts', '--json'))
    assert.deepEqual([...new Set(conflicts.map(({ id }: { id: string }) => id))], [ID])

    await run('catalog', 'resolve', ID, '--reject')
    const [rejected] = await importedConflicts()
    assert.match(rejected.reason, /^It claims its place\. It was rejected\. /)
    assert.match(await doctor(), /✓ Conflicts: none/)
    const vaduz = JSON.parse(await run('get', 'iso:LI-11', '--json', '--detail', 'low'))
    assert.equal(vaduz.properties.id, 'iso:LI-11')
  })
})

describe('a conflict of a fetch', () => {
  let metes: Installation
  before(async () => {
    metes = await install()
    const storage = await openSqliteFiles(metes.dataDir)
    const fetched = await storage.openFetched()
    await fetched.replace(stream([FORGED]), { origin: 'live', coveredCountries: [] })
    await storage.close()
  })
  after(() => metes?.remove())

  const conflicts = async (): Promise<readonly { id: string; source: string }[]> =>
    JSON.parse((await metes.runHere(['catalog', 'conflicts', '--json'], SETTINGS)).stdout).conflicts

  test('is told and can be decided by commands without the settings of the live map', async () => {
    assert.deepEqual(
      (await conflicts()).map(({ id, source }) => [id, source]),
      [[ID, 'live']],
    )
    const { stdout } = await metes.runHere(['doctor'], SETTINGS)
    assert.match(stdout, /1 boundary is in conflict with known ones/)
    const { code, stderr } = await metes.runHere(['catalog', 'resolve', ID, '--reject'], SETTINGS)
    assert.equal(code, 0, stderr)
    assert.deepEqual(await conflicts(), [])
  })
})

const FORGED = {
  ...boundary({ id: ID, name: 'Vaduz', iso: 'LI-11', country: 'LI', bbox: HERE }),
  conflicts: [
    {
      claim: 'iso:LI-11',
      holder: { id: 'iso:LI-11' as BoundaryId, name: 'Vaduz', isIn: 'lower source' as const },
      replacesIfKept: false,
      reason: 'Its land does not agree.',
    },
  ],
}
