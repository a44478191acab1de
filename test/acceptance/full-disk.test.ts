/** A disk that is full ends commands in a sentence and leaves nothing behind: real commands on a file system of 1 MB. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const METES = fileURLToPath(new URL('../../bin/metes.js', import.meta.url))
const ROWS = 100_000

const directory = await mkdtemp(join(tmpdir(), 'metes-full-disk-'))
after(() => rm(directory, { recursive: true }))
const small = join(directory, 'small')

/** In a namespace of its own, where the small disk is mounted; its files are listed on the last line. */
const onSmallDisk = (command: string, env: Readonly<Record<string, string>> = {}) => {
  const script = `mkdir -p ${small} && mount -t tmpfs -o size=1m tmpfs ${small} && { ${command}; code=$?; ls -A ${small} >&2; exit $code; }`
  const { status, stderr } = spawnSync('unshare', ['--mount', 'bash', '-c', script], {
    cwd: directory,
    encoding: 'utf8',
    env: {
      ...process.env,
      METES_DATA_DIR: join(directory, 'data'),
      METES_SOURCES: 'atlas',
      NO_COLOR: '1',
      ...env,
    },
  })
  return { status, stderr }
}

const metes = (args: string): string => `${process.execPath} ${METES} ${args}`

const skip = onSmallDisk('true').status !== 0 && 'this user cannot mount a disk'

describe('on a full disk', { skip }, () => {
  before(async () => {
    const points = Array.from({ length: ROWS }, (_, row) => `${row},${45 + (row % 800) / 100},10\n`)
    await writeFile(join(directory, 'points.csv'), `id,lat,lon\n${points.join('')}`)
    await writeFile(join(directory, 'bad.csv'), `id,lat,lon\n${'a row without a position\n'.repeat(ROWS)}`)
  })

  for (const [what, args, sentence] of [
    ['enrich', 'enrich points.csv -o small/out.csv', 'Error: Cannot write small/out.csv: the disk is full.'],
    [
      'the rejected rows of enrich',
      'enrich bad.csv -o small/out.csv',
      'Error: Cannot write small/out.csv.rejected: the disk is full.',
    ],
    [
      'a downloaded collection',
      'export iso:US --kind county --detail full --output small/counties.fgb',
      'Error: Cannot write small/counties.fgb: the disk is full.',
    ],
  ])
    test(`${what} ends in a sentence and leaves no half file`, () => {
      const { status, stderr } = onSmallDisk(metes(args))
      assert.equal(status, 1)
      assert.ok(stderr.endsWith(`${sentence}\n`), stderr)
    })

  for (const format of ['gpkg', 'fgb', 'shp'])
    test(`a collection in ${format} ends in a sentence where its temporary files are, and deletes them`, async () => {
      const args = `export iso:US --kind county --detail full --format ${format} --output counties`
      const { status, stderr } = onSmallDisk(metes(args), { TMPDIR: small })
      assert.equal(status, 1)
      assert.match(
        stderr,
        /No storage space is left for this call\. Run "npx metes doctor" to see which disk is full, .* Nothing was charged\.\n$/,
      )
      assert.ok(!(await readdir(directory)).some((name) => name.startsWith('counties')))
    })

  test('standard output ends in a sentence', () => {
    const { status, stderr } = onSmallDisk(`${metes('enrich points.csv')} > /dev/full`)
    assert.equal(status, 1)
    assert.ok(stderr.endsWith('Error: Cannot write to standard output: the disk is full.\n'), stderr)
  })
})
