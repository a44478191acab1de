/** An object that claims what a known boundary has is told wherever an operator looks. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { BBox } from '../../src/domain/geometry/rings.ts'
import { extractOf, ringOfBox } from '../identity/deliver.ts'
import { type Installation, install } from '../support/service.ts'

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

  const run = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await metes.run(args, SETTINGS)
    assert.equal(code, 0, stderr)
    return stdout
  }
  /** Its other checks are about the machine. */
  const doctor = async (): Promise<string> => (await metes.run(['doctor'], SETTINGS)).stdout
  const importedConflicts = async (): Promise<readonly { id: string; reason: string }[]> =>
    JSON.parse(await run('import', file, '--json', '--no-tiles')).conflicts

  test('is in the report of the import, in doctor and in the list of conflicts, until it is decided', async () => {
    const [reported, ...others] = await importedConflicts()
    assert.deepEqual([reported.id, others], [ID, []])
    assert.match(
      reported.reason,
      /^It claims iso:LI-11 and Vaduz\. Its land does not agree with Vaduz \(iso:LI-11\): /,
    )
    const { stderr } = await metes.run(['import', file, '--no-tiles'], SETTINGS)
    assert.match(stderr, /known boundaries keep what they claim[\s\S]*r9000000001/)
    assert.match(await doctor(), /1 boundary claims what a known boundary has/)
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
