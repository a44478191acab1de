/**
 * Cities without a polygon in the catalog: a name that may mean one of them is refused. Neither the surrounding region nor
 * a namesake elsewhere replaces it.
 */
import type { BoundaryRecord } from '../../boundary/boundary.ts'
import { isCity } from '../../catalog/city-names.ts'
import { foldName } from '../../catalog/fold.ts'
import { isFirstLevel, levelsIn } from '../../catalog/level-words.ts'
import { isMainName, isOwnName } from '../../catalog/own-name.ts'
import type { Town } from '../../gazetteer/ports.ts'
import type { Vocabulary } from '../vocabulary.ts'
import type { PhraseFault } from './fault.ts'
import { haveOneParent, type Item } from './item.ts'
import type { Sense } from './sense.ts'
import type { Towns } from './towns.ts'

export class Cities {
  readonly #towns: Towns
  readonly #vocabulary: Vocabulary

  constructor(towns: Towns, vocabulary: Vocabulary) {
    this.#towns = towns
    this.#vocabulary = vocabulary
  }

  /**
   * Why the name alone may mean a city and not the boundary; null when it means the boundary.
   * @param peers boundaries of its kind that suggest the boundary is meant
   * @param within where the city must lie; null for anywhere
   */
  async meant(
    item: Item,
    sense: Sense,
    peers: readonly BoundaryRecord[],
    within: readonly BoundaryRecord[] | null,
  ): Promise<PhraseFault | null> {
    const { isNarrowed, level, named: text = item.text } = item
    const { boundary, isOwn } = sense
    if (isNarrowed || level !== null || sense.isCorrected) return null
    const all = within === null ? this.#towns.named(text) : await this.#towns.inside(text, within)
    // "Londres" is French for London and not a name of the City of London.
    const foreign = isMainName(boundary, text, this.#vocabulary)
      ? undefined
      : all.find(({ population }) => population >= HUGE)
    const largest =
      (await this.#namesake(all, boundary)) ?? all.find((town) => isNameOf(town, text)) ?? foreign
    if (largest === undefined) return within === null ? this.#unknownAlone(text, sense, peers) : null
    const isThere = (await this.#towns.placed(largest)).within.has(boundary.id)
    if (this.#isCity(boundary))
      return isThere || largest.population < LARGE ? null : this.#towns.notDrawn(largest)
    if (boundary.kind === 'country' && largest.name.toLowerCase() !== text.toLowerCase()) return null
    if (boundary.kind === 'country')
      return (isOwn && largest.population < LARGE) || isMainName(boundary, text, this.#vocabulary)
        ? null
        : this.#towns.notDrawn(largest)
    if (peers.length > 0) return null
    if (!isThere)
      return largest.population >= (isOwn ? (isFirstLevel(boundary) ? HUGE : LARGE) : SMALL)
        ? this.#towns.notDrawn(largest)
        : this.#unknownAlone(text, sense, peers)
    if (!isSeat(largest, boundary) && isOwn) return null
    return { missingHere: `${(await this.#towns.notDrawn(largest)).missingHere} ${instead(text, boundary)}` }
  }

  /** Its seat, if the region has the seat's own name too: "Berne" is a city and a canton as well as "Bern". */
  async #namesake(towns: readonly Town[], boundary: BoundaryRecord): Promise<Town | undefined> {
    if (boundary.kind === 'country') return undefined
    const seat = towns.find(
      (town) => isSeat(town, boundary) && isOwnName(boundary, town.name, this.#vocabulary),
    )
    return seat !== undefined && (await this.#towns.placed(seat)).within.has(boundary.id) ? seat : undefined
  }

  #isCity(boundary: BoundaryRecord): boolean {
    return isCity(boundary, this.#vocabulary)
  }

  /** Whether a city shares the name of the unit that contains it, and is not that unit; a large city may lie elsewhere: Houston County. */
  async isNamedForCity(boundary: BoundaryRecord): Promise<boolean> {
    if (this.#isCity(boundary)) return false
    for (const name of this.#namesOf(boundary)) {
      const largest = this.#towns.named(name).find((town) => isNameOf(town, name))
      if (largest === undefined || !isSeat(largest, boundary)) continue
      if (boundary.fips !== null && largest.population >= LARGE) return true
      if ((await this.#towns.placed(largest)).within.has(boundary.id)) return true
    }
    return false
  }

  /** "Houston County" and "Houston". */
  #namesOf({ name, names, fips }: BoundaryRecord): readonly string[] {
    const bare = fips === null ? [] : levelsIn(foldName(name), this.#vocabulary)
    return [
      name,
      names.en ?? name,
      ...bare.filter(({ after }) => after === '').map(({ before }) => before.trim()),
    ]
  }

  /** Why an exception outside every part may mean something else; null if nothing else has the name. */
  async meantElsewhere(
    { text: written, named: text = written }: Item,
    { boundary }: Sense,
    included: readonly BoundaryRecord[],
  ): Promise<PhraseFault | null> {
    // "The Netherlands, but not Sint Maarten": the country, and not the village.
    if (boundary.kind === 'country' && isMainName(boundary, text, this.#vocabulary)) return null
    const inside = (await this.#towns.inside(text, included)).find((town) => isNameOf(town, text))
    // "China, excluding Hong Kong": a country or territory that is its city.
    const isItself = inside !== undefined && (await this.#towns.placed(inside)).within.has(boundary.id)
    if (inside !== undefined && !isItself) return this.#towns.notDrawn(inside)
    // "Bavaria but not Thuringia" is a precaution; "Texas except Bavaria" is a mistake.
    const isBeside = included.some((each) => haveOneParent(each, boundary))
    return boundary.kind === 'country' || isBeside ? null : LIES_ELSEWHERE
  }

  /** Counties of the United States, whose names include the word "County". */
  #unknownAlone(text: string, { boundary, isOwn }: Sense, peers: readonly BoundaryRecord[]): string | null {
    return isOwn || boundary.fips === null || peers.length > 0
      ? null
      : `No place of this name is known here. If you mean ${boundary.name}, write its full name instead of "${text}".`
  }
}

const isSeat = ({ population, seatOrder }: Town, boundary: BoundaryRecord): boolean =>
  population >= LARGE || (seatOrder !== null && seatOrder <= (isFirstLevel(boundary) ? 1 : 2))

const instead = (text: string, boundary: BoundaryRecord): string =>
  boundary.fips === null
    ? `For the ${wordOf(boundary)}, write "the ${wordOf(boundary)} of ${text}".`
    : `For the county, write "${boundary.name}".`

const isNameOf = ({ name }: Town, text: string): boolean => foldName(text) === foldName(name)

const wordOf = ({ kind }: BoundaryRecord): string => kind.replaceAll('_', ' ')

/** Population above which most people think of the town. */
const HUGE = 300_000
const LARGE = 100_000
const SMALL = 5_000

const LIES_ELSEWHERE =
  'It lies outside the area that it is excluded from. Name a place inside, or remove the exception.'
