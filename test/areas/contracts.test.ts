/** Territory clauses of real agreements: none becomes a wrong polygon, and most are read. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type AreaCase, readCases } from '../../bench/areas/cases.ts'
import { faultOf } from '../../bench/areas/judge.ts'
import type { Planned } from '../../src/domain/area/ports.ts'
import { suiteAreaWorld } from '../support/area-world.ts'

const clauses = readCases(fileURLToPath(new URL('../../bench/areas/contracts.json', import.meta.url)))

/** This many of the 50 are read as expected, or refused where they cannot be mapped. */
const MIN_RIGHT = 40

describe('territory clauses of agreements', () => {
  const world = suiteAreaWorld()

  test('are read or refused, and never drawn wrongly', async () => {
    const wrong: string[] = []
    let right = 0
    for (const each of clauses) {
      const planned = await world.planner.plan({ text: each.text, country: each.country ?? null, seed: null })
      const isRight = (await faultOf(asAnswered(each, planned), planned, world.catalog)) === null
      if (isRight) right++
      else if (planned.ok) wrong.push(each.id)
    }
    assert.deepEqual(wrong, [])
    assert.ok(right >= MIN_RIGHT, `${right} of ${clauses.length}`)
  })

  test('are read alike with the line ends of Windows and of Unix', async () => {
    for (const { id, text, country = null } of clauses) {
      const lines = text.replaceAll(/, |(?<=\.) /g, (end) => `${end.trim()}\n`)
      const unix = await world.planner.plan({ text: lines, country, seed: null })
      const windows = await world.planner.plan({ text: lines.replaceAll('\n', '\r\n'), country, seed: null })
      assert.deepEqual(withUnixEnds(windows), unix, id)
    }
  })
})

const withUnixEnds = (planned: Planned): unknown =>
  JSON.parse(JSON.stringify(planned).replaceAll('\\r\\n', '\\n'))

/** Where a case accepts a plan and a refusal, the result that it got. */
const asAnswered = (each: AreaCase, { ok }: Planned): AreaCase => {
  if (!('include' in each.expect) || !('unmappable' in each.expect)) return each
  const { include, exclude, or } = each.expect
  return {
    ...each,
    expect: ok ? { include, exclude, ...(or === undefined ? {} : { or }) } : { unmappable: true, names: [] },
  }
}
