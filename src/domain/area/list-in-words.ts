/** Lists boundaries in a summary: grouped by kind and country, named if they are few, otherwise counted. */
import { listed } from '../../util/join-words.ts'
import type { BoundaryRecord, BoundaryRef } from '../boundary/boundary.ts'
import type { NameOf } from '../boundary/boundary-json.ts'
import { foldName } from '../catalog/fold.ts'
import { foldedNames } from '../catalog/folded-name-cache.ts'
import { countryAbbreviation, countryName, nounOf, prepositionOf } from './kind-nouns.ts'

export interface SummaryMember {
  /** The words of the description for it. */
  readonly text: string
  readonly boundary: BoundaryRecord
  readonly name: string
}

export interface SetStyle {
  /** How many boundaries may be named; more are counted. */
  readonly names: number
  /** Counts boundaries of one kind together, across countries. */
  readonly merged: boolean
  /** Whether these are parts and not exceptions. */
  readonly isMain: boolean
  readonly description: string
  /** Words that are not a title: an exception may quote the words of its part. */
  readonly notTitles: ReadonlySet<string>
  readonly nameOf: NameOf
}

interface SummaryGroup {
  readonly members: readonly SummaryMember[]
  /** What the description calls them together: "New England". */
  readonly title: string | null
}

/** @param members at least one, each boundary once */
export const setInWords = (members: readonly SummaryMember[], style: SetStyle): string => {
  const groups = groupsOf(members, style)
  const named = namedGroups(groups, style.names)
  const isAlone = style.isMain && groups.length === 1
  return listed(groups.map((group) => groupInWords(group, named.has(group), isAlone, style)))
}

const groupsOf = (
  members: readonly SummaryMember[],
  { merged, notTitles }: SetStyle,
): readonly SummaryGroup[] => {
  if (merged) return groupBy(members, ({ boundary }) => boundary.kind).map(untitled)
  const titles = new Map<SummaryMember, string>()
  for (const alike of groupBy(
    members,
    (member) => `${memberPlace(member)} ${foldName(quotedTitle(member.text))}`,
  )) {
    const title = sharedTitle(alike)
    if (title !== null && !notTitles.has(alike[0].text)) for (const member of alike) titles.set(member, title)
  }
  return groupBy(members, (member) => `${memberPlace(member)} ${titles.get(member) ?? ''}`).map((group) => ({
    members: group,
    title: titles.get(group[0]) ?? null,
  }))
}

const groupBy = (
  members: readonly SummaryMember[],
  keyOf: (member: SummaryMember) => string,
): readonly (readonly SummaryMember[])[] => [...Map.groupBy(members, keyOf).values()]

const memberPlace = ({ boundary }: SummaryMember): string =>
  isTerritory(boundary)
    ? 'territory'
    : boundary.kind === 'country'
      ? 'country'
      : `${boundary.kind} ${boundary.country}`

/** Puerto Rico has a country code and lies in a country. */
const isTerritory = ({ kind, parents }: BoundaryRecord): boolean => kind === 'country' && parents.length > 0

const untitled = (members: readonly SummaryMember[]): SummaryGroup => ({ members, title: null })

const MAX_TITLE_LENGTH = 60

/** Words shared by several boundaries that name none of them; null otherwise. */
const sharedTitle = (members: readonly SummaryMember[]): string | null => {
  const title = quotedTitle(members[0].text)
  if (members.length < 2 || title === '' || title.length > MAX_TITLE_LENGTH) return null
  const words = ` ${foldName(title)} `
  const namesMember = members.some(({ boundary }) =>
    foldedNames(boundary)
      .values()
      .some((each) => words.includes(` ${each} `)),
  )
  return namesMember ? null : title
}

const quotedTitle = (text: string): string => printableLine(text).replace(/^the /i, '').replaceAll('"', "'")

/** One line without control characters or direction marks. */
export const printableLine = (text: string): string => text.replaceAll(UNPRINTABLE, ' ').trim()

const UNPRINTABLE = /[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu

/** Names small groups first, while there is room. */
const namedGroups = (groups: readonly SummaryGroup[], names: number): ReadonlySet<SummaryGroup> => {
  const named = new Set<SummaryGroup>()
  let left = names
  for (const group of groups.toSorted((a, b) => a.members.length - b.members.length)) {
    left -= group.members.length
    if (left < 0) break
    named.add(group)
  }
  return named
}

const groupInWords = (
  group: SummaryGroup,
  isNamed: boolean,
  isAlone: boolean,
  { description, nameOf }: SetStyle,
): string => {
  const { members, title } = group
  if (isNamed && members.length === 1) return loneName(members[0], nameOf)
  const count = countInWords(members, isNamed, nameOf)
  const names = isNamed ? listed(shortNames(members, nameOf)) : null
  if (title === null) return names === null ? count : isAlone ? `${count}: ${names}` : `${count} (${names})`
  // The group is known to be complete only if the description says nothing else.
  if (isAlone && sameWords(description, title))
    return `${title} (${names === null ? count : `${count}: ${names}`})`
  if (names === null) return `${count} ("${title}")`
  return isAlone ? `${count} ("${title}"): ${names}` : `${count} ("${title}": ${names})`
}

const sameWords = (description: string, title: string): boolean =>
  foldName(quotedTitle(description)).trim() === foldName(title).trim()

/** "France", "Ohio (US state)", "Lake County (Minnesota)". */
const loneName = ({ name, boundary }: SummaryMember, nameOf: NameOf): string => {
  const { kind, country } = boundary
  if (kind === 'country') return name
  const noun = nounOf(kind, 1)
  const parent = commonParent([boundary])
  const hasNoun = shortName(name, noun) !== name
  if (parent !== null) return `${name} (${hasNoun ? '' : `${noun} ${prepositionOf(kind)} `}${nameOf(parent)})`
  if (country === null) return hasNoun ? name : `${name} (${noun})`
  const abbreviation = countryAbbreviation(country)
  if (hasNoun) return `${name} (${abbreviation ?? countryName(country)})`
  return `${name} (${abbreviation === null ? `${noun} ${prepositionOf(kind)} ${countryName(country)}` : `${abbreviation} ${noun}`})`
}

/** "3 US states", "2 counties of Kentucky", "58 US counties in 3 states". */
const countInWords = (members: readonly SummaryMember[], isNamed: boolean, nameOf: NameOf): string => {
  const records = members.map(({ boundary }) => boundary)
  const { kind, country } = records[0]
  const count = members.length.toLocaleString('en')
  const noun = nounOf(kind, members.length)
  if (records.every(isTerritory)) return `${count} ${members.length === 1 ? 'territory' : 'territories'}`
  if (kind === 'country') return `${count} ${noun}`
  const countries = new Set(records.map((record) => record.country))
  if (countries.size > 1) return `${count} ${noun} in ${countries.size} countries`
  const parent = commonParent(records)
  if (parent !== null) return `${count} ${noun} ${prepositionOf(kind)} ${nameOf(parent)}`
  const spread = isNamed ? '' : spreadOf(records)
  if (country === null) return `${count} ${noun}${spread}`
  const abbreviation = countryAbbreviation(country)
  if (abbreviation !== null) return `${count} ${abbreviation} ${noun}${spread}`
  return spread === ''
    ? `${count} ${noun} ${prepositionOf(kind)} ${countryName(country)}`
    : `${count} ${noun}${spread} of ${countryName(country)}`
}

/** The smallest boundary below the country that contains all of them. */
const commonParent = (records: readonly BoundaryRecord[]): BoundaryRef | null =>
  records[0].parents.findLast(
    ({ id, kind }) =>
      kind !== 'country' && records.every(({ parents }) => parents.some((parent) => parent.id === id)),
  ) ?? null

/** " in 3 states"; empty if unknown for any of them. */
const spreadOf = (records: readonly BoundaryRecord[]): string => {
  const tops = records.map(({ parents }) => parents.find(({ kind }) => kind !== 'country'))
  const [first] = tops
  if (first === undefined || tops.some((top) => top?.kind !== first.kind)) return ''
  const count = new Set(tops.map((top) => top?.id)).size
  return ` in ${count} ${nounOf(first.kind, count)}`
}

/** Names without the noun before them; namesakes with the place that contains them. */
const shortNames = (members: readonly SummaryMember[], nameOf: NameOf): readonly string[] => {
  const names = members.map(({ name, boundary }) => shortName(name, nounOf(boundary.kind, 1)))
  return names.map((name, index) => {
    const parent = members[index].boundary.parents.at(-1)
    const isUnique = names.indexOf(name) === names.lastIndexOf(name)
    return isUnique || parent === undefined ? name : `${name} in ${nameOf(parent)}`
  })
}

const shortName = (name: string, noun: string): string =>
  name.length > noun.length + 1 && name.toLowerCase().endsWith(` ${noun}`)
    ? name.slice(0, -noun.length - 1)
    : name
