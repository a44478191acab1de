/** Reads the lists of words in `data/areas/` that are grouped by purpose and language; errors name the invalid list. */
import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { SentenceForms } from '../../domain/area/vocabulary.ts'
import {
  NUMBER_LISTS,
  type Numbers,
  type NumberWords,
  PHRASE_LISTS,
  type PhraseWords,
  SENTENCE_LISTS,
  type SentenceWords,
  WORDING_LISTS,
  type Wording,
  type WordLists,
} from '../../domain/area/word-lists.ts'
import { readYaml } from '../read-yaml.ts'

export const loadSentenceWords = (directory: string): SentenceWords => {
  const file = new WordFile(directory, 'sentences.yaml', [...SENTENCE_LISTS, 'small_words', 'harmless'])
  const harmless = new Map(file.byLanguage('harmless'))
  const languages = file
    .byLanguage('small_words')
    .map(([language, small]) => ({ small, harmless: harmless.get(language) ?? [] }))
  return { ...file.lists(SENTENCE_LISTS), languages }
}

export const loadWording = (directory: string): Wording => {
  const file = new WordFile(directory, 'wording.yaml', [...WORDING_LISTS, 'stopped_names', 'written_in_full'])
  const names = (purpose: string) => new Map(file.entries(purpose, isText))
  return {
    ...file.lists(WORDING_LISTS),
    stoppedNames: names('stopped_names'),
    inFull: names('written_in_full'),
  }
}

export const loadPhraseWords = (directory: string): PhraseWords => {
  const file = new WordFile(directory, 'phrases.yaml', [
    ...PHRASE_LISTS,
    'exclusive_levels',
    'joining',
    'placing',
  ])
  const [and, placing] = ['joining', 'placing'].map((purpose) => file.languagesByWord(purpose))
  return {
    ...file.lists(PHRASE_LISTS),
    exclusiveLevels: file.wordsByLanguage('exclusive_levels'),
    inOrAnd: new Map(
      [...placing].map(([word, languages]) => [word, { and: and.get(word) ?? [], in: languages }]),
    ),
  }
}

interface FormsFile {
  readonly classes: Readonly<Record<string, readonly string[]>>
  readonly forms: SentenceForms['forms']
}

/** The forms of all languages. A class has the words of all of them, because texts mix languages. */
export const loadForms = (directory: string): SentenceForms => {
  const files = globSync(join(directory, 'forms', '*.yaml'))
    .sort()
    .map((path) => readYaml<FormsFile>(path))
  const entries = files.flatMap((file) => Object.entries(file.classes))
  const classes = [...Map.groupBy(entries, ([name]) => name)].map(
    ([name, lists]) => [name, lists.flatMap(([, words]) => words)] as const,
  )
  return { classes: Object.fromEntries(classes), forms: files.flatMap(({ forms }) => forms) }
}

export const loadNumberWords = (directory: string): NumberWords => {
  const file = new WordFile(directory, 'numbers.yaml', [...NUMBER_LISTS, 'numbers', 'tens', 'ones'])
  const numbers = (purpose: string): Numbers =>
    new Map(file.entries(purpose, isCount).map(([word, count]) => [word.toLowerCase(), count]))
  return {
    ...file.lists(NUMBER_LISTS),
    numbers: numbers('numbers'),
    tens: numbers('tens'),
    ones: numbers('ones'),
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

class WordFile {
  readonly #file: string
  readonly #purposes: Readonly<Record<string, unknown>>

  constructor(directory: string, file: string, purposes: readonly string[]) {
    this.#file = file
    const read: unknown = readYaml(join(directory, file))
    this.#purposes = isObject(read) ? read : {}
    for (const purpose of purposes) if (!(purpose in this.#purposes)) this.#fail(purpose, 'is missing')
    for (const purpose of Object.keys(this.#purposes))
      if (!purposes.includes(purpose)) this.#fail(purpose, 'is not used')
  }

  lists<Purpose extends string>(purposes: readonly Purpose[]): WordLists<Purpose> {
    const lists = purposes.map((purpose) => [purpose, this.wordsByLanguage(purpose).flat()] as const)
    return Object.fromEntries(lists) as unknown as WordLists<Purpose>
  }

  wordsByLanguage(purpose: string): readonly (readonly string[])[] {
    return this.byLanguage(purpose).map(([, words]) => words)
  }

  byLanguage(purpose: string): readonly (readonly [language: string, words: readonly string[]])[] {
    return this.#languages(purpose).map(([language, words]) =>
      Array.isArray(words) && words.length > 0 && words.every(isText)
        ? [language, words]
        : this.#fail(purpose, 'must have a list of words for each language'),
    )
  }

  languagesByWord(purpose: string): ReadonlyMap<string, readonly string[]> {
    const pairs = this.byLanguage(purpose).flatMap(([language, words]) =>
      words.map((word) => ({ language, word })),
    )
    const byWord = Map.groupBy(pairs, ({ word }) => word)
    return new Map([...byWord].map(([word, same]) => [word, same.map(({ language }) => language)]))
  }

  entries<T>(purpose: string, isValue: (value: unknown) => value is T): readonly (readonly [string, T])[] {
    return this.#languages(purpose).flatMap(([, words]) =>
      (isObject(words)
        ? Object.entries(words)
        : this.#fail(purpose, 'must have words for each language')
      ).map(([word, value]) =>
        isValue(value) ? ([word, value] as const) : this.#fail(purpose, `has no such value for "${word}"`),
      ),
    )
  }

  #languages(purpose: string): readonly (readonly [string, unknown])[] {
    const languages = this.#purposes[purpose]
    if (!isObject(languages)) return this.#fail(purpose, 'must be grouped by language')
    for (const language of Object.keys(languages))
      if (!LANGUAGE.test(language)) this.#fail(purpose, `has "${language}", which is no language`)
    return Object.entries(languages)
  }

  #fail(purpose: string, fault: string): never {
    throw new Error(`data/areas/${this.#file}: "${purpose}" ${fault}.`)
  }
}

/** ISO 639, with a region if the words are used in only one country. */
const LANGUAGE = /^[a-z]{2,3}(?:-[A-Z]{2})?$/
