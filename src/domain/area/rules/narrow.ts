/** Lists that narrow the phrase before them: "Germany: Bavaria and Hesse", "Benelux (Belgium, …)", "France, but only Brittany". */
import type { BoundaryRecord } from '../../boundary/boundary.ts'
import { liesIn } from '../plan.ts'
import type { Clause } from '../text/clauses.ts'
import { type Item, isUnderstood, itemLiesIn, mayMean, type ReadClause } from './item.ts'
import type { Phrases } from './phrases.ts'

export interface Narrowed {
  /** What remains of the clause before the list. */
  readonly before: ReadClause
  readonly items: readonly Item[]
}

/** @param by how the list is written */
export const narrowed = async (
  phrases: Phrases,
  before: ReadClause,
  items: readonly Item[],
  by: Exclude<Clause['listedBy'], 'nothing'>,
): Promise<Narrowed> => {
  const labels = by === 'only' ? before.items : before.items.slice(-1)
  const others = before.items.slice(0, before.items.length - labels.length)
  const asIs = { before, items }
  if (labels.length === 0 || !items.every(isUnderstood)) return asIs
  if (!labels.every(isUnderstood)) {
    if (!isTitle(phrases, labels, by, others)) return asIs
    const outer = await phrases.placesInTitle(labels[0].text)
    const isThere = outer.length === 0 || items.every((item) => liesInOneOf(item, outer))
    return isThere ? { before: { ...before, items: others }, items } : asIs
  }
  const placed = await Promise.all(items.map((item) => placedIn(phrases, item, labels)))
  const gloss =
    by === 'brackets' &&
    placed.length === 1 &&
    labels[0].senses.length === 1 &&
    meansTheSame(placed[0], labels[0])
  if (gloss) return { before, items: [] }
  const unmatched = labels.filter(
    (label) => !placed.some((item) => mayMean(item).some((each) => itemLiesIn(each, label))),
  )
  if (placed.every(isUnderstood) && unmatched.length === 0)
    return { before: { ...before, items: others }, items: placed }
  if (!placed.every(isUnderstood)) return { before, items: placed }
  return {
    before: {
      ...before,
      items: before.items.map((item) =>
        unmatched.includes(item) ? { ...item, fault: NOTHING_OF_IT } : item,
      ),
    },
    items: placed,
  }
}

/** The continuation of a list lies in the same place if all of it can: "In Missouri: the City of St. Louis; Franklin County". */
export const placedWithin = async (
  phrases: Phrases,
  items: readonly Item[],
  label: Item,
): Promise<readonly Item[]> => {
  const placed = await Promise.all(items.map((item) => placedIn(phrases, item, [label])))
  return placed.every(isUnderstood) ? placed : items
}

/** The item resolved within the labels; with a fault if it means nothing there. */
const placedIn = async (phrases: Phrases, item: Item, labels: readonly Item[]): Promise<Item> => {
  const isIn = (boundary: Parameters<typeof itemLiesIn>[0]) =>
    labels.some((label) => itemLiesIn(boundary, label))
  if (item.group !== null) return item.group.members.every(isIn) ? item : disagreeing(item, labels)
  const same = item.senses.filter(({ boundary }) => labels.some((label) => meansIt(label, boundary.id)))
  const within = item.senses.filter(({ boundary }) => isIn(boundary))
  if (within.length > 0) return { ...item, senses: within, isNarrowed: true }
  if (same.length > 0) return { ...item, senses: same }
  if (item.isPlaced) return disagreeing(item, labels)
  const again = await phrases.understand(item, labels.flatMap(mayMean))
  return isUnderstood(again) ? again : disagreeing(item, labels)
}

const meansIt = (label: Item, id: string): boolean =>
  label.group === null && label.senses.some(({ boundary }) => boundary.id === id)

/** "Holland (the Netherlands)" names one place twice. */
const meansTheSame = (item: Item, label: Item): boolean =>
  label.group === null &&
  item.senses.length > 0 &&
  item.senses.every(({ boundary }) => meansIt(label, boundary.id))

/** "Sales zone 3: …" and "Mid-South (Arkansas and Tennessee)" are the author's own names of the list; "Xyzzy (Spain)" is a place unknown. */
const isTitle = (phrases: Phrases, labels: readonly Item[], by: string, others: readonly Item[]): boolean => {
  const [label] = labels
  const isOne = labels.length === 1 && (by === 'brackets' || others.length === 0)
  return isOne && (label.fault === null ? phrases.isTitle(label.text) : phrases.isContested(label.text))
}

const liesInOneOf = (item: Item, outer: readonly BoundaryRecord[]): boolean =>
  mayMean(item).some((each) => outer.some(({ id }) => liesIn(each, id)))

const disagreeing = (item: Item, labels: readonly Item[]): Item => ({
  ...item,
  senses: [],
  group: null,
  fault: `It is listed as part of ${labels.map(({ text }) => `"${text}"`).join(' and ')} but does not lie there.`,
})

const NOTHING_OF_IT =
  'The list after it names no part of it. State whether you mean all of it, or name its parts.'
