/** `metes tiles` as its user sees it: progress, the archive, and what a failure leaves. */
import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { AllTilesRequest } from '../../src/domain/tiles/all-tiles.ts'
import { run } from './cli-harness.ts'

const inFolder = async (context: TestContext): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'metes-tiles-'))
  context.after(() => rm(folder, { recursive: true }))
  return folder
}

type Request = Pick<AllTilesRequest, 'onProgress' | 'onTile'>

/** Draws ten tiles, each in four seconds. */
const drawing = (end: () => object | null, terminal?: number) => {
  let elapsedMs = 0
  return {
    terminal,
    host: { clock: { now: () => 0, elapsedMs: () => elapsedMs } },
    service: {
      drawTiles: async ({ onProgress, onTile }: Request) => {
        for (let x = 0; x < 10; x++) {
          elapsedMs += 4_000
          await onTile({ z: 4, x, y: 5 }, Uint8Array.of(x))
          onProgress({ zoom: 4, blocksDone: x, blocks: 10, tiles: x + 1 })
        }
        return end()
      },
    },
  } as unknown as Parameters<typeof run>[1]
}

const facts = () => ({ bounds: [0, 0, 1, 1], center: [0.5, 0.5], metadata: {} })

test('progress without a terminal is a line every few seconds', async (context) => {
  const file = join(await inFolder(context), 'a.pmtiles')
  const { code, stdout, stderr } = await run(['tiles', '--output', file], drawing(facts))
  assert.deepEqual([code, stdout], [0, ''])
  assert.match(stderr, /^Zoom 4 · 10 % · 2 tiles · 0:08$/m)
  assert.equal(stderr.match(/^Zoom/gm)?.length, 5)
  assert.match(stderr, /\nWrote 10 tiles, \d+ B, in 0:40\.\n$/)
})

test('progress on a terminal is one line, cleared before the summary', async (context) => {
  const file = join(await inFolder(context), 'a.pmtiles')
  const { stderr } = await run(['tiles', '--output', file], drawing(facts, 100))
  assert.equal(stderr.split('\r\u001b[KZoom').length, 11)
  assert.match(stderr.slice(stderr.lastIndexOf('\r\u001b[K') + 4), /^Wrote 10 tiles, [^\n]*\n$/)
})

for (const [what, end, message] of [
  [
    'a failure',
    () => {
      throw new Error('The disk is full.')
    },
    /The disk is full\./,
  ],
  ['an empty set', () => null, /nothing was written/],
] as const)
  test(`${what} leaves no file`, async (context) => {
    const folder = await inFolder(context)
    const { code, stderr } = await run(['tiles', '--output', join(folder, 'a.pmtiles')], drawing(end))
    assert.equal(code, 1)
    assert.match(stderr, message)
    assert.deepEqual(await readdir(folder), [])
  })

for (const [option, value, hint] of [
  ['--set', 'countys', /Did you mean county\?/],
  ['--max-zoom', '15', /whole number from 0 to 14/],
  ['--in', 'LUX', /code of two letters/],
  ['--language', 'de;fr', /commas between them/],
] as const)
  test(`${option} ${value} is wrong usage, and says what is right`, async () => {
    const { code, stderr } = await run(['tiles', '--output', 'a.pmtiles', option, value])
    assert.equal(code, 2)
    assert.match(stderr, hint)
  })
