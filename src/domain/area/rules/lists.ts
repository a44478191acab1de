/** The clauses of a description as items: levels and contexts shared along a list, labels told from what they label. */
import type { Clause, Phrase } from '../text/clauses.ts'
import { isOnlyLevel, type ListedPhrase, sharingTails, withLevels, withPlaceApart } from '../text/listed.ts'
import type { LevelWord, Vocabulary } from '../vocabulary.ts'
import { placedInContexts } from './contexts.ts'
import { type Item, isLabel, type ReadClause } from './item.ts'
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
    for (const { role, from, isListed, phrases } of clauses) {
      signal?.throwIfAborted()
      const listed = await this.#listed(phrases, role === 'exclude' || isListed ? every : null)
      const items = await this.#items(role, listed, read.length === 0)
      const label = isListed ? read.at(-1) : undefined
      if (label?.items.length === 1 && isLabel(label.items[0], items)) read.pop()
      read.push({ role, from, items })
      every = items.find((item) => item.every !== null)?.every ?? listed.at(-1)?.level ?? null
    }
    return read.filter(({ items }) => items.length > 0)
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
