/** Tests that what repeats in a file, or is empty, takes no memory. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAll } from '../../../../test/support/pbf-reader.ts'
import { concat, message, type RelationSpec, text, writePbf } from '../../../../test/support/pbf-writer.ts'
import { kindsIn, openBlock } from './block.ts'
import { MAX_MEMBERS } from './relations.ts'

const TAGS = { type: 'boundary', boundary: 'administrative' }

const membersOf = async (members: RelationSpec['members']) => {
  const { relations } = await readAll(writePbf({ relations: [{ id: 1, members, tags: TAGS }] }))
  return relations[0].members
}

/** Memory that is held after the call, in bytes, without what it returns in arrays. */
const heldBy = (make: () => unknown): number => {
  const before = process.memoryUsage().heapUsed
  const held = make()
  const bytes = process.memoryUsage().heapUsed - before
  assert.notEqual(held, null)
  return bytes
}

/** An empty field of two bytes, again and again. */
const empty = (field: number, count: number): Uint8Array =>
  new Uint8Array(2 * count).map((_, at) => (at % 2 === 0 ? field * 8 + 2 : 0))

const COUNT = 2_000_000

test('groups take no memory, however many there are', () => {
  const block = concat([message([1, message([1, text('')])]), empty(2, COUNT)])
  const bytes = heldBy(() => {
    const opened = openBlock(block)
    assert.equal(kindsIn(opened), 0)
    return opened
  })
  assert.ok(bytes < 2 * COUNT, `${bytes} bytes for ${COUNT} groups`)
})

test('strings take no memory of the heap, however many there are', () => {
  const table = message([1, empty(1, COUNT)])
  const bytes = heldBy(() => {
    const { strings } = openBlock(table)
    assert.equal(strings.text(COUNT - 1), '')
    return strings
  })
  assert.ok(bytes < 2 * COUNT, `${bytes} bytes for ${COUNT} strings`)
})

test('the beginning of a long text is read, however many objects have it', async () => {
  const name = `a${'é'.repeat(100_000)}`
  const { relations } = await readAll(
    writePbf({ relations: [1, 2].map((id) => ({ id, members: [], tags: { ...TAGS, name } })) }),
  )
  for (const { tags } of relations) assert.equal(tags.name, name.slice(0, 2_048))
})

test('a member of a relation counts once in each role', async () => {
  const [way, node] = [['w', 7, 'outer'] as const, ['n', 7, 'label'] as const]
  const inner = ['w', 7, 'inner'] as const
  const other = ['w', 7, 'subarea'] as const
  const members = await membersOf([way, node, way, inner, way, other, inner, node, other])
  assert.deepEqual(
    members.map(({ type, id, role }) => `${type} ${id} ${role}`),
    ['way 7 outer', 'node 7 label', 'way 7 inner', 'way 7 subarea'],
  )
})

test('equal members are one, and no more different ones are read than a border may have', async () => {
  const count = 3 * MAX_MEMBERS
  assert.equal((await membersOf(Array.from({ length: count }, () => ['w', 1, 'outer'] as const))).length, 1)
  const different = Array.from({ length: count }, (_, id) => ['w', id + 1, 'outer'] as const)
  assert.equal((await membersOf(different)).length, MAX_MEMBERS + 1)
  assert.equal((await membersOf(different.slice(0, MAX_MEMBERS))).length, MAX_MEMBERS)
})
