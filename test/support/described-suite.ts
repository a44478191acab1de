/** One suite of descriptions in one language: what each of them draws, and what is refused. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { listParts } from '../../src/domain/area/plan.ts'
import type { Planner } from '../../src/domain/area/ports.ts'
import { suiteAreaWorld } from './area-world.ts'

/**
 * @param read descriptions with the codes of their land, those that are left out with a minus
 * @param refused descriptions without one certain land
 */
export const describedSuite = (
  language: string,
  read: readonly (readonly [text: string, land: string])[],
  refused: readonly string[],
): void => {
  const world = suiteAreaWorld()
  describe(`${language} descriptions`, () => {
    for (const [text, land] of read)
      test(`are read: ${text}`, async () => assert.equal(await landOf(world.planner, text), land))
    for (const text of refused)
      test(`are refused: ${text}`, async () => assert.match(await landOf(world.planner, text), /^refused/))
  })
}

/** "DE −DE-BY"; "refused" with the words for a refusal. */
const landOf = async (planner: Planner, text: string): Promise<string> => {
  const planned = await planner.plan({ text, country: null, seed: null })
  if (!planned.ok) return `refused: ${planned.unmapped.map((each) => each.text).join(' | ')}`
  return listParts(planned.plan)
    .map(({ role, boundary }) => `${role === 'include' ? '' : '−'}${boundary.iso ?? boundary.id}`)
    .sort()
    .join(' ')
}
