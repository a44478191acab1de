/** Tests the abilities of a model that plans areas. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { listParts } from '../../src/domain/area/plan.ts'
import { MAX_AT_ONCE, MAX_STEPS } from '../../src/sources/planner-llm/model-call-limits.ts'
import { serveLocally } from '../support/local-server.ts'
import {
  answersInOrder,
  failure,
  found,
  KEY,
  lookBoth,
  modelPlanning,
  part,
  search,
  submit,
  submitBoth,
  TEXT,
  withModel,
} from '../support/model-planning.ts'
import type { Reply, Turn } from '../support/model-server.ts'
import { silentLog } from '../support/silent-log.ts'

const { ask, plannerOf } = modelPlanning()

for (const provider of ['openai', 'anthropic'] as const) {
  describe(`a model addressed as ${provider}`, { concurrency: true }, () => {
    test('plans from its lookups', async () => {
      await withModel(answersInOrder(lookBoth, submitBoth), async (model) => {
        const steps: string[] = []
        const { planned, log } = await ask({
          provider,
          url: model.url,
          text: TEXT,
          onStep: (step) => steps.push(step),
        })
        assert.ok(planned.ok)
        assert.equal(planned.planner, 'llm')
        assert.deepEqual(
          listParts(planned.plan).map(
            ({ role, text, boundary }) => `${role} ${text} ${boundary.name} ${boundary.iso}`,
          ),
          ['include Texas Texas US-TX', 'exclude Harris County Harris County null'],
        )
        assert.deepEqual(planned.plan.notes, [])
        assert.deepEqual(steps, [
          'Asking the model',
          'Looking for "Texas"',
          'Looking for "Harris County, Texas"',
          'Asking the model',
        ])
        const [{ headers, tools, body }] = model.turns
        assert.doesNotMatch(
          JSON.stringify(body),
          /maxLength|maxItems/,
          'servers that make grammars of schemas refuse',
        )
        assert.equal(
          provider === 'openai' ? headers.authorization : headers['x-api-key'],
          provider === 'openai' ? `Bearer ${KEY}` : KEY,
        )
        assert.deepEqual(tools.toSorted(), [
          'list_children',
          'preview_area',
          'reverse_boundaries',
          'search_boundaries',
          'submit_plan',
        ])
        assert.match(log, /"model":"scripted","steps":2,"inputTokens":200,"outputTokens":20,.*"mapped":true/)
        assert.doesNotMatch(log, /secret-of|Harris/, 'neither the key nor the description is in the log')
      })
    })

    test('refuses what it cannot map, and names possible candidates', async () => {
      const script = answersInOrder(
        () => search('Washington County'),
        (turn) =>
          submit({
            parts: [],
            unmapped: [
              {
                text: 'the old town of Washington',
                reason: '<a href="https://example.com">Click here</a>\u001B[31m',
                candidates: found(turn),
              },
            ],
          }),
      )
      await withModel(script, async ({ url }) => {
        const { planned } = await ask({ provider, url, text: 'All of the old town of Washington' })
        assert.ok(!planned.ok)
        const [{ text, reason, candidates }] = planned.unmapped
        assert.equal(text, 'the old town of Washington')
        assert.equal(
          reason,
          'The language model found no boundary for these words.',
          'not what the model writes',
        )
        assert.equal(candidates.length, 1)
      })
    })

    test('may correct an answer without form, once', async () => {
      const rambling = () => ({ text: 'Here is the plan: Texas!' })
      await withModel(
        answersInOrder(() => ({ text: '' }), lookBoth, submitBoth),
        async ({ url }) => {
          assert.ok((await ask({ provider, url, text: TEXT })).planned.ok)
        },
      )
      await withModel(answersInOrder(lookBoth, rambling, lookBoth, submitBoth), async ({ url, turns }) => {
        assert.ok((await ask({ provider, url, text: TEXT })).planned.ok)
        assert.match(turns[2].complaints.join(), /submit_plan/)
      })
      await withModel(rambling, async ({ url, turns }) => {
        assert.equal((await failure(ask({ provider, url, text: TEXT }))).fault, 'unusable')
        assert.equal(turns.length, 2)
      })
    })

    test('may correct a plan that breaks the schema, once', async () => {
      const broken = () => submit(provider === 'openai' ? '{"parts": [{' : { parts: 'Texas' })
      await withModel(answersInOrder(lookBoth, broken, lookBoth, submitBoth), async ({ url }) => {
        assert.ok((await ask({ provider, url, text: TEXT })).planned.ok)
      })
      await withModel(answersInOrder(lookBoth, broken), async ({ url, turns }) => {
        assert.equal((await failure(ask({ provider, url, text: TEXT }))).fault, 'unusable')
        assert.equal(turns.length, 3)
      })
    })

    test('may write the plan as text instead of calling the tool', async () => {
      const written = (turn: Turn): Reply => ({
        text: `Gladly:\n\`\`\`json\n${JSON.stringify({ parts: [part('Texas', found(turn)[0])] })}\n\`\`\``,
      })
      await withModel(
        answersInOrder(() => search('Texas'), written),
        async ({ url }) => {
          assert.ok((await ask({ provider, url, text: 'Texas' })).planned.ok)
        },
      )
    })

    test('cannot use ids that it never looked up, even valid ones', async () => {
      const invented = () => submit({ parts: [part('Texas', 'r114690')] })
      await withModel(answersInOrder(invented, lookBoth, submitBoth), async ({ url, turns }) => {
        assert.ok((await ask({ provider, url, text: TEXT })).planned.ok)
        assert.match(JSON.stringify(turns[1].results), /r114690.* is not an id of a tool result/)
      })
      await withModel(invented, async ({ url, turns }) => {
        assert.equal((await failure(ask({ provider, url, text: TEXT }))).fault, 'unfounded')
        assert.equal(turns.length, 2)
      })
    })

    test('that looks up without end is stopped, and finally offered nothing but the answer', async () => {
      await withModel(
        (turn) => search(`Texas ${turn.number}`),
        async ({ url, turns }) => {
          assert.equal((await failure(ask({ provider, url, text: TEXT }))).fault, 'endless')
          assert.equal(turns.length, MAX_STEPS)
          assert.deepEqual(turns.at(-1)?.tools, ['submit_plan'])
        },
      )
    })

    test('that calls a thousand tools at once is limited', async () => {
      const many = (): Reply => ({
        calls: Array.from({ length: 1000 }, () => ({
          name: 'reverse_boundaries',
          input: { lat: 0, lon: 0 },
        })),
      })
      await withModel(
        answersInOrder(
          many,
          () => search('Texas'),
          () => submit({ parts: [] }),
        ),
        async ({ url, turns }) => {
          await failure(ask({ provider, url, text: TEXT }))
          const refused = turns[1].results.filter((result) => /used up/.test(JSON.stringify(result)))
          assert.equal(refused.length, 850)
          assert.match(JSON.stringify(turns[2].results), /used up/)
        },
      )
    })
  })
}

describe('a model', { concurrency: true }, () => {
  const provider = 'openai'

  test('without a server is unreachable', async () => {
    const nobody = await serveLocally(() => {})
    await nobody.close()
    const { fault } = await failure(ask({ provider, url: `${nobody.url}/v1`, text: TEXT }))
    assert.equal(fault, 'unreachable')
  })

  test('reads a bounded number of descriptions at once, and accepts more when they are done', async () => {
    await withModel(
      ({ question }) => (question.includes('hang') ? { hangs: true } : search('Texas')),
      async ({ url }) => {
        const planner = plannerOf({ provider, url }, silentLog)
        const gone = new AbortController()
        const request = { text: 'hang', country: null, seed: null }
        const hanging = Array.from({ length: MAX_AT_ONCE }, () =>
          planner.plan(request, { signal: gone.signal }),
        )
        assert.equal((await failure(planner.plan(request))).fault, 'busy')
        gone.abort()
        await Promise.allSettled(hanging)
        assert.equal((await failure(planner.plan({ ...request, text: 'Texas' }))).fault, 'endless')
      },
    )
  })

  test('learns what lies at the point that must be inside', async () => {
    const script = answersInOrder(({ question }) => {
      const { point_inside } = JSON.parse(question)
      const country = point_inside.lies_in[0]
      return submit({ parts: [part('Luxembourg', country.id)] })
    })
    await withModel(script, async ({ url }) => {
      const { planned } = await ask({ provider, url, text: 'Luxembourg', seed: [6.13, 49.61] })
      assert.ok(planned.ok)
      assert.equal(planned.plan.parts[0].boundary.iso, 'LU')
    })
  })

  test('learns the members of a group, the contents of a boundary, and the result of a plan', async () => {
    let ids: readonly string[] = []
    const script = answersInOrder(
      () => ({
        calls: [
          { name: 'search_boundaries', input: { name: 'the Benelux' } },
          { name: 'list_children', input: { id: 'iso:US-TX', offset: 200 } },
          { name: 'search_boundaries', input: { name: 'Washington County', within: 'iso:US-OR' } },
          { name: 'list_children', input: { id: 'Texas' } },
          { name: 'search_boundaries', input: { name: 'x'.repeat(201), country: 'Texas' } },
        ],
      }),
      ({ results }) => {
        const [{ group }, children, { candidates }, wrong, long] = results as [
          { group: { members: { id: string; name_en: string }[] } },
          { total: number; children: unknown[] },
          { candidates: { lies_in: string[] }[] },
          { error: string },
          { error: string },
        ]
        assert.deepEqual(group.members.map(({ name_en }) => name_en).toSorted(), [
          'Belgium',
          'Luxembourg',
          'Netherlands',
        ])
        assert.deepEqual([children.total, children.children.length], [254, 54])
        assert.deepEqual(
          candidates.map(({ lies_in }) => lies_in.at(-1)),
          ['Oregon'],
        )
        assert.match(wrong.error, /not a boundary id/)
        assert.match(long.error, /between 1 and 200/)
        ids = group.members.map(({ id }) => id)
        return {
          calls: [
            { name: 'preview_area', input: { parts: ids.map((id) => part('Benelux', id)) } },
            { name: 'preview_area', input: { parts: [part('Benelux', 'iso:FR')] } },
          ],
        }
      },
      ({ results }) => {
        const [whole, wrong] = results as [{ area_km2: number }, { faults: string[] }]
        assert.ok(whole.area_km2 > 70_000 && whole.area_km2 < 80_000, String(whole.area_km2))
        assert.match(wrong.faults.join(), /iso:FR/)
        return submit({ parts: ids.map((id) => part('Benelux', id)) })
      },
    )
    await withModel(script, async ({ url }) => {
      const { planned } = await ask({ provider, url, text: 'The Benelux countries' })
      assert.ok(planned.ok)
      assert.equal(planned.plan.parts.length, 3)
    })
  })
})
