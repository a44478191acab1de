/** A phrase and what it may mean: boundaries of which one is meant, or a group of which all are. */
import type { BoundaryRecord } from '../../boundary/boundary.ts'
import { prominence } from '../../catalog/prominence.ts'
import { liesIn } from '../plan.ts'
import type { ListedPhrase } from '../text/listed.ts'
import type { LevelWord, Region } from '../vocabulary.ts'
import type { Sense } from './sense.ts'

export interface Item extends ListedPhrase {
  /** Best first; empty when no boundary has the name. */
  readonly senses: readonly Sense[]
  readonly group: Group | null
  /** The text itself says which one of several is meant: by a level, or by what it lies in. */
  readonly isNarrowed: boolean
  /** "All cantons of X": what is taken out of it is of this level. */
  readonly every: LevelWord | null
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
  readonly items: readonly Item[]
}

export const isUnderstood = ({ senses, group }: Item): boolean => group !== null || senses.length > 0

/** What the phrase may stand for. */
export const mayMean = ({ senses, group }: Item): readonly BoundaryRecord[] =>
  group?.members ?? senses.map(({ boundary }) => boundary)

/** The most prominent of what an understood phrase may mean. */
export const likeliest = (item: Item): BoundaryRecord =>
  mayMean(item).reduce((best, each) => (prominence(each) > prominence(best) ? each : best))

/** Whether something that the one may mean lies in something else that the other may mean, or is a member of it. */
export const mayLieIn = (inner: Item, outer: Item): boolean =>
  mayMean(inner).some((each) =>
    mayMean(outer).some(({ id }) => (outer.group !== null || id !== each.id) && liesIn(each, id)),
  )

export const areSiblings = (a: BoundaryRecord, b: BoundaryRecord): boolean =>
  a.kind === b.kind && a.parents.at(-1)?.id === b.parents.at(-1)?.id

/** "South Africa: Western Cape and Limpopo", "Benelux (Belgium, …)": it only says what the list is of. */
export const isLabel = (label: Item, items: readonly Item[]): boolean =>
  items.length > 0 &&
  isUnderstood(label) &&
  items.every((item) => isUnderstood(item) && mayLieIn(item, label))
