/** Tests that only looked-up ids and words of the description become a plan, whatever a model writes. */

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { casesOf } from '../../../test/cases.ts'
import { boundary } from '../../../test/support/boundary-entries.ts'
import { type TestCatalog, testCatalog } from '../../../test/support/test-catalog.ts'
import { listParts } from '../../domain/area/plan.ts'
import { foldName } from '../../domain/catalog/fold.ts'
import { ANSWER, answerReader } from './answer.ts'
import { createLookups, type Lookups } from './lookups.ts'
import { planSubmission } from './submission.ts'

const TEXT = 'Aland and Beland without Celand'
const NAMES = ['Aland', 'Beland', 'Celand', 'Deland']
/** The last id was never looked up. */
const IDS = ['r1', 'r2', 'r3', 'r4']

const id = fc.oneof(
  fc.constantFrom('r1', 'R2', 'relation/3', ...IDS, 'r99', '__proto__', 'constructor', ''),
  fc.string(),
)
const quote = fc.oneof(
  fc.constantFrom('Aland', 'beland', 'Celand', 'Aland Celand', 'Deland', '', 'without'),
  fc.string(),
)
const { parts } = fc.letrec((tie) => ({
  parts: fc.array(
    fc.record(
      {
        text: quote,
        id,
        except: fc.oneof({ maxDepth: 3 }, fc.constant(null), tie('parts')),
      },
      { requiredKeys: ['text', 'id'] },
    ),
    { maxLength: 4 },
  ),
}))
const answer = fc.record(
  {
    parts,
    unmapped: fc.option(fc.array(fc.record({ text: quote, candidates: fc.array(id) }), { maxLength: 3 })),
  },
  { requiredKeys: ['parts'] },
)

describe('an answer of a model', () => {
  let world: TestCatalog
  let lookups: Lookups
  before(async () => {
    world = await testCatalog({
      imported: NAMES.map((name, index) =>
        boundary({ id: IDS[index], name, bbox: [index, 0, index + 1, 1] }),
      ),
    })
    lookups = createLookups(world.catalog, [])
    for (const name of NAMES.slice(0, 3)) await lookups.search({ name })
  })
  after(() => world.close())

  test('becomes a plan of looked-up ids and quotes, or none', async () => {
    let plans = 0
    await fc.assert(
      fc.asyncProperty(answer, async (written) => {
        const parsed = ANSWER.safeParse(written)
        if (!parsed.success) return
        const submission = planSubmission(answerReader(lookups, world.catalog, TEXT))
        const { accepted } = await submission.take(parsed.data)
        const { planned } = submission
        assert.equal(accepted, planned !== null)
        if (planned === null) return assert.ok(submission.complaint.length > 0)
        plans++
        const boundaries = planned.ok
          ? listParts(planned.plan).map((part) => part.boundary)
          : planned.unmapped.flatMap(({ candidates }) => candidates)
        for (const each of boundaries) assert.ok(IDS.slice(0, 3).includes(each.id), each.id)
        const said = planned.ok ? listParts(planned.plan) : planned.unmapped
        assert.ok(said.length > 0)
        for (const { text, reason } of said) {
          // Quotes are compared folded: "&" is "and".
          assert.match(foldName(text), /aland|celand|beland|without|and/)
          assert.match(reason, /^[^\p{Cc}]{1,300}$/u)
        }
      }),
      {
        numRuns: casesOf('answers of a model'),
        examples: ['Aland', '&'].map((text) => [{ parts: [{ text, id: 'r1' }] }]),
      },
    )
    assert.ok(plans > 0)
  })
})
