/** Reads relations of a block: those with a tag, or of a given set. */
import { type Block, eachOfField, RELATION_FIELD } from './block.ts'
import { readIds, type UnreadableObject } from './ids.ts'
import { type Edit, readInfo } from './info.ts'
import { MalformedBlock } from './problem.ts'
import { type Packed, type TagCriterion, type Tags, tagReader } from './tags.ts'
import { Wire } from './wire.ts'

type MemberType = 'node' | 'way' | 'relation'

export interface Member {
  readonly type: MemberType
  readonly id: number
  readonly role: string
}

export interface Relation extends Edit {
  readonly id: number
  readonly tags: Tags
  readonly members: readonly Member[]
}

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

/** Returns the number of relations in the block. */
export const eachRelation = (
  block: Block,
  criterion: TagCriterion,
  keepTag: (key: string) => boolean,
  visitor: RelationVisitor,
): number => {
  const tags = tagReader(block, criterion)
  let seen = 0
  eachOfField(block, RELATION_FIELD, (wire) => {
    seen++
    let id = 0
    let idAt = 0
    const packed = Array.from({ length: 11 }, (): Packed => ({ start: 0, end: 0 }))
    for (let field = wire.field(); field !== 0; field = wire.field()) {
      if (field === 1) {
        idAt = wire.pos
        id = wire.int64()
      } else if (field < packed.length) {
        const length = wire.length()
        packed[field] = { start: wire.pos, end: wire.pos + length }
        wire.pos += length
      } else wire.skip()
    }
    const [, , keys, values, info, , , , roles, ids, types] = packed
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
      members: readMembers(block, roles, ids, types),
      ...readInfo(block, info),
    })
  })
  return seen
}

const readMembers = (block: Block, roles: Packed, ids: Packed, types: Packed): Member[] => {
  const roleWire = new Wire(block.bytes, roles.start, roles.end)
  const typeWire = new Wire(block.bytes, types.start, types.end)
  const members = readIds(block.bytes, ids).map((id): Member => {
    const type = MEMBER_TYPES[typeWire.varint()]
    if (type === undefined) throw new MalformedBlock('A member of a relation is not a node, way or relation.')
    return { type, id, role: block.strings.text(roleWire.varint()) }
  })
  if (typeWire.pos !== typeWire.end || roleWire.pos !== roleWire.end) {
    throw new MalformedBlock('A relation has different numbers of members, roles and types.')
  }
  return members
}
