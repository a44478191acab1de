/** Finds boundaries by name in any language, and by every code and id. */
import type { BoundaryRecord } from '../boundary/boundary.ts'
import { withoutArticles } from './bare-names.ts'
import { isCode } from './code-forms.ts'
import { foldName, wordsOf } from './fold.ts'
import { formerCountry } from './iso-code-book.ts'
import type { LayerView } from './layers.ts'
import type { LevelWord } from './level-words.ts'
import type { Lexicon } from './lexicon.ts'
import { joinsOnly } from './match-quality.ts'
import { NO_CODES, queryCodesOf } from './query-codes.ts'
import type { FoundByName } from './ranking.ts'
import { readingSearch } from './reading-search.ts'
import { readingsOf } from './readings.ts'
import type { SearchQuestion } from './search-question.ts'
import {
  itsWords,
  nameOfAnyLevel,
  nameOfLevel,
  sameWords,
  similarWords,
  wholeName,
  wordsOfPart,
} from './search-strategies.ts'

/**
 * Ids, whole names and codes come first. If they do not fill the answer, names that begin with the query or contain its
 * words follow; only an empty answer falls back to similar names. A query is read as written, then without articles and with
 * level words taken as levels, then split into a name and its parents; a later reading counts only if no earlier one is a
 * name. What a stranger may have drawn counts as nothing found: the object "Paris, Texas" does not hide Paris in Texas.
 * `containing`: the boundaries that contain the point `near`.
 */
export const search = async (
  view: LayerView,
  lexicon: Lexicon,
  question: SearchQuestion,
  containing: readonly BoundaryRecord[],
): Promise<readonly FoundByName[]> => {
  const task = readingSearch(view, lexicon, question, containing)
  const { written, turned, names, listed, understood, guessed } = readingsOf(question.text, lexicon.words)
  if (question.isWholeName === true) {
    await task.tryAll(written, wholeName)
    return task.best()
  }
  const { text } = question
  const folded = foldName(text)
  const mayBeCode = text === text.toUpperCase() || !joinsOnly(folded, lexicon.words)
  const { references, areCertain, form } = mayBeCode ? queryCodesOf(text) : NO_CODES
  const isTown = lexicon.towns.named(folded).length > 0
  for (const { reference, grade, isWord } of references)
    if (isWord !== true || !isTown) await task.addReference(reference, grade)
  if (areCertain === 'always' || (areCertain === 'where known' && task.hasFound)) return task.best()
  // A code is a code: a part of it is no name.
  if (form !== null && isCode(form, lexicon.words.codes)) {
    await task.tryAll(written.slice(-1), wholeName)
    return task.best()
  }
  // The code of a former country: what begins with its letters is another place.
  if (formerCountry(text, lexicon.words.codes) !== null) {
    await task.tryAll(written.slice(-1), wholeName)
    return task.best()
  }
  // "the of and" begins no name.
  if (folded.includes(' ') && joinsOnly(folded, lexicon.words)) {
    await task.tryAll(written, wholeName)
    return task.best()
  }
  const towns = written.map(({ name }) => name).filter((name) => lexicon.towns.named(name).length > 0)
  // "La Paz" is a town, not Paz with an article; but "la France" is the country.
  const shortened = new Set(towns.flatMap((name) => withoutArticles(name, lexicon.words)))
  const bare = understood
    // "Statele Unite" is not the state of Unité: a plural is no level of one boundary.
    .filter(({ level }) => level === null || level.mayBeOne)
    .map((reading) =>
      reading.level === null && shortened.has(reading.name) ? { ...reading, level: A_COUNTRY } : reading,
    )
  if (await task.hasAllNames(names)) return task.best()
  const [split, whole] = [written.slice(0, -1), written.slice(-1)]
  const inOrder = turned === null ? [] : [turned]
  const asOne = [...new Set([...whole, ...inOrder])]
  const namesLevel = split.some(({ level }) => level !== null)
  // "Congo, Republic" is not the Congo with the longer name, although both are republics.
  let meant = namesLevel
    ? ((await task.tryUntilFound(asOne, wholeName)) ?? (await task.tryUntilFound(inOrder, sameWords)))
    : null
  meant ??= await task.tryUntilFound(namesLevel ? split : [...split, ...asOne], wholeName)
  if (meant === null && (await task.hasAllNames(listed))) return task.best()
  if (meant === null)
    await task.absent.learn([...bare, ...guessed].flatMap(({ name, context }) => [name, ...context]))
  meant ??=
    (await task.tryUntilFound(namesLevel ? [] : inOrder, sameWords)) ??
    (await task.tryUntilFound(bare, wholeName)) ??
    (await task.tryUntilFound(bare, nameOfLevel)) ??
    (await task.tryUntilFound(guessed, wholeName))
  if (meant !== null) {
    // A query with a level or a parent is specific enough.
    if (meant.level === null && meant.context.length === 0) await task.tryAll([meant], itsWords)
    return task.best()
  }
  await task.tryAll(written, itsWords)
  // "United Stats" is not the first word of the United Provinces: only what is typed last may be a beginning.
  const parts = [...bare, ...guessed].filter(
    ({ name, level }) => level === null || name.includes(' ') || !folded.endsWith(` ${level.word}`),
  )
  if (!task.hasFound) await task.tryUntilFound(parts, wordsOfPart)
  // "Belgique België": nothing separates the names.
  for (const names of task.hasFound ? [] : halvesOf(folded))
    if (await task.hasAllNames(names)) return task.best()
  if (!task.hasFound && towns.length === 0) await task.tryUntilFound(bare, nameOfAnyLevel)
  if (!task.hasFound && towns.length === 0 && question.isSpelt !== true)
    await task.tryUntilFound([...written, ...bare, ...guessed], similarWords)
  return task.best()
}

/** Two names of a few words, at each place between them. */
const halvesOf = (folded: string): readonly (readonly string[])[] => {
  const words = wordsOf(folded)
  return words.length > MAX_WORDS_OF_TWO
    ? []
    : words.slice(1).map((_, at) => [words.slice(0, at + 1).join(' '), words.slice(at + 1).join(' ')])
}

const MAX_WORDS_OF_TWO = 4

const A_COUNTRY: LevelWord = {
  word: '',
  inNames: '',
  many: false,
  mayBeOne: true,
  kinds: ['country'],
  where: new Map(),
  partialIn: new Set(),
}
