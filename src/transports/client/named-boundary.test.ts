import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { CallOperation, CallRequest } from './command-call.ts'
import { withNamedBoundary } from './named-boundary.ts'

const candidate = (id: string, match: string) => ({
  id,
  name: 'Vaduz',
  kind: 'municipality',
  parents: [],
  match,
})
const NO_SIGNAL = new AbortController().signal

/** Resolves a name by a search with this answer. */
const resolve = async (
  answer: { readonly candidates?: readonly unknown[]; readonly hint?: string | null },
  {
    operation = 'get_boundary',
    input = { id: 'Vaduz' },
  }: Partial<Pick<CallRequest, 'operation' | 'input'>> = {},
) => {
  const searches: unknown[] = []
  const call: CallOperation = async (asked) => {
    searches.push(asked.input.q)
    return { ok: true, bytes: Buffer.from(JSON.stringify({ candidates: [], hint: null, ...answer })) }
  }
  const named = await withNamedBoundary({ operation, input, signal: NO_SIGNAL }, call)
  return { named, searches }
}

describe('a name where an id is expected', () => {
  test('is replaced by the id of the only boundary that has exactly this name, and this is told', async () => {
    const { named } = await resolve({
      candidates: [candidate('iso:LI-11', 'exact'), candidate('r1', 'prefix')],
    })
    assert.ok(named.ok)
    assert.equal(named.request.input.id, 'iso:LI-11')
    assert.equal(named.used, '"Vaduz" is iso:LI-11: Vaduz (municipality).')
  })

  test('is refused with the candidates and the hint if it may mean something else', async () => {
    const exact = candidate('iso:LI-11', 'exact')
    for (const [answer, reason] of [
      [
        { candidates: [exact, candidate('r1', 'exact')] },
        '2 boundaries have exactly this name. Call again with an id.',
      ],
      [{ candidates: [exact], hint: 'It is a city, too.' }, 'It is a city, too. Call again with an id.'],
      [
        { candidates: [candidate('r1', 'prefix')] },
        'No boundary has exactly this name. Call again with an id.',
      ],
      [
        { candidates: [candidate('r1', 'fuzzy')] },
        'No boundary has exactly this name. Call again with an id.',
      ],
      [{ hint: 'It is unknown.' }, 'It is unknown.'],
    ] as const) {
      const { named } = await resolve(answer)
      assert.ok(!named.ok)
      assert.equal(named.problem.detail, reason)
      assert.deepEqual(
        named.problem.unmapped?.[0]?.candidates,
        'candidates' in answer ? answer.candidates : [],
      )
    }
  })

  test('is searched for only by operations on one boundary, never in lists of ids', async () => {
    for (const [operation, input] of [
      ['get_boundary', { id: 'r1155955' }],
      ['get_boundary', { id: 'US-TX' }],
      ['get_boundary', { id: 'LI' }],
      ['get_boundary', { id: 'https://example.org/relation/1' }],
      ['union_boundaries', { include: ['Vaduz'] }],
      ['contains_points', { id: 'Vaduz' }],
      ['export_collection', { ids: ['Vaduz'] }],
    ] as const) {
      const { named, searches } = await resolve({}, { operation, input })
      assert.ok(named.ok)
      assert.deepEqual([named.request.input, named.used, searches], [input, null, []])
    }
    const { searches } = await resolve({}, { operation: 'export_collection', input: { within: 'Vaduz' } })
    assert.deepEqual(searches, ['Vaduz'])
  })
})
