/** Reads relations of a block: those with a tag, or of a given set. */
import { eachOfField, type PbfBlock, RELATION_FIELD } from './block.ts'
import { readIds, type UnreadableObject } from './ids.ts'
import { type Edit, readInfo } from './info.ts'
import { MalformedBlock } from './problem.ts'
import { type TagCriterion, type Tags, tagReader } from './tags.ts'
import { type Packed, Wire } from './wire.ts'

type MemberType = 'node' | 'way' | 'relation'

export interface RelationMember {
  readonly type: MemberType
  readonly id: number
  readonly role: string
}

export interface Relation extends Edit {
  readonly id: number
  readonly tags: Tags
  /** Each once, in their order; the first `MAX_MEMBERS` and one more if there are too many. */
  readonly members: readonly RelationMember[]
}

/**
 * No more are read, and a border with more is refused. OpenStreetMap accepts 32,000, as its capabilities say
 * (https://api.openstreetmap.org/api/capabilities, relation_members).
 */
export const MAX_MEMBERS = 100_000

export interface RelationVisitor {
  /** Called for each relation of the block. */
  seen(id: number): void
  isAskedFor(id: number): boolean
  /** A relation that has the tag or is asked for. */
  relation(relation: Relation): void
  /** A relation that has the tag, and an id too large for an exact number. */
  unreadable(relation: UnreadableObject): void
}

const MEMBER_TYPES: readonly MemberType[] = ['node', 'way', 'relation']

/**
 * Returns the number of relations in the block. O(n) time in the bytes of the block; O(m) memory in the different members of the
 * relations that have the tag or are asked for.
 */
export const eachRelation = (
  block: PbfBlock,
  criterion: TagCriterion,
  keepTag: (key: string) => boolean,
  visitor: RelationVisitor,
): number => {
  const tags = tagReader(block, criterion)
  const roleOf = rolesOf(block)
  const packed = Array.from({ length: 11 }, (): Packed => ({ start: 0, end: 0 }))
  const [, , keys, values, info, , , , roleIndexes, ids, types] = packed
  let seen = 0
  eachOfField(block, RELATION_FIELD, (wire) => {
    seen++
    let id = 0
    let idAt = 0
    for (const place of packed) place.start = place.end = 0
    for (let field = wire.field(); field !== 0; field = wire.field()) {
      if (field === 1) {
        idAt = wire.pos
        id = wire.int64()
      } else if (field < packed.length) wire.locate(packed[field])
      else wire.skip()
    }
    visitor.seen(id)
    if (!tags.matches(keys, values) && !visitor.isAskedFor(id)) return
    if (!Number.isSafeInteger(id)) {
      const exact = new Wire(block.bytes, idAt).exactInt64()
      visitor.unreadable({ id: `r${exact}`, tags: tags.read(keys, values, keepTag) })
      return
    }
    visitor.relation({
      id,
      tags: tags.read(keys, values, keepTag),
      members: readMembers(block, roleOf, roleIndexes, ids, types),
      ...readInfo(block, info),
    })
  })
  return seen
}

/**
 * Returns the members without those that repeat another one, which add nothing to a border. O(n) time in the members, O(m) memory in
 * the different ones.
 */
const readMembers = (
  block: PbfBlock,
  roleOf: (index: number) => string,
  roleIndexes: Packed,
  ids: Packed,
  types: Packed,
): RelationMember[] => {
  const roleWire = new Wire(block.bytes, roleIndexes.start, roleIndexes.end)
  const typeWire = new Wire(block.bytes, types.start, types.end)
  const members: RelationMember[] = []
  const known = MEMBER_TYPES.map(() => new Map<number, string | Set<string>>())
  for (const id of readIds(block.bytes, ids)) {
    const typeIndex = typeWire.varint()
    const type = MEMBER_TYPES[typeIndex]
    if (type === undefined) throw new MalformedBlock('A member of a relation is not a node, way or relation.')
    const role = roleOf(roleWire.varint())
    if (members.length <= MAX_MEMBERS && isNew(known[typeIndex], id, role)) members.push({ type, id, role })
  }
  if (typeWire.pos !== typeWire.end || roleWire.pos !== roleWire.end) {
    throw new MalformedBlock('A relation has different numbers of members, roles and types.')
  }
  return members
}

/** Adds the role to those of the object; false if it has it already. Nearly all objects have one. */
const isNew = (known: Map<number, string | Set<string>>, id: number, role: string): boolean => {
  const roles = known.get(id)
  if (roles === undefined) known.set(id, role)
  else if (typeof roles === 'string') {
    if (roles === role) return false
    known.set(id, new Set([roles, role]))
  } else {
    if (roles.has(role)) return false
    roles.add(role)
  }
  return true
}

/** Texts of roles, each decoded once in a block. */
const rolesOf = (block: PbfBlock) => {
  const texts = new Map<number, string>()

  return (index: number): string => {
    let text = texts.get(index)
    if (text === undefined) {
      text = block.strings.text(index)
      texts.set(index, text)
    }
    return text
  }
}
