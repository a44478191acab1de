/** Files of real processes are readable by their user alone, whatever the umask at the start. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { chmodSync, lstatSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { zstdCompressSync } from 'node:zlib'
import { openSpool } from '../../src/sources/extract/spool.ts'
import { unpackedFile } from '../../src/sources/packed-file.ts'
import { Browser } from '../support/browser.ts'
import { shapefileOf } from '../support/land-files.ts'
import { mailTo } from '../support/outbox.ts'
import { type Installation, install } from '../support/service.ts'
import { boxRing } from '../support/shapes.ts'

const modeOf = (path: string): number => lstatSync(path).mode & 0o777

/** Mode by path below the directory, which is `''`. */
const modesBelow = (directory: string): ReadonlyMap<string, string> =>
  new Map(
    ['', ...readdirSync(directory, { recursive: true, encoding: 'utf8' })].map((name) => [
      name,
      modeOf(join(directory, name)).toString(8),
    ]),
  )

const wideBelow = (directory: string): readonly string[] =>
  [...modesBelow(directory)]
    .filter(([name, mode]) => mode !== (statSync(join(directory, name)).isDirectory() ? '700' : '600'))
    .map(([name, mode]) => `${name} ${mode}`)

const usual = process.umask()
after(() => process.umask(usual))

for (const umask of [0o000, 0o022]) {
  describe(`with umask ${umask.toString(8).padStart(3, '0')}`, () => {
    let metes: Installation
    let work: string
    before(async () => {
      process.umask(umask)
      metes = await install()
      work = await mkdtemp(join(tmpdir(), 'metes-private-'))
    })
    after(async () => {
      await metes.remove()
      await rm(work, { recursive: true })
    })

    test('databases, journals, exported files, mails and tiles of a server are unreadable for others', async () => {
      const dataDir = join(metes.dataDir, 'above', 'data')
      const landFile = join(work, 'land.shp')
      writeFileSync(landFile, shapefileOf([[boxRing(5, 49, 7, 51)]]))
      const env = { METES_DATA_DIR: dataDir, METES_LAND_FILE: landFile, METES_PUBLIC_RATE: '1000' }
      const server = await metes.serve(env)
      try {
        const headers = { 'x-api-key': await metes.createKey(env), 'content-type': 'application/json' }
        const exported = await fetch(`${server.url}/v1/ops/export_boundary`, {
          method: 'POST',
          headers,
          body: JSON.stringify({ id: 'iso:LU', format: 'svg', detail: 'low' }),
        })
        assert.equal(exported.status, 200)
        const browser = new Browser(server.url)
        await browser.open('/sign-in')
        await browser.submit('/sign-in', { email: 'ann@example.org' })
        await mailTo(dataDir, 'ann@example.org', 'sign_in')
        const names = [...modesBelow(dataDir).keys()].join('\n')
        for (const expected of [
          /^metes\.db-wal$/m,
          /^units\.db-shm$/m,
          /^files\/.*\.svg\.meta$/m,
          /^outbox\/.*\.eml$/m,
          /^own-land-.*\.tiles$/m,
        ])
          assert.match(names, expected)
        assert.deepEqual(wideBelow(dataDir), [])
        assert.equal(modeOf(join(metes.dataDir, 'above')), 0o700)
      } finally {
        await server.stop()
      }
      assert.deepEqual(wideBelow(dataDir), [])
    })

    test('the spool of an import is unreadable for others', () => {
      const dataDir = join(work, 'spool')
      const spool = openSpool(dataDir)
      spool.add({ name: 'x' }, { rings: Uint8Array.of(1), weights: null })
      assert.ok([...modesBelow(dataDir).keys()].some((name) => name.endsWith('boundaries')))
      assert.deepEqual(wideBelow(dataDir), [])
      spool.close()
    })

    test('bundled data unpacked beside the package are readable by all and writable by none, in the data directory private', async () => {
      const bytes = Buffer.from('bundled')
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const directory = await mkdtemp(join(work, 'package-'))
      writeFileSync(join(directory, 'known.bin.zst'), zstdCompressSync(bytes))
      writeFileSync(join(directory, 'known.json'), JSON.stringify({ sha256 }))
      const packed = { directory, name: 'known', ending: 'bin' }
      const dataDir = join(work, 'unpacked')
      const beside = await unpackedFile(packed, dataDir)
      assert.deepEqual([relative(directory, beside).startsWith('known-'), modeOf(beside)], [true, 0o644])
      await rm(beside)
      // An obstacle keeps the file from being written there, even for root.
      mkdirSync(`${beside}.${process.pid}`)
      assert.equal(await unpackedFile(packed, dataDir), join(dataDir, relative(directory, beside)))
      assert.deepEqual(wideBelow(dataDir), [])
    })

    test("a file that the user requested has the modes of the user's umask", async () => {
      const file = join(work, 'luxembourg.geojson')
      const { code, stderr } = await metes.run([
        'get-boundary',
        'iso:LU',
        '--detail',
        'low',
        '--output',
        file,
      ])
      assert.equal(code, 0, stderr)
      assert.equal(modeOf(file), 0o666 & ~umask)
    })
  })
}

test('doctor names what an earlier version left open, and closes it on request', async () => {
  process.umask(0o022)
  const metes = await install()
  const outside = await mkdtemp(join(tmpdir(), 'metes-outside-'))
  try {
    await metes.run(['admin', 'create-key', '--email', 'me@example.org'])
    const others = join(outside, 'not-ours')
    writeFileSync(others, '')
    symlinkSync(others, join(metes.dataDir, 'link'))
    chmodSync(metes.dataDir, 0o755)
    chmodSync(join(metes.dataDir, 'metes.db'), 0o644)
    const before = await metes.run(['doctor'])
    assert.equal(before.code, 1)
    assert.match(before.stdout, /✗ File modes: .*\(0755\).*metes\.db \(0644\).*metes doctor --fix/)
    assert.equal(modeOf(join(metes.dataDir, 'metes.db')), 0o644, 'looking changes nothing')
    const mended = await metes.run(['doctor', '--fix'])
    assert.equal(mended.code, 0, mended.stdout)
    assert.match(mended.stdout, /✓ File modes: .*\(0755, now 0700\).*metes\.db \(0644, now 0600\)/)
    assert.equal(modeOf(metes.dataDir), 0o700)
    assert.equal(modeOf(join(metes.dataDir, 'metes.db')), 0o600)
    assert.equal(modeOf(others), 0o644, 'what a link leads to is not ours')
    assert.match((await metes.run(['doctor'])).stdout, /✓ File modes/)
  } finally {
    await metes.remove()
    await rm(outside, { recursive: true })
  }
})
