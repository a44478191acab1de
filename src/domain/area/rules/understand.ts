/** From the phrases of a clause to items: names put together again, levels shared, "Lake County, Illinois" read as one place. */
import type { BoundaryRecord } from '../../boundary/boundary.ts'
import { parseBoundaryReference } from '../../boundary/id.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import { foldName } from '../../catalog/fold.ts'
import { prominence } from '../../catalog/prominence.ts'
import { liesIn } from '../plan.ts'
import type { Clause, Phrase } from '../text/clauses.ts'
import {
  createPhraseReader,
  genitives,
  inFull,
  levelOfSeveral,
  type PhraseReader,
  type PhraseReading,
  wholeOf,
} from '../text/phrase.ts'
import type { LevelWord, Region, Vocabulary } from '../vocabulary.ts'
import { type Group, type Item, isUnderstood } from './item.ts'
import { Lookup, type Sense } from './lookup.ts'
import { vaguenessOf } from './vague.ts'

export class Understanding {
  readonly #catalog: Pick<Catalog, 'find' | 'search'>
  readonly #vocabulary: Vocabulary
  readonly #country: string | null
  readonly #lookup: Lookup
  readonly #readings: PhraseReader

  constructor(catalog: Pick<Catalog, 'find' | 'search'>, vocabulary: Vocabulary, country: string | null) {
    this.#catalog = catalog
    this.#vocabulary = vocabulary
    this.#country = country
    this.#lookup = new Lookup(catalog)
    this.#readings = createPhraseReader(vocabulary)
  }

  async items(clause: Clause): Promise<readonly Item[]> {
    const phrases = sharingTails(clause.phrases).flatMap((phrase) => this.#placed(phrase))
    const shared = phrases.length === 1 ? null : this.#sharedLevel(phrases)
    const read = phrases.filter(({ text }) => this.#readings(text).length > 0)
    const items = await Promise.all(read.map((phrase) => this.#item(phrase, shared)))
    return this.#withContexts(clause.role, await this.#joined(items, shared), shared)
  }

  similar(text: string): Promise<readonly BoundaryRecord[]> {
    return this.#lookup.similar(text, this.#country)
  }

  /** "Lake counties in Illinois": what follows the level holds for the whole list, as after a comma. */
  #placed(phrase: Phrase): readonly Phrase[] {
    const words = phrase.text.split(' ')
    const at = words.findIndex(
      (word, index) =>
        this.#vocabulary.inside.includes(foldName(word)) &&
        levelOfSeveral(words.slice(0, index).join(' '), this.#vocabulary)?.isAtEnd === true,
    )
    if (at === -1 || at === words.length - 1) return [phrase]
    return [
      { ...phrase, text: words.slice(0, at).join(' ') },
      { text: words.slice(at + 1).join(' '), after: 'comma' },
    ]
  }

  #sharedLevel(phrases: readonly Phrase[]): LevelWord | null {
    for (const { text } of phrases) {
      const level = levelOfSeveral(text, this.#vocabulary)
      if (level !== null) return level.level
    }
    return null
  }

  async #item(
    { text, after }: Phrase,
    shared: LevelWord | null,
    context: readonly string[] = [],
  ): Promise<Item> {
    const group = context.length === 0 ? await this.#group(text) : null
    if (group !== null) return { text, after, senses: [], group, isNarrowed: true }
    if (CODE.test(text) && context.length === 0) {
      const countries = this.#country === null ? this.#vocabulary.codeCountries : [this.#country]
      const senses = await this.#coded([...countries.map((country) => `${country}-${text}`), text])
      if (senses.length > 0) return { text, after, senses, group: null, isNarrowed: true }
    }
    if (vaguenessOf(text) !== null && !HAS_CAPITAL.test(text))
      return { text, after, senses: [], group: null, isNarrowed: false }
    const readings = this.#readings(text)
    for (const reading of [...sharing(readings[0], shared), ...readings]) {
      const senses = await this.#senses({ ...reading, context: [...reading.context, ...context] })
      if (senses.length === 0) continue
      const isNarrowed = reading.kinds !== null || reading.context.length + context.length > 0
      return { text, after, senses, group: null, isNarrowed }
    }
    const whole = wholeOf(text, this.#vocabulary)
    if (whole !== null && whole !== foldName(text)) {
      const all = await this.#allOf(whole, context)
      if (all.length > 0) return { text, after, senses: all, group: null, isNarrowed: true }
    }
    const senses = context.length === 0 ? await this.#lookup.corrected(readings[0].name, this.#country) : []
    return { text, after, senses, group: null, isNarrowed: false }
  }

  /** "The counties of Minnesota" are Minnesota; "all parishes" are the country that the author gave. */
  async #allOf(whole: string, context: readonly string[]): Promise<readonly Sense[]> {
    if (whole === '') return this.#country === null ? [] : this.#coded([this.#country])
    for (const text of [whole, ...genitives(whole)]) {
      const { senses } = await this.#item({ text, after: 'break' }, null, context)
      if (senses.length > 0) return senses
    }
    return []
  }

  async #coded(codes: readonly string[]): Promise<readonly Sense[]> {
    const found = await Promise.all(codes.map((code) => this.#catalog.find({ by: 'iso', code })))
    return found.flatMap((each) =>
      each.found
        ? [{ boundary: each.record, matchedName: each.record.iso ?? each.record.name, isCorrected: false }]
        : [],
    )
  }

  async #senses(reading: PhraseReading): Promise<readonly Sense[]> {
    const [outer, ...rest] = reading.context
    const inside =
      outer === undefined
        ? null
        : await this.#senses({ name: outer, kinds: null, many: false, context: rest })
    if (inside !== null && inside.length === 0) return []
    const here = await this.#lookup.senses(reading, this.#country)
    const senses =
      here.length > 0 || this.#country === null
        ? here
        : abroad(await this.#lookup.senses(reading, null), inside !== null)
    if (inside === null) return senses
    return senses.filter(({ boundary }) =>
      inside.some((each) => each.boundary.id !== boundary.id && liesIn(boundary, each.boundary.id)),
    )
  }

  async #group(text: string): Promise<Group | null> {
    const region = this.#readings(text)
      .filter(({ context }) => context.length === 0)
      .map(({ name }) => regionNamed(name, this.#vocabulary.regions))
      .find((each) => each !== undefined)
    if (region === undefined) return null
    const [members, except] = await Promise.all([this.#records(region.members), this.#records(region.except)])
    return members === null || except === null ? null : { region, members, except }
  }

  /** Null when the catalog lacks one: half a group is not the group. */
  async #records(ids: readonly string[]): Promise<readonly BoundaryRecord[] | null> {
    const answers = await Promise.all(
      ids.map((id) => {
        const reference = parseBoundaryReference(id)
        if ('problem' in reference) throw new Error(`A region lists ${id}: ${reference.problem}`)
        return this.#catalog.find(reference)
      }),
    )
    const records = answers.flatMap((answer) => (answer.found ? [answer.record] : []))
    return records.length === ids.length ? records : null
  }

  /** "Bosnia and Herzegovina" was parted where no name ends. */
  async #joined(items: readonly Item[], shared: LevelWord | null): Promise<readonly Item[]> {
    const joined: Item[] = []
    for (const item of items) {
      const before = joined.at(-1)
      if (before !== undefined && item.after !== 'break' && !(isUnderstood(before) && isUnderstood(item))) {
        const text = `${before.text}${item.after === 'and' ? ' and ' : ', '}${item.text}`
        const both = await this.#item({ text, after: before.after }, shared)
        if (isUnderstood(both)) {
          joined[joined.length - 1] = both
          continue
        }
      }
      joined.push(item)
    }
    return joined
  }

  /** A place after a comma that contains the ones before it says which ones they are. */
  async #withContexts(
    role: Clause['role'],
    items: readonly Item[],
    shared: LevelWord | null,
  ): Promise<readonly Item[]> {
    const kept: Item[] = []
    for (const [index, item] of items.entries()) {
      const before = kept.at(-1)
      const narrowed =
        before !== undefined && item.after === 'comma' && !isList(before, item, items.length)
          ? await this.#inContext(kept, item, shared)
          : 0
      if (narrowed === 0) {
        if (before !== undefined && role === 'include' && isMisplaced(before, item, items.length))
          kept[kept.length - 1] = { ...before, senses: [] }
        kept.push(item)
      } else if (index + 1 < items.length) continue
    }
    return kept
  }

  /** Narrows as many of the last items as lie in the context, and says how many did. */
  async #inContext(items: Item[], context: Item, shared: LevelWord | null): Promise<number> {
    let narrowed = 0
    for (let index = items.length - 1; index >= 0; index--) {
      const { text, after } = items[index]
      const inside = await this.#item({ text, after }, shared, [foldName(context.text)])
      if (inside.senses.length === 0) break
      items[index] = inside
      narrowed++
    }
    return narrowed
  }
}

/** Without a level of its own a name has that of its list: "Hennepin and Ramsey counties". */
const sharing = (reading: PhraseReading | undefined, shared: LevelWord | null): readonly PhraseReading[] =>
  reading === undefined || shared === null || reading.kinds !== null
    ? []
    : [...inFull(reading.name, shared), reading.name].map((name) => ({
        ...reading,
        name,
        kinds: shared.kinds,
      }))

const regionNamed = (name: string, regions: readonly Region[]): Region | undefined =>
  regions.find(({ names }) => names.includes(name))

/** Beside the country that the author gave, only what the text itself places elsewhere. */
const abroad = (senses: readonly Sense[], hasContext: boolean): readonly Sense[] =>
  hasContext ? senses : senses.filter(({ boundary }) => boundary.kind === 'country')

/** Names have one in the scripts that have any; "the coast" is not the Coast Region of Kenya. */
const HAS_CAPITAL = /\p{Lu}|\p{Lo}/u

/** "North and South Dakota". */
const sharingTails = (phrases: readonly Phrase[]): readonly Phrase[] =>
  phrases.map((phrase, index) => {
    const tail = /^(?:North|South|East|West|Upper|Lower) (.+)$/iu.exec(phrases[index + 1]?.text ?? '')
    return tail !== null && /^(?:North|South|East|West|Upper|Lower)$/iu.test(phrase.text)
      ? { ...phrase, text: `${phrase.text} ${tail[1]}` }
      : phrase
  })

/** "Paris, Texas" where no Paris of Texas is known: neither Paris nor Texas is meant. */
const isMisplaced = (before: Item, item: Item, length: number): boolean => {
  if (length !== 2 || item.after !== 'comma' || before.senses.length === 0 || item.senses.length === 0)
    return false
  const [main] = [...item.senses].sort((a, b) => prominence(b.boundary) - prominence(a.boundary))
  const isLarge = ['country', 'state', 'region', 'province'].includes(main.boundary.kind)
  return (
    isLarge &&
    before.senses.every(({ boundary }) => boundary.kind !== main.boundary.kind && boundary.kind !== 'country')
  )
}

/** "CA, OR and WA". */
const CODE = /^[A-Z]{2}$/

/** "Washington, Oregon and Idaho" are three states, though Oregon has a county of Washington; "Georgia, USA" is one. */
const isList = (before: Item, item: Item, length: number): boolean => {
  if (CODE.test(before.text) && CODE.test(item.text)) return true
  if (before.isNarrowed || item.senses.length === 0 || foldName(before.text) === foldName(item.text))
    return false
  const [main] = [...item.senses].sort((a, b) => prominence(b.boundary) - prominence(a.boundary))
  const isPair = before.senses.some(({ boundary }) => areSiblings(boundary, main.boundary))
  return isPair && (length > 2 || main.boundary.kind !== 'country')
}

export const areSiblings = (a: BoundaryRecord, b: BoundaryRecord): boolean =>
  a.kind === b.kind && a.parents.at(-1)?.id === b.parents.at(-1)?.id
