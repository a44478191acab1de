/** `metes catalog conflicts` and `metes catalog resolve`. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BoundaryId } from '../../src/domain/boundary/id.ts'
import type { IdentityDecision, StoredConflict } from '../../src/domain/catalog/ports.ts'
import { run } from './cli-harness.ts'

const conflict = (more: Partial<StoredConflict>): StoredConflict => ({
  id: 'r9' as BoundaryId,
  name: 'Forged\u001bland',
  origin: 'live',
  claim: 'iso:US',
  holder: { id: 'r148838' as BoundaryId, name: 'United States', isIn: 'lower source' },
  replacesIfKept: false,
  reason: 'Its land does not agree.',
  notedAt: '2026-01-02T03:04:05Z',
  ...more,
})
const CONFLICTS = [
  conflict({}),
  conflict({ claim: 'wikidata:Q30' }),
  conflict({
    id: 'r5' as BoundaryId,
    name: 'Province',
    origin: 'extract',
    claim: 'its place',
    replacesIfKept: true,
  }),
]

test('conflicts are listed once for each known boundary, with the reason, and no control characters', async () => {
  const service = { listConflicts: async () => CONFLICTS }
  const { stdout, code } = await run(['catalog', 'conflicts'], { service })
  assert.equal(code, 0)
  assert.deepEqual(
    stdout.split('\n').map((line) => line.trim().split(/ {2,}/)),
    [
      ['id', 'name', 'from', 'claims', 'of'],
      ['r9', 'Forged land', 'live map', 'iso:US, wikidata:Q30', 'United States (r148838)'],
      ['Its land does not agree.'],
      ['r5', 'Province', 'import', 'its place', 'United States (r148838)'],
      ['Its land does not agree.'],
      [''],
      [
        'Until you decide, each object is found only by its own id. Decide with "npx metes catalog resolve ID --keep" or "--reject".',
      ],
      [''],
    ],
  )
})

test('conflicts are listed as JSON, one for each claim', async () => {
  const { stdout } = await run(['catalog', 'conflicts', '--json'], {
    service: { listConflicts: async () => CONFLICTS },
  })
  const { conflicts } = JSON.parse(stdout)
  assert.equal(conflicts.length, 3)
  assert.deepEqual(conflicts[2], {
    id: 'r5',
    name: 'Province',
    source: 'extract',
    claim: 'its place',
    holder: { id: 'r148838', name: 'United States' },
    reason: 'Its land does not agree.',
    replaces_if_kept: true,
    noted_at: '2026-01-02T03:04:05Z',
  })
})

test('a catalog without conflicts says so', async () => {
  const { stdout, stderr, code } = await run(['catalog', 'conflicts'], {
    service: { listConflicts: async () => [] },
  })
  assert.deepEqual([stdout, stderr, code], ['', 'No conflicts.\n', 0])
})

test('a decision is made for each id, in any form that names an object', async () => {
  const decided: [string, IdentityDecision][] = []
  const decideIdentity = async (id: BoundaryId, decision: IdentityDecision) => {
    decided.push([id, decision])
    return id === 'r7' ? null : 'rejected'
  }
  const { stderr, code } = await run(
    ['catalog', 'resolve', 'R5', 'relation/7', 'https://www.openstreetmap.org/way/9', '--reject'],
    { service: { decideIdentity } as never },
  )
  assert.deepEqual(decided, [
    ['r5', 'reject'],
    ['r7', 'reject'],
    ['w9', 'reject'],
  ])
  assert.equal(code, 1)
  assert.match(stderr, /^r5: rejected\..*\nw9: rejected\./)
  assert.match(stderr, /has the id r7\. Run "npx metes catalog conflicts"/)
})

for (const [says, args] of [
  ['neither decision', ['r5']],
  ['both decisions', ['r5', '--keep', '--reject']],
  ['no id', ['--keep']],
  ['a code, which several objects may have', ['iso:US', '--keep']],
  ['nothing that is an id', ['nowhere', '--keep']],
] as const)
  test(`a command line with ${says} is wrong usage`, async () => {
    const { code } = await run(['catalog', 'resolve', ...args], {
      service: { decideIdentity: () => assert.fail('decided') },
    })
    assert.equal(code, 2)
  })
