/** Selects the relations and ways of a file that are boundaries, and gives the reason for others that look like one. */
import { type BoundaryId, isObjectNumber } from '../../domain/boundary/id.ts'
import type { ReportedBoundary, SkippedBoundary } from '../../domain/catalog/import-report.ts'
import type { ShapeMember } from './assemble-border.ts'
import { type CleanTags, cleanTags } from './clean-tags.ts'
import { type BoundaryParts, MAX_NESTING } from './extract-parts.ts'
import { isShapeRole } from './member-roles.ts'
import { displayName } from './names-of-tags.ts'
import type { Edit } from './pbf/info.ts'
import { MAX_MEMBERS, type Relation, type RelationMember } from './pbf/relations.ts'
import type { Tags } from './pbf/tags.ts'
import { SharingLimit } from './sharing-limit.ts'
import { adminLevelOf, isBoundary } from './tag-values.ts'

/** A boundary of the file whose border is not assembled yet. */
export interface FoundBoundary extends Edit {
  readonly id: BoundaryId
  readonly tags: Tags
  readonly name: string
  /** Null for postcode areas. */
  readonly adminLevel: number | null
  readonly members: readonly ShapeMember[]
  /** True if it has more members than an import reads: `members` are some of them. */
  readonly hasTooManyMembers: boolean
  /** Ways of its member relations, used if its own ways do not close; null if too many boundaries contain one of these relations. */
  readonly nested: () => readonly ShapeMember[] | null
  /** Tags of the node that is its `label`. */
  readonly label: Tags | null
}

export interface SelectedBoundaries {
  readonly found: readonly FoundBoundary[]
  readonly skipped: readonly SkippedBoundary[]
  /** Boundaries whose tags were cleaned first. */
  readonly cleaned: readonly ReportedBoundary[]
}

/** Only these relation types have an area; `multilinestring` and others carry boundary tags for a border line. */
const AREA_TYPES: ReadonlySet<string> = new Set(['boundary', 'multipolygon'])

/** Countries and states are relations; a closed way at their level is a piece of border, as in Nominatim. */
const HIGHEST_LEVEL_OF_BORDER_WAYS = 4

/**
 * O(n) in the relations, their members and tags, and the tagged ways. Listing the ways of member relations later takes O(m) in the
 * members of these, of which at most 10,000 are followed for each boundary, and each for a hundred boundaries (`sharing-limit.ts`).
 */
export const selectBoundaries = (parts: BoundaryParts): SelectedBoundaries => {
  const found: FoundBoundary[] = []
  const skipped: SkippedBoundary[] = []
  const cleaned: ReportedBoundary[] = []
  const sharing = new SharingLimit()
  const cleanLabel = labelCleaner()
  const add = (candidate: Omit<FoundBoundary, 'name' | 'adminLevel'>): void => {
    const { id } = candidate
    const { tags, changes } = cleanTags(candidate.tags)
    const label = candidate.label === null ? null : cleanLabel(candidate.label)
    const isPostal = tags.boundary === 'postal_code'
    const adminLevel = isPostal ? null : adminLevelOf(tags)
    const name = displayName(tags)
    const skip = (reason: string): void => {
      skipped.push({ id, name, adminLevel, reason, isCut: false })
    }
    const number = id.slice(1)
    // No call would accept the id.
    if (!isObjectNumber(Number(number))) {
      skip(idProblem(number))
      return
    }
    const allChanges = [...changes, ...(label?.changes ?? [])]
    if (allChanges.length > 0) cleaned.push({ id, name, adminLevel, reason: allChanges.join(' ') })
    if (!isPostal && adminLevel === null) skip(levelProblem(tags))
    else if (name === null) skip(isPostal ? 'It has neither a code nor a name.' : 'It has no name.')
    else found.push({ ...candidate, tags, label: label?.tags ?? null, name, adminLevel })
  }
  for (const relation of parts.relations.values()) {
    if (!isAreaRelation(relation.tags)) continue
    const { version, timestamp, tags, members } = relation
    const labelNode = members.find(({ type, role }) => type === 'node' && role === 'label')
    const label = labelNode === undefined ? null : (parts.labels.get(labelNode.id) ?? null)
    const nested = () => nestedMembers(relation, parts.relations, sharing)
    const id = `r${relation.id}` as BoundaryId
    const hasTooManyMembers = members.length > MAX_MEMBERS
    add({ id, tags, version, timestamp, members: waysOf(members), hasTooManyMembers, nested, label })
  }
  const bordersOf = namesByOuterWay(parts)
  for (const way of parts.taggedWays) {
    if (!isAreaOfItsOwn(way.tags, bordersOf.get(way.id))) continue
    const { version, timestamp, tags } = way
    const members = [{ way: way.id, role: 'outer' }]
    add({ ...NOTHING_ELSE_READ, id: `w${way.id}` as BoundaryId, tags, version, timestamp, members })
  }
  for (const { id, tags } of parts.unreadable) {
    const isArea = id.startsWith('r') ? isAreaRelation(tags) : isAreaOfItsOwn(tags, undefined)
    if (isArea) add({ id: id as BoundaryId, tags, ...NOTHING_ELSE_READ })
  }
  return { found, skipped, cleaned }
}

/** Cleans each label once, because any number of boundaries may have it. */
const labelCleaner = (): ((label: Tags) => CleanTags) => {
  const cleaned = new Map<Tags, CleanTags>()
  return (label) => {
    const known = cleaned.get(label)
    if (known !== undefined) return known
    const clean = cleanTags(label, ' of its label')
    cleaned.set(label, clean)
    return clean
  }
}

const NOTHING_ELSE_READ = {
  version: null,
  timestamp: null,
  members: [],
  hasTooManyMembers: false,
  nested: () => [],
  label: null,
}

const isAreaRelation = (tags: Tags): boolean => isBoundary(tags) && AREA_TYPES.has(tags.type)

const idProblem = (number: string): string => {
  const why = number.startsWith('-')
    ? 'editors give negative ids to objects that were not uploaded'
    : 'ids are whole numbers from 1 to 2^53 − 1'
  return `${number} is not the id of an OpenStreetMap object: ${why}.`
}

const levelProblem = ({ admin_level: text }: Tags): string =>
  text === undefined
    ? 'It has no admin_level.'
    : `Its admin_level "${text}" is not a whole number from 1 to 12.`

const waysOf = (members: readonly RelationMember[]): ShapeMember[] =>
  members
    .filter(({ type, role }) => type === 'way' && isShapeRole(role))
    .map(({ id, role }) => ({ way: id, role }))

/** Real boundaries have some hundreds; without an end, each of many relations that contain the next would visit all others. */
const MAX_NESTED_RELATIONS = 10_000

/** Ways of member relations, level by level. A relation that contains itself is visited once. */
const nestedMembers = (
  relation: Relation,
  relations: BoundaryParts['relations'],
  sharing: SharingLimit,
): readonly ShapeMember[] | null => {
  const walked = new Set([relation.id])
  const found: ShapeMember[][] = []
  let level: readonly Relation[] = [relation]
  for (let depth = 0; depth < MAX_NESTING && level.length > 0; depth++) {
    const inner: Relation[] = []
    for (const { members } of level) {
      for (const { type, id, role } of members) {
        if (type !== 'relation' || !isShapeRole(role) || walked.has(id)) continue
        if (walked.size > MAX_NESTED_RELATIONS) return []
        walked.add(id)
        const member = relations.get(id)
        if (member === undefined) continue
        if (member.members.length > MAX_MEMBERS) return []
        if (!sharing.allows(id, member.members.length)) return null
        inner.push(member)
        found.push(waysOf(member.members))
      }
    }
    level = inner
  }
  return found.flat()
}

/** Returns the names of the boundary relations in which each way has the role `outer`. Relations that are skipped name none. */
const namesByOuterWay = ({ relations, taggedWays }: BoundaryParts): ReadonlyMap<number, Set<string>> => {
  const names = new Map(taggedWays.map(({ id }) => [id, new Set<string>()]))
  for (const { id: relation, tags, members } of relations.values()) {
    if (!isBoundary(tags) || !isObjectNumber(relation)) continue
    for (const { type, id, role } of members) {
      if (type === 'way' && role !== 'inner' && isShapeRole(role)) names.get(id)?.add(displayName(tags) ?? '')
    }
  }
  return names
}

/**
 * True if a closed way is a boundary itself. Other closed ways with boundary tags are a closed piece of the border of
 * relations (an exclave, the outline of an enclave); they have no name, or the name of their relation.
 */
const isAreaOfItsOwn = (tags: Tags, relationNames: ReadonlySet<string> | undefined): boolean => {
  const name = displayName(tags)
  if (name === null || relationNames?.has(name)) return false
  const level = adminLevelOf(tags)
  return level === null || level > HIGHEST_LEVEL_OF_BORDER_WAYS
}
