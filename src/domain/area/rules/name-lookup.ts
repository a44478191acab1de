/** Looks names up as written, in the catalog and in the list of further names, each once. */
import type { BoundaryRecord } from '../../boundary/boundary.ts'
import { parseBoundaryReference } from '../../boundary/id.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import { foldName, wordsOf } from '../../catalog/fold.ts'
import { isLarge } from '../../catalog/level-words.ts'
import { furtherNamesOf, type NameWords } from '../../catalog/name-words.ts'
import { isOwnName } from '../../catalog/own-name.ts'
import type { FoundByName } from '../../catalog/ranking.ts'
import { spellingsOf } from '../../catalog/spellings.ts'
import type { Vocabulary } from '../vocabulary.ts'
import type { Sense } from './sense.ts'
import { isSlipOf, LONG_NAME } from './slip.ts'

/** Maximum number of boundaries per name. */
export const MAX_NAMESAKES = 40

export class NameLookup {
  readonly #catalog: Pick<Catalog, 'find' | 'search'>
  readonly #vocabulary: Vocabulary
  readonly #byId = new Map<string, Promise<BoundaryRecord | null>>()
  readonly #named = new Map<string, Promise<readonly Sense[]>>()
  readonly #around = new Map<string, Promise<readonly FoundByName[]>>()

  constructor(catalog: Pick<Catalog, 'find' | 'search'>, vocabulary: Vocabulary) {
    this.#catalog = catalog
    this.#vocabulary = vocabulary
  }

  /** Boundaries that have the folded name, in any language; best first. */
  named(name: string, country: string | null): Promise<readonly Sense[]> {
    // A single letter does not mean a region that is numbered by letters.
    if (/^[a-z0-9]?$/.test(name)) return Promise.resolve([])
    return once(this.#named, `${country} ${name}`, () => this.#find(name, country))
  }

  /** Fuzzy search results; empty after too many searches, because each costs a hundred times as much. */
  around(text: string, country: string | null): Promise<readonly FoundByName[]> {
    if (this.#around.size >= MAX_AROUND) return Promise.resolve([])
    return once(this.#around, `${country} ${text}`, () => this.#search(text, country, false))
  }

  /** Boundaries whose name differs by a slip of the pen. A short name is corrected only to a country, or a state or region of one. */
  async corrected(name: string, country: string | null): Promise<readonly Sense[]> {
    if (name.length < MIN_CORRECTED) return []
    const found = await this.around(name, country)
    const near = found.filter(({ matchedName }) => this.#isSlip(name, foldName(matchedName)))
    if (name.length < LONG_NAME && !near.some(({ record }) => isLarge(record))) return []
    return near.map((each) => ({ ...senseOfMatch(each, this.#vocabulary), isCorrected: true }))
  }

  /** By ISO 3166-1: alpha-2, alpha-3. */
  async countryOfCode(code: string): Promise<Sense | null> {
    if (code.length === 2) {
      const record = await this.byId(`iso:${code}`)
      return record === null ? null : senseOfMatch({ record, matchedName: code }, this.#vocabulary)
    }
    const found = await this.#search(code, null, true)
    const coded = found.find(({ record, matchedName }) => matchedName === code && record.kind === 'country')
    return coded === undefined ? null : senseOfMatch(coded, this.#vocabulary)
  }

  byId(id: string): Promise<BoundaryRecord | null> {
    return once(this.#byId, id, () => this.#findById(id))
  }

  async #findById(id: string): Promise<BoundaryRecord | null> {
    const reference = parseBoundaryReference(id)
    if ('problem' in reference) throw new Error(`The vocabulary lists ${id}: ${reference.problem}`)
    const answer = await this.#catalog.find(reference)
    return answer.found ? answer.record : null
  }

  async #find(name: string, country: string | null): Promise<readonly Sense[]> {
    const found = await this.#search(name, country, true)
    const spellings = new Set(spellingsOf(name, this.#vocabulary))
    const named = found
      .filter(({ matchedName }) => spellings.has(foldName(matchedName)) && !CODE.test(matchedName))
      .map((each) => senseOfMatch(each, this.#vocabulary))
    for (const { id } of furtherNamesOf(name, this.#vocabulary)) {
      const record = await this.byId(id)
      const isNew = record !== null && named.every(({ boundary }) => boundary.id !== record.id)
      if (isNew && country !== null && record.country !== country) continue
      if (isNew) named.push({ ...senseOfMatch({ record, matchedName: name }, this.#vocabulary), isOwn: true })
      else if (record !== null) markOwn(named, record.id)
    }
    return named
  }

  #search(text: string, country: string | null, isWholeName: boolean): Promise<readonly FoundByName[]> {
    return this.#catalog.search({
      text: text.slice(0, MAX_QUERY_LENGTH),
      countries: country === null ? [] : [country],
      kind: null,
      adminLevel: null,
      near: null,
      limit: MAX_NAMESAKES,
      isWholeName,
    })
  }

  /** A level word is not a typo: "the Hill Country" is not Hill County. */
  #isSlip(written: string, name: string): boolean {
    const words = wordsOf(name)
    return (
      isSlipOf(name, written) &&
      wordsOf(written).every((word) => words.includes(word) || !this.#vocabulary.levels.has(word))
    )
  }
}

export const senseOfMatch = (
  { record, matchedName }: Pick<FoundByName, 'record' | 'matchedName'>,
  words: NameWords,
): Sense => ({
  boundary: record,
  matchedName,
  isOwn: isOwnName(record, matchedName, words),
  isCorrected: false,
})

const markOwn = (senses: Sense[], id: string): void => {
  const at = senses.findIndex(({ boundary }) => boundary.id === id)
  if (at !== -1) senses[at] = { ...senses[at], isOwn: true }
}

const once = <T>(known: Map<string, Promise<T>>, key: string, ask: () => Promise<T>): Promise<T> => {
  const answer = known.get(key) ?? ask()
  known.set(key, answer)
  return answer
}

const MAX_QUERY_LENGTH = 200
const MAX_AROUND = 40

/** "Gotham" is not "Gotha". */
const MIN_CORRECTED = 6

/** Codes are looked up as codes: as names, "AND" is a word and "BRA" a town. */
const CODE = /^(?:[A-Z]{2,3}|[A-Z]{2}-[A-Z0-9]{1,3})$/
