/** The format of an answer: as asked, or as the extension of the file says. */
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { parse } from 'yaml'
import { describeOp } from '../../src/op/describe.ts'
import { OPS } from '../../src/ops/index.ts'
import { yamlText } from '../../src/transports/cli/output/yaml.ts'
import { FEATURE } from '../support/boundary-answer.ts'
import { run } from './cli-harness.ts'

const operations = OPS.map(describeOp)
const host = { operations: async () => operations }

test('YAML has the value of the JSON, for any value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      // YAML has no -0.
      const same = JSON.parse(JSON.stringify(value))
      assert.deepEqual(parse(yamlText(same)), same)
    }),
  )
  const hostile = { '\u202ea': 'x\u001b[2J\u009b\u{e0001}', country: 'NO', inside: [true, false] }
  const text = yamlText(hostile)
  for (const hidden of ['\u001b', '\u009b', '\u202e', '\u{e0001}']) assert.ok(!text.includes(hidden), text)
  assert.deepEqual(parse(text), hostile)
  assert.match(text, /^country: "NO"\ninside: \[true, false\]$/m)
  assert.match(yamlText(FEATURE), /^ {2}coordinates: \[\[\[9\.5,47\.1\],/m)
})

test('--format yaml prints YAML in a pipe and on a terminal', async () => {
  for (const terminal of [undefined, 80]) {
    const { stdout } = await run(['get', 'LI', '--format', 'yaml'], {
      host,
      answer: () => FEATURE,
      ...(terminal !== undefined && { terminal }),
    })
    assert.deepEqual(parse(stdout), FEATURE)
  }
})

const inFolder = async (work: (folder: string) => Promise<void>): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'metes-cli-'))
  try {
    await work(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('a file has the format of its extension, unless another is asked for', () =>
  inFolder(async (folder) => {
    const written = async (name: string, ...args: readonly string[]) => {
      const file = join(folder, name)
      const { code, stderr } = await run(['get', 'LI', '--output', file, ...args], {
        host,
        answer: () => FEATURE,
      })
      assert.equal(code, 0, stderr)
      return readFile(file, 'utf8')
    }
    const json = `${JSON.stringify(FEATURE)}\n`
    assert.equal(await written('lux.geojson'), json)
    assert.equal(await written('lux.json'), json)
    assert.equal(await written('lux'), json)
    assert.deepEqual(parse(await written('lux.yml')), FEATURE)
    assert.match(await written('lux.GML'), /<gml:posList>47\.1 9\.5 /)
    assert.match(await written('lux.kml'), /<coordinates>9\.5,47\.1 /)
    assert.match(await written('lux.svg'), /^<svg /)
    assert.equal(await written('lux.wkt'), 'POLYGON ((9.5 47.1,9.6 47.1,9.6 47.2,9.5 47.1))\n')
    assert.match(await written('lux.txt', '--format', 'wkt'), /^POLYGON/)
    assert.equal(await written('lux.svg', '--json'), json)
  }))

test('the extension is the value of an operation’s own format, unless that is given', () =>
  inFolder(async (folder) => {
    const asked = async (...args: readonly string[]) =>
      (await run(['export-boundary', 'LI', ...args], { host })).calls.map(({ input }) => input.format)
    assert.deepEqual(await asked('--output', join(folder, 'a.kml')), ['kml'])
    assert.deepEqual(await asked('--output', join(folder, 'a.json')), ['geojson'])
    assert.deepEqual(await asked('--output', join(folder, 'a.kml'), '--format', 'svg'), ['svg'])
    assert.deepEqual(await asked('--output', join(folder, 'a')), [undefined])
  }))

test('a file is the same whether the command runs on a terminal or in a pipe', () =>
  inFolder(async (folder) => {
    const json = `${JSON.stringify(FEATURE)}\n`
    for (const argv of [
      ['get', 'LI'],
      ['union-boundaries', 'BE', 'NL'],
      ['area', 'Oregon'],
    ])
      for (const terminal of [undefined, 80]) {
        const file = join(folder, `${argv[0]}-${terminal}.geojson`)
        const { code, stdout, stderr } = await run([...argv, '--output', file], {
          host,
          terminal,
          answer: () => FEATURE,
        })
        assert.deepEqual([code, stdout], [0, ''], stderr)
        assert.equal(await readFile(file, 'utf8'), json, file)
      }
  }))

test('an unknown extension is refused before anything is asked or written', async () => {
  const { code, stderr, calls } = await run(['get', 'LI', '--output', '/nowhere/lux.shp'], { host })
  assert.deepEqual([code, calls], [2, []])
  assert.match(
    stderr,
    /The extension of lux\.shp is unknown to get\. A Shapefile is several files, which are written as one \.shp\.zip\. Use .*\.gml/,
  )
})
