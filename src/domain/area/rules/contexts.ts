/** A place after a comma that contains the ones before it says which ones they are: "Lake County, Illinois". */
import { foldName } from '../../catalog/fold.ts'
import type { Clause } from '../text/clauses.ts'
import { CODE } from '../text/listed.ts'
import { areSiblings, type Item, isUnderstood, likeliest, mayMean } from './item.ts'
import type { Phrases } from './phrases.ts'

/** The items without those that only say where others lie. */
export const placedInContexts = async (
  phrases: Phrases,
  role: Clause['role'],
  items: readonly Item[],
): Promise<readonly Item[]> => {
  const kept: Item[] = []
  /** How many of the kept ones have their context already. */
  let placed = 0
  for (const item of items) {
    const before = kept.at(-1)
    if (before !== undefined && item.after === 'comma' && isUnderstood(item) && item.group === null) {
      const run = kept.slice(placed)
      const outer = await withoutLevel(phrases, item)
      const inside = isList(run, outer, items.length) ? [] : await insideOf(phrases, run, outer)
      if (inside.length > 0) {
        kept.splice(kept.length - inside.length, inside.length, ...inside)
        placed = kept.length
        continue
      }
      if (role === 'include' && isMisplaced(before, item, items.length))
        kept[kept.length - 1] = { ...before, senses: [] }
    }
    kept.push(item)
  }
  return kept
}

/** "King and Pierce Counties, Washington": the state, and not one of the counties of that name. */
const withoutLevel = async (phrases: Phrases, item: Item): Promise<Item> => {
  if (item.level === null) return item
  const outer = await phrases.understand({ ...item, level: null }, null)
  return isUnderstood(outer) ? outer : item
}

/** As many of the last items as lie in the context, as they are in it. */
const insideOf = async (
  phrases: Phrases,
  items: readonly Item[],
  context: Item,
): Promise<readonly Item[]> => {
  const inside: Item[] = []
  for (const item of items.toReversed()) {
    const placed = await phrases.understand(item, mayMean(context))
    if (!isUnderstood(placed)) break
    inside.unshift(placed)
  }
  return inside
}

/** "Washington, Oregon and Idaho" are three states, though Oregon has a county of Washington; "Georgia, USA" is one. */
const isList = (run: readonly Item[], item: Item, length: number): boolean => {
  const [before] = run.slice(-1)
  if (before === undefined || (CODE.test(before.text) && CODE.test(item.text))) return true
  if (before.isNarrowed || foldName(before.text) === foldName(item.text)) return false
  const main = likeliest(item)
  const arePeers = run.every((each) => mayMean(each).some((boundary) => areSiblings(boundary, main)))
  return arePeers && (length > 2 || main.kind !== 'country')
}

/** "Paris, Texas" where no Paris of Texas is known: neither Paris nor Texas is meant. */
const isMisplaced = (before: Item, item: Item, length: number): boolean => {
  if (length !== 2 || before.senses.length === 0) return false
  const main = likeliest(item)
  const isLarge = ['country', 'state', 'region', 'province'].includes(main.kind)
  return (
    isLarge &&
    before.senses.every(({ boundary }) => boundary.kind !== main.kind && boundary.kind !== 'country')
  )
}
