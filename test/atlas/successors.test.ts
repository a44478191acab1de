/** Ids of earlier editions of the atlas: none is lost silently, and each leads to its replacement. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readSuccessors } from '../../scripts/atlas/successors.ts'
import { readYaml } from '../../src/sources/read-yaml.ts'
import { suiteAreaWorld } from '../support/area-world.ts'
import { recordOf } from '../support/atlas-units.ts'

const SUCCESSORS = fileURLToPath(new URL('../../data/atlas/successors.yaml', import.meta.url))

describe('the build', () => {
  const directory = mkdtempSync(join(tmpdir(), 'metes-successors-'))
  after(() => rmSync(directory, { recursive: true, force: true }))

  const successorsOf = (yaml: string) => {
    const path = join(directory, 'successors.yaml')
    writeFileSync(path, yaml)
    return readSuccessors(path)
  }
  const check = (yaml: string, before: readonly string[], now: readonly string[]): void =>
    successorsOf(yaml).check(new Set(before), new Set(now))

  test('fails on a lost id, and names it', () => {
    assert.throws(() => check('{}', ['iso:GB-ANT', 'r1'], ['r1']), /without a successor.*: iso:GB-ANT\./)
  })

  test('accepts an id with a successor, or listed as having none', () => {
    check('iso:GB-ANT: iso:GB-ANN\nwikidata:Q1: null', ['iso:GB-ANT', 'wikidata:Q1'], ['iso:GB-ANN'])
  })

  test('fails on a successor that the atlas lacks, so also on one that has a successor itself', () => {
    assert.throws(
      () => check('r1: r2', ['r1'], ['r3']),
      /ids that the atlas has, or by ids that it lacks: r1\./,
    )
    assert.throws(() => check('r1: r2\nr2: r3', ['r1', 'r2'], ['r3']), /by ids that it lacks: r1\./)
  })

  test('fails on an entry for an id that the atlas still has', () => {
    assert.throws(() => check('r1: r2', ['r1'], ['r1', 'r2']), /replaces ids that the atlas has.*: r1\./)
  })

  test('keeps entries of earlier editions', () => {
    check('r1: r2', ['r2'], ['r2'])
  })

  test('gives a boundary all ids that it replaces', () => {
    const { predecessors } = successorsOf('iso:GB-ARM: r5\niso:GB-BNB: r5\nwikidata:Q1: null')
    assert.deepEqual([...predecessors], [['r5', ['iso:GB-ARM', 'iso:GB-BNB']]])
  })
})

describe('in the bundled atlas', () => {
  const entries = Object.entries<string | null>(readYaml(SUCCESSORS))
  const world = suiteAreaWorld()

  test('every old id leads to the boundary that replaced it', async () => {
    assert.ok(entries.length > 40)
    for (const [old, now] of entries) {
      const record = await recordOf(world.catalog, old)
      assert.equal(record?.id ?? null, now, old)
    }
  })

  test('no successor is an old id itself', async () => {
    for (const [old, now] of entries) {
      if (now === null) continue
      assert.equal((await recordOf(world.catalog, now))?.id, now, old)
      assert.ok(!entries.some(([other]) => other === now), old)
    }
  })
})
