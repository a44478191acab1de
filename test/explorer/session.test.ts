/** The price that the map page names is what the operation costs. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PageSession } from '../../src/explorer/operation-calls.ts'
import { PageVisitor } from '../../src/explorer/page-visitor.ts'
import { DETAILS } from '../../src/explorer/permalink.ts'
import type { AnyOp } from '../../src/op/define.ts'
import type { CallPlan } from '../../src/op/plan.ts'
import { RawInput } from '../../src/op/raw-input.ts'
import { createArea } from '../../src/ops/areas/create_area.ts'
import { exportBoundary } from '../../src/ops/boundaries/export_boundary.ts'
import { getBoundary } from '../../src/ops/boundaries/get_boundary.ts'
import { unionBoundaries } from '../../src/ops/boundaries/union_boundaries.ts'

const ACCOUNT = { email: 'ann@example.org', plan: 'free', units: { used: 0, allowance: 10, remaining: 10 } }
const person = (session: Partial<PageSession>): PageVisitor => {
  const known = new PageVisitor()
  known.session = { access: 'accounts', demonstration: true, account: null, ...session }
  return known
}
const VISITOR = person({})
const SIGNED_IN = person({ account: ACCOUNT })
const UNDEMONSTRATED = [
  person({ demonstration: false }),
  person({ demonstration: false, account: ACCOUNT }),
] as const
const OPEN = person({ access: 'open', demonstration: false })

const ids = (count: number): string[] => Array.from({ length: count }, (_, i) => `r${i + 1}`)
const planOf = (op: AnyOp, input: object): CallPlan =>
  new RawInput(op, input).plannedFor({ kind: 'account' }).plan

interface Priced {
  readonly what: string
  readonly of: (person: PageVisitor) => number | null
  /** Whether a visitor may make the call, and its units for an account. */
  readonly isDemonstrated: boolean
  readonly units: CallPlan['price']
}

const PRICED: readonly Priced[] = [
  ...DETAILS.map((detail): Priced => {
    const { access, price } = planOf(exportBoundary, { id: 'r1', detail })
    return {
      what: `a file at ${detail} detail`,
      of: (each) => each.costOfExport(detail),
      isDemonstrated: access === 'demonstration',
      units: price,
    }
  }),
  ...[1, 2, 5, 6, 7, 50].map((count): Priced => {
    const { access, price } = planOf(unionBoundaries, { include: ids(count), detail: 'low' })
    return {
      what: `a union of ${count}`,
      of: (each) => each.costOfUnion(count),
      isDemonstrated: access === 'demonstration',
      units: price,
    }
  }),
]

for (const { what, of, isDemonstrated, units } of PRICED)
  test(`${what} costs what the operation says`, () => {
    assert.equal(of(VISITOR), isDemonstrated ? 0 : null)
    assert.equal(of(SIGNED_IN), isDemonstrated ? 0 : units)
    assert.deepEqual(UNDEMONSTRATED.map(of), [null, units])
    assert.equal(of(OPEN), 0)
  })

test('more than low detail costs what the operation says, and needs an account', () => {
  for (const detail of DETAILS) {
    const { access, price } = planOf(getBoundary, { id: 'r1', detail })
    const isPublic = access === 'public'
    assert.equal(SIGNED_IN.costOfDetail(detail), isPublic ? 0 : price)
    assert.equal(VISITOR.costOfDetail(detail), isPublic ? 0 : null)
    assert.equal(OPEN.costOfDetail(detail), 0)
  }
})

test('descriptions cost an account their units, and visitors draw a few', () => {
  const { access, price } = planOf(createArea, { text: 'Benelux', detail: 'low' })
  assert.equal(SIGNED_IN.costOfDescription(), price)
  assert.equal(access, 'demonstration')
  assert.equal(VISITOR.costOfDescription(), 0)
  assert.deepEqual(
    UNDEMONSTRATED.map((each) => each.costOfDescription()),
    [null, price],
  )
  assert.equal(OPEN.costOfDescription(), 0)
})

test('until the server has answered, everybody is a visitor', () => {
  assert.deepEqual(new PageVisitor().session, VISITOR.session)
})
