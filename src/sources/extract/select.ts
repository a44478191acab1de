/** Selects the relations and ways of a file that are boundaries, and gives the reason for others that look like one. */
import type { BoundaryId } from '../../domain/boundary/id.ts'
import type { ShapeMember } from './border.ts'
import { cleanTags } from './clean-tags.ts'
import { isShapeRole } from './member-roles.ts'
import { displayName } from './names.ts'
import type { BoundaryParts } from './parts.ts'
import type { Edit } from './pbf/info.ts'
import type { Member, Relation } from './pbf/relations.ts'
import type { Tags } from './pbf/tags.ts'
import { adminLevelOf } from './tag-values.ts'

/** A boundary of the file whose border is not assembled yet. */
export interface FoundBoundary extends Edit {
  readonly id: BoundaryId
  readonly tags: Tags
  readonly name: string
  /** Null for postcode areas. */
  readonly adminLevel: number | null
  readonly members: readonly ShapeMember[]
  /** Ways of its member relations, used if its own ways do not close. */
  readonly nested: readonly ShapeMember[]
  /** Tags of the node that is its `label`. */
  readonly label: Tags | null
}

/** A boundary named in the report. */
export interface ReportedBoundary {
  readonly id: BoundaryId
  readonly name: string | null
  readonly adminLevel: number | null
  /** Full sentences. */
  readonly reason: string
}

export interface SkippedBoundary extends ReportedBoundary {
  /** True if the file ends before the boundary does, so that the map has no error here. */
  readonly isCut: boolean
}

export interface Selection {
  readonly found: readonly FoundBoundary[]
  readonly skipped: readonly SkippedBoundary[]
  /** Boundaries whose tags were cleaned first. */
  readonly cleaned: readonly ReportedBoundary[]
}

/** Only these relation types have an area; `multilinestring` and others carry boundary tags for a border line. */
const AREA_TYPES: ReadonlySet<string> = new Set(['boundary', 'multipolygon'])

/** Countries and states are relations; a closed way at their level is a piece of border, as in Nominatim. */
const HIGHEST_LEVEL_OF_BORDER_WAYS = 4

export const selectBoundaries = (parts: BoundaryParts): Selection => {
  const found: FoundBoundary[] = []
  const skipped: SkippedBoundary[] = []
  const cleaned: ReportedBoundary[] = []
  const add = (candidate: Omit<FoundBoundary, 'name' | 'adminLevel'>): void => {
    const { id } = candidate
    const { tags, changes } = cleanTags(candidate.tags)
    const label = candidate.label === null ? null : cleanTags(candidate.label, ' of its label')
    const isPostal = tags.boundary === 'postal_code'
    const adminLevel = isPostal ? null : adminLevelOf(tags)
    const name = displayName(tags)
    const skip = (reason: string): void => {
      skipped.push({ id, name, adminLevel, reason, isCut: false })
    }
    const allChanges = [...changes, ...(label?.changes ?? [])]
    if (allChanges.length > 0) cleaned.push({ id, name, adminLevel, reason: allChanges.join(' ') })
    if (!isPostal && adminLevel === null) skip(levelProblem(tags))
    else if (name === null) skip(isPostal ? 'It has neither a code nor a name.' : 'It has no name.')
    else found.push({ ...candidate, tags, label: label?.tags ?? null, name, adminLevel })
  }
  for (const relation of parts.relations.values()) {
    if (!isBoundary(relation.tags) || !AREA_TYPES.has(relation.tags.type)) continue
    const { version, timestamp, tags, members } = relation
    const labelNode = members.find(({ type, role }) => type === 'node' && role === 'label')
    const label = labelNode === undefined ? null : (parts.labels.get(labelNode.id) ?? null)
    const nested = nestedMembers(relation, parts.relations)
    const id = `r${relation.id}` as BoundaryId
    add({ id, tags, version, timestamp, members: waysOf(members), nested, label })
  }
  const bordersOf = namesByOuterWay(parts)
  for (const way of parts.taggedWays) {
    if (!isAreaOfItsOwn(way.tags, bordersOf.get(way.id))) continue
    const { version, timestamp, tags } = way
    const members = [{ way: way.id, role: 'outer' }]
    add({ id: `w${way.id}` as BoundaryId, tags, version, timestamp, members, nested: [], label: null })
  }
  return { found, skipped, cleaned }
}

const isBoundary = ({ boundary }: Tags): boolean =>
  boundary === 'administrative' || boundary === 'postal_code'

const levelProblem = ({ admin_level: text }: Tags): string =>
  text === undefined
    ? 'It has no admin_level.'
    : `Its admin_level "${text}" is not a whole number from 1 to 12.`

const waysOf = (members: readonly Member[]): ShapeMember[] =>
  members
    .filter(({ type, role }) => type === 'way' && isShapeRole(role))
    .map(({ id, role }) => ({ way: id, role }))

/** Ways of member relations at any depth. A relation that contains itself is visited once. */
const nestedMembers = (relation: Relation, relations: BoundaryParts['relations']): ShapeMember[] => {
  const ways: ShapeMember[] = []
  const walked = new Set([relation.id])
  const walk = (members: readonly Member[]): void => {
    for (const { type, id, role } of members) {
      if (type !== 'relation' || !isShapeRole(role) || walked.has(id)) continue
      walked.add(id)
      const inner = relations.get(id)
      if (inner === undefined) continue
      ways.push(...waysOf(inner.members))
      walk(inner.members)
    }
  }
  walk(relation.members)
  return ways
}

/** Returns the names of the boundary relations in which each way has the role `outer`. */
const namesByOuterWay = ({ relations, taggedWays }: BoundaryParts): ReadonlyMap<number, Set<string>> => {
  const names = new Map(taggedWays.map(({ id }) => [id, new Set<string>()]))
  for (const { tags, members } of relations.values()) {
    if (!isBoundary(tags)) continue
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
