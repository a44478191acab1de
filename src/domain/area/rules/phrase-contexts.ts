/** Places after a comma that contain the places before it: "Lake County, Illinois". */
import { foldName, wordsOf } from '../../catalog/fold.ts'
import { levelsIn } from '../../catalog/level-words.ts'
import { bboxesOverlap } from '../../geometry/bbox.ts'
import { liesIn } from '../plan.ts'
import type { Clause } from '../text/clauses.ts'
import { withoutEdges } from '../text/edges.ts'
import { saysLevel } from '../text/levels.ts'
import { beginsWithin, CODE } from '../text/listed.ts'
import type { Vocabulary } from '../vocabulary.ts'
import { isLargest } from './choose.ts'
import type { Cities } from './cities.ts'
import type { PhraseFault } from './fault.ts'
import { areSiblings, type Item, isUnderstood, itemLiesIn, mayMean } from './item.ts'
import type { Phrases } from './phrases.ts'
import type { Towns } from './towns.ts'

export class PhraseContexts {
  readonly #phrases: Phrases
  readonly #towns: Towns
  readonly #cities: Cities
  readonly #vocabulary: Vocabulary

  constructor(phrases: Phrases, towns: Towns, cities: Cities, vocabulary: Vocabulary) {
    this.#cities = cities
    this.#phrases = phrases
    this.#towns = towns
    this.#vocabulary = vocabulary
  }

  /** The items without those that only locate others. */
  async placed(role: Clause['role'], items: readonly Item[]): Promise<readonly Item[]> {
    const kept: Item[] = []
    /** How many of the kept items already have a context. */
    let placed = 0
    let fronted: Item | null = null
    for (const [index, written] of items.entries()) {
      if (this.#isFronted(written, items[index + 1])) {
        fronted = await this.#withoutLevel(written)
        placed = kept.length
        continue
      }
      const item: Item = fronted === null ? written : await this.#within(written, fronted)
      if (fronted !== null) {
        kept.push(item)
        placed = kept.length
        continue
      }
      const run = kept.slice(placed)
      if (run.length > 0 && isContext(run, item, items.slice(index + 1))) {
        const outer = await this.#withoutLevel(item)
        const isPeer = this.#arePeers(run, outer, items.length)
        const inside = isPeer
          ? []
          : withoutDoubt(
              run,
              this.#withoutReviewed(run, await this.#inside(run, outer), items.length),
              outer,
              (each) => this.#saysLevel(each),
            )
        const [placedItem] = inside.slice(-1)
        const city = placedItem === undefined ? null : await this.#cityInside(placedItem, outer, inside)
        if (city !== null) {
          kept.push({ ...kept.pop()!, senses: [], fault: city })
          placed = kept.length
          continue
        }
        if (inside.length > 0) {
          const start = run.findLastIndex((each) => this.#opensList(each))
          const others = await Promise.all(
            run
              .slice(0, -inside.length)
              .map((each, at) =>
                at >= start && isOfList(each, inside[0]) ? this.#inList(each, outer) : each,
              ),
          )
          kept.splice(placed, run.length, ...others, ...inside)
          placed = kept.length
          continue
        }
        const fault = await this.#misplaced(run, outer, { isPeer, length: items.length, role })
        if (fault !== null) {
          kept.push({ ...kept.pop()!, senses: [], fault })
          placed = kept.length
          continue
        }
      }
      kept.push(item)
    }
    return kept
  }

  /** "Washington, Oregon and Idaho" are three states, though Oregon has a county of Washington; "Georgia, USA" is one. */
  #arePeers(run: readonly Item[], item: Item, length: number): boolean {
    if (run.at(-1)!.isPlaced) return false
    const means = this.#vocabulary.verdicts.get(foldName(item.text))?.means
    const reviewed = mayMean(item).filter(({ id, iso }) => id === means || `iso:${iso}` === means)
    const own = item.senses.filter(({ isOwn }) => isOwn).map(({ boundary }) => boundary)
    // "Jalisco and Colima, Mexico" has finished its list, "Washington, Georgia, Kentucky" has not.
    const isEnded = length === 2 || run.some(({ after }, index) => index > 0 && after === 'and')
    const likely = [reviewed, isEnded ? [] : [...reviewed, ...own], own, mayMean(item)]
    const considered = (isEnded ? likely : likely.slice(1)).find((each) => each.length > 0) ?? []
    return considered.some(
      (boundary) =>
        (length > 2 || !isCountry(boundary)) &&
        run.every((each) =>
          mayMean(each).some((other) => other.id !== boundary.id && areSiblings(other, boundary)),
        ),
    )
  }

  /** "King and Pierce Counties, Washington": the state, and not one of the counties of that name. */
  async #withoutLevel(item: Item): Promise<Item> {
    if (item.level === null) return item
    const outer = await this.#phrases.understand({ ...item, level: null }, null)
    return isUnderstood(outer) ? outer : item
  }

  /** "In Canada, Ontario and Quebec": the place that contains all that follows. */
  #isFronted(item: Item, next: Item | undefined): boolean {
    const [first, ...rest] = wordsOf(foldName(item.text))
    const isFront =
      this.#vocabulary.phraseWords.front_places.includes(first) &&
      rest.length > 0 &&
      next?.after === 'comma' &&
      isUnderstood(item)
    if (!isFront || next === undefined) return false
    // "In the counties of Oklahoma, Cleveland and Tulsa", "in Hancock, Harrison and Jackson Counties": the list itself.
    const isList = levelsIn(withoutEdges(rest.join(' '), this.#vocabulary), this.#vocabulary).some(
      ({ level, before, after }) => level.many && before === '' && after !== '',
    )
    const isBeside =
      !item.senses.some(isLargest) &&
      mayMean(item).some((each) =>
        mayMean(next).some((other) => each.id !== other.id && areSiblings(each, other)),
      )
    return !isList && !isBeside
  }

  async #within(item: Item, outer: Item): Promise<Item> {
    if (!isUnderstood(item)) return item
    if (item.group === null && item.senses.every(({ boundary }) => itemLiesIn(boundary, outer))) return item
    const placed = await this.#phrases.understand(item, mayMean(outer))
    return isUnderstood(placed)
      ? placed
      : { ...item, senses: [], group: null, fault: `It does not lie in "${outer.text}".` }
  }

  /** "Lincoln, Nebraska" is the city; the county needs the word "County". */
  async #cityInside(item: Item, outer: Item, beside: readonly Item[]): Promise<PhraseFault | null> {
    const isReviewed = this.#vocabulary.verdicts.get(foldName(item.text))?.means !== undefined
    if (isReviewed || item.senses.length !== 1 || this.#saysLevel(item)) return null
    const { boundary } = item.senses[0]
    const peers: Boundary[] = []
    for (const each of beside.flatMap(mayMean))
      if (
        each.id !== boundary.id &&
        areSiblings(each, boundary) &&
        !(await this.#cities.isNamedForCity(each))
      )
        peers.push(each)
    return this.#cities.meant({ ...item, isNarrowed: false }, item.senses[0], peers, mayMean(outer))
  }

  /** "The State of Florida, Uruguay and Peru": the state of this name, or a department of Uruguay. */
  #withoutReviewed(run: readonly Item[], inside: readonly Item[], length: number): readonly Item[] {
    return inside.map((placed, index) => {
      const written = run[run.length - inside.length + index]
      const reviewed = mayMean(written).find(({ id, iso, name, names }) =>
        [name, names.en ?? name].some((each) => {
          const means = this.#vocabulary.verdicts.get(foldName(each))?.means
          return means !== undefined && (means === id || means === `iso:${iso}`)
        }),
      )
      const isOther = reviewed !== undefined && !mayMean(placed).some(({ id }) => id === reviewed.id)
      return inside.length === 1 && length > 2 && isOther && isUnderstood(placed)
        ? { ...placed, senses: [], fault: tooLarge(written.text) }
        : placed
    })
  }

  #saysLevel({ text, level }: Item): boolean {
    return level !== null || saysLevel(text, this.#vocabulary)
  }

  /** As many of the last items as lie in the context, resolved within it. */
  async #inside(items: readonly Item[], context: Item): Promise<readonly Item[]> {
    const inside: Item[] = []
    for (const item of items.toReversed()) {
      const placed = await this.#phrases.understand(item, mayMean(context))
      if (!isUnderstood(placed)) break
      inside.unshift(placed)
    }
    return inside
  }

  /** "… and the counties of Kent"; "…, Louisiana, and in Hancock and Harrison Counties, Mississippi". */
  #opensList({ text }: Item): boolean {
    const named = withoutEdges(foldName(text), this.#vocabulary)
    const opening = levelsIn(named, this.#vocabulary).find(({ before }) => before === '')
    return beginsWithin(text, this.#vocabulary) || (opening !== undefined && opening.after !== '')
  }

  /** The item resolved within the context; with a fault if it means something outside. */
  async #inList(item: Item, outer: Item): Promise<Item> {
    const placed = await this.#phrases.understand(item, mayMean(outer))
    if (isUnderstood(placed) || !isUnderstood(item)) return isUnderstood(placed) ? placed : item
    const fault = `It is listed as part of ${outer.text} but does not lie there. List it separately, with its level.`
    return { ...item, senses: [], group: null, fault }
  }

  /** "Paris, Texas" without a polygon for that Paris: neither the other Paris nor Texas is meant. */
  async #misplaced(
    run: readonly Item[],
    outer: Item,
    {
      isPeer,
      length,
      role,
    }: { readonly isPeer: boolean; readonly length: number; readonly role: Clause['role'] },
  ): Promise<PhraseFault | null> {
    const before = run.at(-1)!
    if (before.isNarrowed || (isPeer && length > 2)) return null
    const towns = await this.#towns.inside(before.text, mayMean(outer))
    const town = towns.find(
      ({ name, population }) =>
        !isPeer || (foldName(name) === foldName(before.text) && population >= MIN_POPULATION),
    )
    if (town !== undefined) return this.#towns.notDrawn(town)
    const isOther = length === 2 && role === 'include' && !isPeer && mayMean(outer).some(isLarge)
    return isOther && isUnderstood(before) && mayMean(before).every((each) => !isCountry(each))
      ? `No boundary in ${outer.text} has this name.`
      : null
  }
}

/** "Nevada and Placer County, California": Nevada County, or the state beside a county. Of three or more, all are of the list. */
const withoutDoubt = (
  run: readonly Item[],
  inside: readonly Item[],
  outer: Item,
  saysLevel: (item: Item) => boolean,
): readonly Item[] => {
  const written = run.slice(run.length - inside.length)
  const isList =
    written.length > 2 &&
    // "Kings County, Washington and Kings County, New York": Washington may locate what is before it.
    !written.some((each, at) => saysLevel(each) && at < written.length - 1 && !saysLevel(written[at + 1])) &&
    written.every(({ after }, at) => at === 0 || (after === 'and') === (at === written.length - 1))
  return inside.map((placed, index) => {
    const { text, level, senses } = written[index]
    const larger = senses.filter(isLargest).map(({ boundary }) => boundary)
    const isSmall = placed.senses.every(
      ({ boundary }) =>
        isBelowFirstLevel(boundary) &&
        larger.some((each) => isCountry(each) || each.country === boundary.country),
    )
    const isLast = index === inside.length - 1
    // "Niger, Nigeria" are neighbours, "Georgia, USA" is one of two Georgias.
    const isPair =
      inside.length === 1 && larger.some((each) => mayMean(outer).some((other) => areNeighbours(each, other)))
    const isDoubtful = level === null && (isPair || (!isLast && !isList && isSmall))
    const fault = tooLarge(text)
    return isDoubtful && isUnderstood(placed) ? { ...placed, senses: [], fault } : placed
  })
}

const tooLarge = (text: string): string =>
  `A country or state is also called ${text}. Add the level, or list it separately.`

/** "Puerto Rico, USA" is one place. */
const areNeighbours = (a: Boundary, b: Boundary): boolean =>
  isCountry(a) && isCountry(b) && !liesIn(a, b.id) && bboxesOverlap(a.bbox, b.bbox)

/** "Indiana and Blount and Dallas Counties, Alabama": a county of that list, or a state beside it. */
const isOfList = (item: Item, placed: Item): boolean =>
  item.level?.many === true && item.level === placed.level && !item.isPlaced

/** Whether the item may locate the items before it. */
const isContext = (run: readonly Item[], item: Item, rest: readonly Item[]): boolean => {
  const before = run.at(-1)!
  if (item.after !== 'comma' || !isUnderstood(item) || item.group !== null) return false
  if (item.isOuter) return true
  if (CODE.test(before.text) && CODE.test(item.text)) return false
  // "The States of Washington, Oregon and Idaho" are a list up to its "and".
  const isOpen = rest.length > 0 || run.every(({ after }, index) => index === 0 || after === 'comma')
  const isWithinList = item.level?.mayBeOne === false && before.level === item.level && isOpen
  return !isWithinList && foldName(before.text) !== foldName(item.text)
}

/** Population above which "Nevada, Iowa" may be the town; "Kansas, Oklahoma" are two states. */
const MIN_POPULATION = 1_000

type Boundary = ReturnType<typeof mayMean>[number]

const isBelowFirstLevel = ({ parents }: Boundary): boolean => parents.some(({ kind }) => kind !== 'country')
const isCountry = ({ kind }: Boundary): boolean => kind === 'country'
const isLarge = ({ kind }: Boundary): boolean => ['country', 'state', 'region', 'province'].includes(kind)
