/** A phrase and what it may mean: boundaries of which one is meant, or a group of which all are. */
import type { BoundaryRecord } from '../../boundary/boundary.ts'
import type { LevelWord } from '../../catalog/level-words.ts'
import { liesIn } from '../plan.ts'
import type { ListedPhrase } from '../text/listed.ts'
import type { Region } from '../vocabulary.ts'
import type { Sense } from './sense.ts'

export interface Item extends ListedPhrase {
  /** Best first; empty when no boundary has the name. */
  readonly senses: readonly Sense[]
  readonly group: Group | null
  /** The text itself says which one of several is meant: by a level, or by what it lies in. */
  readonly isNarrowed: boolean
  /** The text says in which place it lies. */
  readonly isPlaced: boolean
  /** It is of another level than its list says: the place that the others lie in, or a mistake. */
  readonly isOffLevel: boolean
  /** "All cantons of X": what is taken out of it is of this level. */
  readonly every: LevelWord | null
  /** Why it cannot be mapped although its words are known; one sentence. */
  readonly fault: string | null
}

export interface Group {
  readonly region: Region
  readonly members: readonly BoundaryRecord[]
  readonly except: readonly BoundaryRecord[]
}

/** Items of one clause of the text. */
export interface ReadClause {
  readonly role: 'include' | 'exclude'
  readonly from: 'everything' | 'exceptions'
  /** The words that leave it out stand behind it. */
  readonly isTurned: boolean
  readonly items: readonly Item[]
}

export const isUnderstood = ({ senses, group, fault }: Item): boolean =>
  fault === null && (group !== null || senses.length > 0)

/** What the phrase may stand for. */
export const mayMean = ({ senses, group }: Item): readonly BoundaryRecord[] =>
  group?.members ?? senses.map(({ boundary }) => boundary)

/** Whether something that the one may mean lies in something else that the other may mean, or is a member of it. */
export const mayLieIn = (inner: Item, outer: Item): boolean =>
  mayMean(inner).some((each) => isWithin(each, outer))

/** Whether the boundary lies in something that the item may mean; of a group also a member does. */
export const isWithin = (boundary: BoundaryRecord, outer: Item): boolean =>
  mayMean(outer).some(({ id }) => (outer.group !== null || id !== boundary.id) && liesIn(boundary, id))

/** Units of one country, or of one state. */
export const haveOneParent = (a: BoundaryRecord, b: BoundaryRecord): boolean =>
  a.parents.length > 0 && a.parents.at(-1)?.id === b.parents.at(-1)?.id

/** Countries stand beside each other, and beside territories: "Hong Kong, Singapore and Taiwan". */
export const areSiblings = (a: BoundaryRecord, b: BoundaryRecord): boolean =>
  a.kind === b.kind && (a.kind === 'country' || a.parents.at(-1)?.id === b.parents.at(-1)?.id)

/** "South Africa - Western Cape": it only says what the others are of. */
export const isLabel = (label: Item, items: readonly Item[]): boolean =>
  items.length > 0 &&
  isUnderstood(label) &&
  items.every((item) => isUnderstood(item) && mayLieIn(item, label))
