/** Resolves the name of a phrase to boundaries with exactly this name, never to similar names. */
import type { BoundaryRecord } from '../../boundary/boundary.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import { foldName, wordsOf } from '../../catalog/fold.ts'
import { foldedNames } from '../../catalog/folded-name-cache.ts'
import type { LevelWord } from '../../catalog/level-words.ts'
import { levelRank, levelsIn } from '../../catalog/level-words.ts'
import { withoutEdges } from '../text/edges.ts'
import { uninflected } from '../text/inflect.ts'
import { placeOfAdjective } from '../text/levels.ts'
import type { Vocabulary } from '../vocabulary.ts'
import { MAX_NAMESAKES, NameLookup, senseOfMatch } from './name-lookup.ts'
import { fitting, liesStrictlyIn, type NameQuestion, type Sense } from './sense.ts'

export type SenseLookup = (question: NameQuestion) => Promise<readonly Sense[]>

export class Places {
  readonly #catalog: Pick<Catalog, 'children'>
  readonly #names: NameLookup
  readonly #vocabulary: Vocabulary
  /** ISO 3166-1 alpha-2 of the given country; every name must lie in it. */
  readonly country: string | null

  constructor(
    catalog: Pick<Catalog, 'find' | 'search' | 'children'>,
    vocabulary: Vocabulary,
    country: string | null,
  ) {
    this.#catalog = catalog
    this.#names = new NameLookup(catalog, vocabulary)
    this.#vocabulary = vocabulary
    this.country = country
  }

  /**
   * The lookups for a name, best first; each is tried with every reading of a phrase before the next.
   * @param isInflected whether the name may be inflected
   */
  ways(isInflected = true): readonly SenseLookup[] {
    const inflected = (way: SenseLookup): readonly SenseLookup[] => (isInflected ? [way] : [])
    return [
      (question) => this.#exact(question, this.country),
      ...inflected((question) => this.#inflected(question, this.country)),
      (question) => this.#besideWords(question),
    ]
  }

  /** Uses the first lookup that finds anything. */
  async named(question: NameQuestion): Promise<readonly Sense[]> {
    for (const way of this.ways()) {
      const senses = await way(question)
      if (senses.length > 0) return senses
    }
    return []
  }

  async isName(name: string): Promise<boolean> {
    return (await this.#exact({ name, level: null, inside: null }, this.country)).length > 0
  }

  /**
   * Resolves the names of a context, innermost first: places, codes or adjectives inside the given places. Null if one of them is
   * unknown, or if there are neither names nor given places.
   */
  async contexts(
    names: readonly string[],
    outermost: readonly BoundaryRecord[] | null,
  ): Promise<readonly BoundaryRecord[] | null> {
    let inside = outermost
    for (const name of [...names].reverse()) {
      const found = await this.#context(name, inside)
      if (found.length === 0) return null
      inside = found
    }
    return inside
  }

  countryOfCode(code: string): Promise<Sense | null> {
    return this.#names.countryOfCode(code)
  }

  byId(id: string): Promise<BoundaryRecord | null> {
    return this.#names.byId(id)
  }

  /** Whether its direct subdivisions are of the level: Georgia, the state, has counties. */
  async hasUnits(boundary: BoundaryRecord, level: LevelWord): Promise<boolean> {
    const { children } = await this.#catalog.children(boundary, null)
    return children.some((child) => levelRank(level, child) !== null)
  }

  /** The given country. */
  async ownCountry(): Promise<BoundaryRecord | null> {
    return this.country === null ? null : this.byId(`iso:${this.country}`)
  }

  corrected(name: string): Promise<readonly Sense[]> {
    return this.#names.corrected(name, this.country)
  }

  /** Suggestions for words that were not understood. */
  async similar(text: string): Promise<readonly BoundaryRecord[]> {
    const found = await this.#names.around(text, this.country)
    return found.slice(0, MAX_SIMILAR).map(({ record }) => record)
  }

  async #context(name: string, inside: readonly BoundaryRecord[] | null): Promise<readonly BoundaryRecord[]> {
    const id = placeOfAdjective(name, this.#vocabulary)
    const own = id === null ? null : await this.byId(id)
    const coded = CODE.test(name) ? await this.#coded(name.toUpperCase()) : []
    const named = await this.named({ name, level: null, inside })
    const senses = coded.length + named.length > 0 ? [...coded, ...named] : await this.#ofLevel(name, inside)
    const all = [...(own === null ? [] : [own]), ...senses.map(({ boundary }) => boundary)]
    return inside === null ? all : all.filter((boundary) => liesStrictlyIn(boundary, inside))
  }

  /** "(IL)", "in the US": tries every code system, because the contained place decides. */
  async #coded(code: string): Promise<readonly Sense[]> {
    const ids = this.#vocabulary.codeLists.flatMap(({ codes }) => codes.get(code) ?? [])
    const listed = await Promise.all(ids.map((id) => this.byId(id)))
    const country = await this.countryOfCode(code)
    return [
      ...listed.flatMap((record) =>
        record === null ? [] : [senseOfMatch({ record, matchedName: code }, this.#vocabulary)],
      ),
      ...(country === null ? [] : [country]),
    ]
  }

  /** "The State of Illinois". */
  async #ofLevel(name: string, inside: readonly BoundaryRecord[] | null): Promise<readonly Sense[]> {
    for (const { level, before, after } of levelsIn(name, this.#vocabulary)) {
      const bare = withoutEdges(`${before}${after}`.trim(), this.#vocabulary)
      const isNamed = bare !== '' && (before === '' || after === '')
      const senses = isNamed ? await this.named({ name: bare, level, inside }) : []
      if (senses.length > 0) return senses
    }
    return []
  }

  async #exact({ name, level, inside }: NameQuestion, country: string | null): Promise<readonly Sense[]> {
    const all = await this.#names.named(name, country)
    // If there are too many namesakes, the search is repeated within the country.
    const scoped = inside === null || all.length < MAX_NAMESAKES ? null : countryOf(inside)
    return fitting(scoped === null ? all : await this.#names.named(name, scoped), { level, inside })
  }

  async #inflected(question: NameQuestion, country: string | null): Promise<readonly Sense[]> {
    for (const name of uninflected(question.name, this.#vocabulary)) {
      const senses = await this.#exact({ ...question, name }, country)
      if (senses.length > 0) return senses
    }
    return []
  }

  /** "Harju" for "Harju maakond", "Moneghetti" for "Les Moneghetti": names that differ by level words or articles. */
  async #besideWords({ name, level, inside }: NameQuestion): Promise<readonly Sense[]> {
    const isBare = wordsOf(name).length <= MAX_BARE_WORDS && levelsIn(name, this.#vocabulary).length === 0
    if (name.length < MIN_BESIDE_WORDS_LENGTH || !isBare) return []
    const found = await this.#names.around(name, this.country)
    const senses: Sense[] = []
    /** Those with exactly the requested level: "the city of Tartu" is Tartu linn and not Tartu vald. */
    const ofLevel: Sense[] = []
    for (const { record, matchedName } of found) {
      const forms = foldedNames(record).union(new Set([foldName(matchedName)]))
      const beside = [...forms].flatMap((form) => wordsBeside(name, form, this.#vocabulary))
      if (beside.length > 0) senses.push(senseOfMatch({ record, matchedName }, this.#vocabulary))
      if (beside.some((each) => each !== null && each.kinds === level?.kinds)) ofLevel.push(senses.at(-1)!)
    }
    return fitting(ofLevel.length > 0 ? ofLevel : senses, { level, inside })
  }
}

/** The level words around the requested name in a place's name, null for an article; empty if the place has another name. */
const wordsBeside = (name: string, form: string, vocabulary: Vocabulary): readonly (LevelWord | null)[] =>
  form.includes(name)
    ? [
        ...(withoutEdges(form, vocabulary) === name ? [null] : []),
        ...levelsIn(form, vocabulary)
          .filter(({ before, after }) => withoutEdges(`${before}${after}`.trim(), vocabulary) === name)
          .map(({ level }) => level),
      ]
    : []

const MAX_SIMILAR = 3
const MIN_BESIDE_WORDS_LENGTH = 3
const MAX_BARE_WORDS = 4

const CODE = /^[a-z]{2,3}$/

const countryOf = ([first, ...rest]: readonly BoundaryRecord[]): string | null =>
  first !== undefined && rest.every(({ country }) => country === first.country) ? first.country : null
