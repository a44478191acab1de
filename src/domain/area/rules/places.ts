/** Boundaries that a name may mean: only those whose name is what is written, never what merely resembles it. */
import { editDistance } from '../../../util/edit-distance.ts'
import type { BoundaryRecord } from '../../boundary/boundary.ts'
import { parseBoundaryReference } from '../../boundary/id.ts'
import type { Kind } from '../../boundary/kind.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import { foldName } from '../../catalog/fold.ts'
import type { FoundByName } from '../../catalog/search.ts'
import { spellingsOf } from '../../catalog/spellings.ts'
import { liesIn } from '../plan.ts'
import { withoutEdges } from '../text/edges.ts'
import { uninflected } from '../text/inflect.ts'
import { levelsIn, placeOfAdjective } from '../text/levels.ts'
import type { LevelWord, Vocabulary } from '../vocabulary.ts'

export interface Sense {
  readonly boundary: BoundaryRecord
  /** The name, as its source writes it. */
  readonly matchedName: string
  /** The text has another spelling. */
  readonly isCorrected: boolean
}

/** What a name is asked for. */
export interface NameQuestion {
  /** Folded. */
  readonly name: string
  /** The likeliest first; null for any. */
  readonly kinds: readonly Kind[] | null
  /** It lies in one of them; null for anywhere. */
  readonly inside: readonly BoundaryRecord[] | null
}

export type Way = (question: NameQuestion) => Promise<readonly Sense[]>

export class Places {
  readonly #catalog: Pick<Catalog, 'find' | 'search'>
  readonly #vocabulary: Vocabulary
  readonly #country: string | null
  readonly #known = new Map<string, Promise<readonly Sense[]>>()

  constructor(catalog: Pick<Catalog, 'find' | 'search'>, vocabulary: Vocabulary, country: string | null) {
    this.#catalog = catalog
    this.#vocabulary = vocabulary
    this.#country = country
  }

  /** The ways to find what a name means, best first; each is tried with every reading of a phrase before the next one. */
  get ways(): readonly Way[] {
    const here: readonly Way[] = [
      (question) => this.#exact(question, this.#country),
      (question) => this.#inflected(question, this.#country),
    ]
    const abroad: readonly Way[] = [
      async (question) => known(question, await this.#exact(question, null)),
      async (question) => known(question, await this.#inflected(question, null)),
    ]
    return [...here, ...(this.#country === null ? [] : abroad), (question) => this.#besideWords(question)]
  }

  /** By the first way that finds anything. */
  async named(question: NameQuestion): Promise<readonly Sense[]> {
    for (const way of this.ways) {
      const senses = await way(question)
      if (senses.length > 0) return senses
    }
    return []
  }

  async isName(name: string): Promise<boolean> {
    return (await this.#exact({ name, kinds: null, inside: null }, null)).length > 0
  }

  /**
   * What the names of a context are, the innermost first: places, codes, adjectives, in what is given. Null when one of them is
   * nothing, and when there are none and nothing is given.
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

  /** Codes of two or three letters, of subdivisions and of countries: those of the author's country, of those that use them, all others. */
  async coded(code: string): Promise<readonly Sense[]> {
    const { codeCountries } = this.#vocabulary
    const countries = this.#country === null ? codeCountries : [this.#country]
    const codes = [...countries.map((country) => `${country}-${code}`), ...(code.length === 2 ? [code] : [])]
    const found = await Promise.all(codes.map((each) => this.#catalog.find({ by: 'iso', code: each })))
    return found.flatMap((each) =>
      each.found
        ? [{ boundary: each.record, matchedName: each.record.iso ?? each.record.name, isCorrected: false }]
        : [],
    )
  }

  /** The country that the author gave. */
  async ownCountry(): Promise<BoundaryRecord | null> {
    return this.#country === null ? null : this.byId(`iso:${this.#country}`)
  }

  async byId(id: string): Promise<BoundaryRecord | null> {
    const reference = parseBoundaryReference(id)
    if ('problem' in reference) throw new Error(`The vocabulary lists ${id}: ${reference.problem}`)
    const answer = await this.#catalog.find(reference)
    return answer.found ? answer.record : null
  }

  /** One boundary whose name differs from what is written by a slip of the pen; none for short names, where that is another name. */
  async corrected(name: string): Promise<readonly Sense[]> {
    if (name.length < LEAST_CORRECTED) return []
    const found = await this.#search(name, false)
    const near = found.filter(({ matchedName }) => {
      const folded = foldName(matchedName)
      return folded[0] === name[0] && editDistance(folded, name, MOST_EDITS) <= MOST_EDITS
    })
    return near.length === 1
      ? near.map(({ record, matchedName }) => ({ boundary: record, matchedName, isCorrected: true }))
      : []
  }

  /** What a search for the words finds, however far off: for people who see that their words were not understood. */
  async similar(text: string): Promise<readonly BoundaryRecord[]> {
    const found = await this.#search(text, false, this.#country, MOST_SIMILAR)
    return found.map(({ record }) => record)
  }

  async #context(name: string, inside: readonly BoundaryRecord[] | null): Promise<readonly BoundaryRecord[]> {
    const id = placeOfAdjective(name, this.#vocabulary)
    const own = id === null ? null : await this.byId(id)
    const senses = [
      ...(CODE.test(name) ? await this.coded(name.toUpperCase()) : []),
      ...(await this.named({ name, kinds: null, inside })),
    ]
    const all = [...(own === null ? [] : [own]), ...senses.map(({ boundary }) => boundary)]
    return inside === null ? all : all.filter((boundary) => liesStrictlyIn(boundary, inside))
  }

  async #exact({ name, kinds, inside }: NameQuestion, country: string | null): Promise<readonly Sense[]> {
    const all = await this.#all(name, country)
    // Of too many namesakes those in the right country are asked for again.
    const scoped = inside === null || all.length < MOST_NAMESAKES ? null : countryOf(inside)
    return fitting(scoped === null ? all : await this.#all(name, scoped), { kinds, inside })
  }

  async #inflected(question: NameQuestion, country: string | null): Promise<readonly Sense[]> {
    for (const name of uninflected(question.name, this.#vocabulary)) {
      const senses = await this.#exact({ ...question, name }, country)
      if (senses.length > 0) return senses
    }
    return []
  }

  /** "Harju" of "Harju maakond", "Moneghetti" of "Les Moneghetti": places that have the name beside words that are no name. */
  async #besideWords({ name, kinds, inside }: NameQuestion): Promise<readonly Sense[]> {
    if (name.length < SHORTEST_BESIDE_WORDS) return []
    const found = await this.#search(name, false)
    const senses: Sense[] = []
    /** Those of the very level that is asked for: "the city of Tartu" is Tartu linn and not Tartu vald. */
    const ofLevel: Sense[] = []
    for (const { record, matchedName } of found) {
      const forms = new Set([matchedName, record.name, ...Object.values(record.names)])
      const beside = [...forms].flatMap((form) => wordsBeside(name, foldName(form), this.#vocabulary))
      if (beside.length > 0) senses.push(senseOf({ record, matchedName }))
      if (beside.some((level) => level !== null && level.kinds === kinds)) ofLevel.push(senses.at(-1)!)
    }
    return fitting(ofLevel.length > 0 ? ofLevel : senses, { kinds, inside })
  }

  #all(name: string, country: string | null): Promise<readonly Sense[]> {
    // Regions that are numbered in letters are not what a stray letter means.
    if (/^[a-z0-9]?$/.test(name)) return Promise.resolve([])
    const key = `${country} ${name}`
    const known = this.#known.get(key) ?? this.#find(name, country)
    this.#known.set(key, known)
    return known
  }

  async #find(name: string, country: string | null): Promise<readonly Sense[]> {
    const found = await this.#search(name, true, country)
    const spellings = new Set(spellingsOf(name))
    const named = found.filter(({ matchedName }) => spellings.has(foldName(matchedName))).map(senseOf)
    const further = await Promise.all(
      (this.#vocabulary.furtherNames.get(name) ?? []).map((id) => this.byId(id)),
    )
    for (const record of further) {
      const isNew = record !== null && named.every(({ boundary }) => boundary.id !== record.id)
      if (isNew && (country === null || record.country === country))
        named.push(senseOf({ record, matchedName: name }))
    }
    // Arkansas is "Ark." to more people than Arkhangelsk is "ARK".
    return named.length > 0 ? named : found.filter(({ record }) => isCode(record, name)).map(senseOf)
  }

  #search(
    text: string,
    isWholeName: boolean,
    country: string | null = this.#country,
    limit = MOST_NAMESAKES,
  ): Promise<readonly FoundByName[]> {
    return this.#catalog.search({
      text: text.slice(0, LONGEST_QUERY),
      countries: country === null ? [] : [country],
      kind: null,
      adminLevel: null,
      near: null,
      limit,
      isWholeName,
    })
  }
}

const senseOf = ({ record, matchedName }: FoundByName): Sense => ({
  boundary: record,
  matchedName,
  isCorrected: false,
})

/** Beside the country that the author gave: countries and their large parts, and no namesakes of its towns. */
const known = ({ inside }: NameQuestion, senses: readonly Sense[]): readonly Sense[] =>
  inside === null
    ? senses.filter(({ boundary }) => boundary.adminLevel !== null && boundary.adminLevel <= 4)
    : senses

/** The level words that a place's name has beside the name that is asked for, null for an article; empty when it has another name. */
const wordsBeside = (name: string, form: string, vocabulary: Vocabulary): readonly (LevelWord | null)[] => [
  ...(withoutEdges(form, vocabulary) === name ? [null] : []),
  ...levelsIn(form, vocabulary)
    .filter(({ before, after }) => withoutEdges(`${before}${after}`.trim(), vocabulary) === name)
    .map(({ level }) => level),
]

const fitting = (
  senses: readonly Sense[],
  { kinds, inside }: Pick<NameQuestion, 'kinds' | 'inside'>,
): readonly Sense[] => {
  const within = inside === null ? senses : senses.filter(({ boundary }) => liesStrictlyIn(boundary, inside))
  return kinds === null ? within : ofKinds(within, kinds)
}

const MOST_NAMESAKES = 40
const MOST_SIMILAR = 3
const SHORTEST_BESIDE_WORDS = 3
const LONGEST_QUERY = 200

/** "Gotham" is not "Gotha", "Neverland" not "Nederland". */
const LEAST_CORRECTED = 10
const MOST_EDITS = 1

const CODE = /^[a-z]{2,3}$/

/** "CA" of US-CA. */
const isCode = ({ iso }: BoundaryRecord, name: string): boolean =>
  iso !== null && foldName(iso).split(' ').at(-1) === name

const liesStrictlyIn = (boundary: BoundaryRecord, outer: readonly BoundaryRecord[]): boolean =>
  outer.some(({ id }) => id !== boundary.id && liesIn(boundary, id))

const countryOf = ([first, ...rest]: readonly BoundaryRecord[]): string | null =>
  first !== undefined && rest.every(({ country }) => country === first.country) ? first.country : null

/** In one country the likelier kind is meant: the county rather than a town that has its name. */
const ofKinds = (senses: readonly Sense[], kinds: readonly Kind[]): readonly Sense[] => {
  const rank = ({ boundary }: Sense): number => {
    const ranks = [boundary.kind, ...(boundary.alsoKinds ?? [])].map((kind) => kinds.indexOf(kind))
    return Math.min(...ranks.filter((each) => each >= 0), kinds.length)
  }
  const ranked = senses
    .map((sense) => ({ sense, rank: rank(sense) }))
    .filter((each) => each.rank < kinds.length)
  return ranked
    .filter(({ sense, rank: own }) =>
      ranked.every((other) => other.sense.boundary.country !== sense.boundary.country || other.rank >= own),
    )
    .sort((a, b) => a.rank - b.rank)
    .map(({ sense }) => sense)
}
