/** No plan passes that speaks of other words than the description's, of unknown boundaries, or without end. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { boundary } from '../../../test/support/boundary-entries.ts'
import type { PlanPart } from './plan.ts'
import { MAX_DEPTH, MAX_PARTS, structureFaults } from './plan-structure.ts'
import type { Planned } from './ports.ts'

const TEXT = 'Texas without Harris County'
const { record: texas } = boundary({ id: 'r114690', name: 'Texas' })
const { record: harris } = boundary({ id: 'r1840540', name: 'Harris County' })

const part = (text: string, record = texas, except: readonly PlanPart[] = []): PlanPart => ({
  text,
  boundary: record,
  reason: 'It has the name.',
  except,
})
const planOf = (...parts: readonly PlanPart[]): Planned => ({
  ok: true,
  plan: { parts, notes: [] },
  planner: 'llm',
})
const refusalOf = (text: string, candidates = [texas]): Planned => ({
  ok: false,
  unmapped: [{ text, reason: 'It has no border.', candidates }],
  notes: [],
})
const faults = (planned: Planned) =>
  structureFaults(planned, TEXT, (id) => id === texas.id || id === harris.id)

describe('a plan', () => {
  test('of the words and of known boundaries has no fault', () => {
    assert.deepEqual(faults(planOf(part('Texas', texas, [part('Harris County', harris)]))), [])
  })

  test('with a part in an exception that the text does not name is refused', () => {
    assert.match(
      faults(planOf(part('Texas', texas, [part('Dallas', harris)]))).join(),
      /"Dallas" is not in the desc/,
    )
  })

  test('with an id that nobody looked up is refused', () => {
    const { record: france } = boundary({ id: 'r2202162', name: 'France' })
    assert.deepEqual(faults(planOf(part('Texas', france))), [
      'r2202162 is not the id of a boundary that was looked up.',
    ])
  })

  test('without parts, with too many, or nested without end is refused', () => {
    const many = Array.from({ length: MAX_PARTS + 1 }, () => part('Texas'))
    let deep = part('Texas')
    for (let depth = 1; depth < 100_000; depth++) deep = part('Texas', texas, [deep])
    assert.match(faults(planOf()).join(), /no part/)
    assert.match(faults(planOf(...many)).join(), new RegExp(`at most ${MAX_PARTS}`))
    assert.match(faults(planOf(deep)).join(), new RegExp(`at most ${MAX_DEPTH}`))
  })
})

describe('a refusal', () => {
  test('names words of the text, or all of it, and known candidates', () => {
    assert.deepEqual(faults(refusalOf('Harris')), [])
    assert.deepEqual(faults(refusalOf(TEXT)), [])
    assert.match(faults(refusalOf('Narnia')).join(), /"Narnia" is not in/)
    assert.match(
      faults(refusalOf('Harris', [boundary({ id: 'r5', name: 'Other' }).record])).join(),
      /^r5 is not/,
    )
  })

  test('of nothing is none', () => {
    assert.equal(faults({ ok: false, unmapped: [], notes: [] }).length, 1)
  })
})
