/** The clauses of a description as items: levels and contexts shared along a list, labels told from what they label. */
import { foldName, wordsOf } from '../../catalog/fold.ts'
import type { Clause, Phrase } from '../text/clauses.ts'
import { proseWords } from '../text/edges.ts'
import { isOnlyLevel, type ListedPhrase, sharingTails, withLevels, withPlaceApart } from '../text/listed.ts'
import type { LevelWord, Vocabulary } from '../vocabulary.ts'
import { placedInContexts } from './contexts.ts'
import { type Item, isLabel, isUnderstood, type ReadClause } from './item.ts'
import { Names } from './names.ts'
import type { Phrases } from './phrases.ts'

export class Lists {
  readonly #phrases: Phrases
  readonly #names: Names
  readonly #vocabulary: Vocabulary

  constructor(phrases: Phrases, vocabulary: Vocabulary) {
    this.#phrases = phrases
    this.#names = new Names(phrases, vocabulary)
    this.#vocabulary = vocabulary
  }

  async read(clauses: readonly Clause[], signal?: AbortSignal): Promise<readonly ReadClause[]> {
    const read: ReadClause[] = []
    /** The level of which the last clause has every one, or a list: what is taken out of it is of that level, too. */
    let every: LevelWord | null = null
    for (const { role, from, listedBy, phrases } of this.#withoutPreamble(clauses)) {
      signal?.throwIfAborted()
      const listed = await this.#listed(phrases, role === 'exclude' || listedBy !== 'nothing' ? every : null)
      const items = await this.#items(role, listed, read.length === 0)
      if (listedBy === 'colon' || (listedBy === 'brackets' && role === 'include'))
        read.push(...withoutLabel(read.splice(-1), items, listedBy))
      read.push({ role, from, items })
      every = items.find((item) => item.every !== null)?.every ?? listed.at(-1)?.level ?? null
    }
    return read.filter(({ items }) => items.length > 0)
  }

  /** "The area covered includes …". */
  #withoutPreamble(clauses: readonly Clause[]): readonly Clause[] {
    const [first, ...rest] = clauses
    if (rest.length === 0 || first.phrases.length > 1) return clauses
    const folded = foldName(first.phrases[0].text)
    return proseWords(folded, this.#vocabulary) === wordsOf(folded).length ? rest : clauses
  }

  #listed(phrases: readonly Phrase[], outer: LevelWord | null): Promise<readonly ListedPhrase[]> {
    const apart = withPlaceApart(sharingTails(phrases), this.#vocabulary)
    return withLevels(apart, outer, this.#vocabulary, (text) => this.#phrases.isName(text))
  }

  async #items(
    role: Clause['role'],
    listed: readonly ListedPhrase[],
    isFirst: boolean,
  ): Promise<readonly Item[]> {
    const named = await this.#named(listed)
    if (named.length === 0) return isFirst ? this.#phrases.everyOne(listed[0]) : []
    const items = await this.#names.read(named)
    // "Except for Bavaria, all of Germany": Germany is not said of Bavaria.
    return isFirst && role === 'exclude' ? items : placedInContexts(this.#phrases, role, items)
  }

  /** Without "the following counties"; "Landes" is a name all the same. */
  async #named(phrases: readonly ListedPhrase[]): Promise<readonly ListedPhrase[]> {
    const named: ListedPhrase[] = []
    for (const phrase of phrases)
      if (!isOnlyLevel(phrase.text, this.#vocabulary) || (await this.#phrases.isName(phrase.text)))
        named.push(phrase)
    return named
  }
}

/** The clause before a list without the phrase that the list is of; "Sales zone 3: …" is no place, and only names the list. */
const withoutLabel = (
  before: readonly ReadClause[],
  items: readonly Item[],
  listedBy: Clause['listedBy'],
): readonly ReadClause[] =>
  before.flatMap((clause) => {
    const label = clause.items.at(-1)
    if (label === undefined) return []
    const isName = listedBy === 'colon' && clause.items.length === 1 && !isUnderstood(label)
    return isName || isLabel(label, items) ? [{ ...clause, items: clause.items.slice(0, -1) }] : [clause]
  })
