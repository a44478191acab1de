/** Boundaries that a phrase may mean: only those whose name is what is written, never what merely resembles it. */

import { editDistance } from '../../../util/edit-distance.ts'
import type { BoundaryRecord } from '../../boundary/boundary.ts'
import type { Kind } from '../../boundary/kind.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import { foldName } from '../../catalog/fold.ts'
import { spellingsOf } from '../../catalog/spellings.ts'
import type { PhraseReading } from '../text/phrase.ts'

export interface Sense {
  readonly boundary: BoundaryRecord
  /** The name, as its source writes it. */
  readonly matchedName: string
  /** The text has another spelling. */
  readonly isCorrected: boolean
}

const MOST_NAMESAKES = 40

/** "Gotham" is not "Gotha", "Elbonia" not "Albania". */
const LEAST_CORRECTED = 10
const MOST_EDITS = 1

export class Lookup {
  readonly #catalog: Pick<Catalog, 'search'>
  readonly #known = new Map<string, Promise<readonly Sense[]>>()

  constructor(catalog: Pick<Catalog, 'search'>) {
    this.#catalog = catalog
  }

  /** Best first; of the kinds that the reading asks for, when there are any. */
  async senses(reading: PhraseReading, country: string | null): Promise<readonly Sense[]> {
    const senses = await this.#named(reading.name, reading.context, country)
    return reading.kinds === null ? senses : ofKinds(senses, reading.kinds)
  }

  /** One boundary whose name differs from what is written by a slip of the pen; none for short names, where that is another name. */
  async corrected(name: string, country: string | null): Promise<readonly Sense[]> {
    if (name.length < LEAST_CORRECTED) return []
    const found = await this.#search(name, country, MOST_NAMESAKES)
    const near = found.filter(
      ({ matchedName }) => editDistance(foldName(matchedName), name, MOST_EDITS) <= MOST_EDITS,
    )
    return near.length === 1
      ? near.map(({ record, matchedName }) => ({ boundary: record, matchedName, isCorrected: true }))
      : []
  }

  /** What a search for the words finds, however far off: for people who see that their words were not understood. */
  async similar(text: string, country: string | null): Promise<readonly BoundaryRecord[]> {
    const found = await this.#search(text, country, 3)
    return found.map(({ record }) => record)
  }

  #named(name: string, context: readonly string[], country: string | null): Promise<readonly Sense[]> {
    // Regions that are numbered in letters are not what a stray letter means.
    if (/^[a-z0-9]$/.test(name)) return Promise.resolve([])
    const text = [name, ...context].join(', ')
    const key = `${country} ${text}`
    const known = this.#known.get(key) ?? this.#find(text, name, country)
    this.#known.set(key, known)
    return known
  }

  async #find(text: string, name: string, country: string | null): Promise<readonly Sense[]> {
    const found = await this.#search(text, country, MOST_NAMESAKES)
    const spellings = new Set(spellingsOf(name))
    return found
      .filter(({ record, matchedName }) => spellings.has(foldName(matchedName)) || isCode(record, name))
      .map(({ record, matchedName }) => ({ boundary: record, matchedName, isCorrected: false }))
  }

  #search(text: string, country: string | null, limit: number) {
    return this.#catalog.search({
      text: text.slice(0, LONGEST_QUERY),
      countries: country === null ? [] : [country],
      kind: null,
      adminLevel: null,
      near: null,
      limit,
    })
  }
}

const LONGEST_QUERY = 200

/** "CA" of US-CA. */
const isCode = ({ iso }: BoundaryRecord, name: string): boolean =>
  iso !== null && foldName(iso).split(' ').at(-1) === name

const ofKinds = (senses: readonly Sense[], kinds: readonly Kind[]): readonly Sense[] =>
  kinds
    .flatMap((kind) =>
      senses.filter(({ boundary }) => boundary.kind === kind || (boundary.alsoKinds ?? []).includes(kind)),
    )
    .filter((sense, index, all) => all.indexOf(sense) === index)
