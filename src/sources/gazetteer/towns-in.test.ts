import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { openBundledGazetteer } from './bundled-gazetteer.ts'

const PACKED = join(import.meta.dirname, '../../../data/gazetteer')

test('the towns of a box are those that their names find there', async () => {
  const { named, townsIn } = await openBundledGazetteer(PACKED, PACKED)
  const towns = townsIn([6.0, 49.55, 6.2, 49.65])
  const luxembourg = towns.find(({ name }) => name() === 'Luxembourg')!
  const [known] = named('luxembourg')
  assert.deepEqual(
    [luxembourg.position, luxembourg.population, luxembourg.seatOrder, luxembourg.isSection],
    [known.position, known.population, known.seatOrder, known.isSection],
  )
  for (const { position } of towns)
    assert.ok(position[0] >= 6.0 && position[0] <= 6.2 && position[1] >= 49.55 && position[1] <= 49.65)
})

test('a box across the antimeridian has towns on both of its sides', async () => {
  const { townsIn } = await openBundledGazetteer(PACKED, PACKED)
  const sides = new Set(townsIn([178, -19, -178, -16]).map(({ position }) => Math.sign(position[0])))
  assert.deepEqual(sides, new Set([1, -1]))
})
