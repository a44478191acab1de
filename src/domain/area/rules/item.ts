/** A phrase and its possible meanings: one of several boundaries, or all members of a group. */
import type { BoundaryRecord } from '../../boundary/boundary.ts'
import type { LevelWord } from '../../catalog/level-words.ts'
import { liesIn } from '../plan.ts'
import type { Clause } from '../text/clauses.ts'
import type { ListedPhrase } from '../text/listed.ts'
import type { Region } from '../vocabulary.ts'
import type { PhraseFault } from './fault.ts'
import type { Sense } from './sense.ts'

export interface Item extends ListedPhrase {
  /** The words that are the name, where the text has others: "show Salzburg". */
  readonly named?: string
  /** Best first; empty when no boundary has the name. */
  readonly senses: readonly Sense[]
  readonly group: Group | null
  /** The text itself narrows the meaning, by a level or a containing place. */
  readonly isNarrowed: boolean
  /** The text names the containing place. */
  readonly isPlaced: boolean
  /** Its level differs from that of its list: it contains the others, or it is a mistake. */
  readonly isOffLevel: boolean
  /** "All cantons of X": exceptions from it have this level. */
  readonly every: LevelWord | null
  /** Why known words cannot be mapped. */
  readonly fault: PhraseFault | null
}

/** What a phrase means until something is found. */
export const NO_MEANING = {
  senses: [],
  group: null,
  isNarrowed: false,
  isPlaced: false,
  isOffLevel: false,
  every: null,
  fault: null,
} as const

export interface Group {
  readonly region: Region
  readonly members: readonly BoundaryRecord[]
  readonly except: readonly BoundaryRecord[]
}

/** Items of one clause of the text. */
export interface ReadClause {
  readonly role: 'include' | 'exclude'
  readonly from: Clause['from']
  /** The excluding words follow it. */
  readonly isTurned: boolean
  /** "Including": it names parts of what stands before it, or adds to it. */
  readonly isDetail: boolean
  /** "Plus": it goes on with what is before it. */
  readonly isAdded: boolean
  readonly items: readonly Item[]
}

export const isUnderstood = ({ senses, group, fault }: Item): boolean =>
  fault === null && (group !== null || senses.length > 0)

/** The boundaries that the phrase may mean. */
export const mayMean = ({ senses, group }: Item): readonly BoundaryRecord[] =>
  group?.members ?? senses.map(({ boundary }) => boundary)

/** Whether a meaning of one lies in, or is a member of, a meaning of the other. */
export const mayLieIn = (inner: Item, outer: Item): boolean =>
  mayMean(inner).some((each) => itemLiesIn(each, outer))

/** Whether the boundary lies in a meaning of the item; members of a group count. */
export const itemLiesIn = (boundary: BoundaryRecord, outer: Item): boolean =>
  mayMean(outer).some(({ id }) => (outer.group !== null || id !== boundary.id) && liesIn(boundary, id))

/** Units of one country, or of one state. */
export const haveOneParent = (a: BoundaryRecord, b: BoundaryRecord): boolean =>
  a.parents.length > 0 && a.parents.at(-1)?.id === b.parents.at(-1)?.id

/** Countries are siblings of each other and of territories: "Hong Kong, Singapore and Taiwan". */
export const areSiblings = (a: BoundaryRecord, b: BoundaryRecord): boolean =>
  a.kind === b.kind && (a.kind === 'country' || a.parents.at(-1)?.id === b.parents.at(-1)?.id)

/** "South Africa - Western Cape": the first only locates the others. */
export const isLabel = (label: Item, items: readonly Item[]): boolean =>
  items.length > 0 &&
  isUnderstood(label) &&
  items.every((item) => isUnderstood(item) && mayLieIn(item, label))
