/**
 * Strategies of `search.ts` for the name of a reading, tried one after the other: the whole name, its words, similar names.
 * Each defines the queries to the sources and rates the boundaries found.
 */
import type { NowOrLater } from '../../util/now-or-later.ts'
import type { BoundaryRecord } from '../boundary/boundary.ts'
import { bareNames, isJoining } from './bare-names.ts'
import { isNameOfTown } from './city-names.ts'
import { foldName, squeeze, wordsOf } from './fold.ts'
import type { LevelWord } from './level-words.ts'
import type { Lexicon } from './lexicon.ts'
import { bestFit, fitOfGrade, type NameFit, nearestFit, type WantedName } from './match-quality.ts'
import { codePart } from './name-forms.ts'
import type { NameWords } from './name-words.ts'
import type { NameForm, NameHit, NameMatch } from './ports.ts'
import type { NameReading } from './readings.ts'
import type { SimilarWords } from './similar-words.ts'
import { alternativesOf, spellingsOf } from './spellings.ts'

/** A way to look for the name of a reading. */
export interface SearchStrategy {
  /** Alternatives, tried until the answer is full; empty if the strategy does not apply. */
  readonly matches: (
    reading: NameReading,
    words: NameWords,
    similar: SimilarWords,
  ) => NowOrLater<readonly NameMatch[]>
  /** Rates a boundary; null if it does not fit. */
  readonly fit: (hit: NameHit, reading: NameReading, wanted: WantedName, lexicon: Lexicon) => NameFit | null
}

const byNames: SearchStrategy['fit'] = (hit, { level, isRespelt }, wanted, lexicon) => {
  const fit = bestFit(hit, wanted)
  // "Baar" is not Bar, and "Aar" no country's AR.
  if (fit !== null && isRespelt === true && !UMLAUT.test(fit.form.name.normalize('NFC'))) return null
  if (fit?.match !== 'exact' || codePart(fit.form, hit.record) !== null) return fit
  return (level === null && isShortened(fit.form, hit.record, lexicon.words)) ||
    isNameOfTown(fit.form, hit.record, wanted.languages, lexicon)
    ? fitOfGrade(fit.form, 'name without level')
    : fit
}

const UMLAUT = /[äöüåøæ]/i

/** "Lyon" is the beginning of Lyon County's name, even if a source lists it as a name: most callers mean the city. */
const isShortened = (form: NameForm, { name, names }: BoundaryRecord, words: NameWords): boolean =>
  form.name !== name &&
  form.name !== names.en &&
  bareNames(foldName(name), words).some((bare) => bare.level !== null && bare.name === form.folded)

export const wholeName: SearchStrategy = {
  matches: ({ name }, words) => [{ by: 'name', spellings: spellingsOf(name, words) }],
  fit: byNames,
}

/** The name without the query's level, if no boundary of that level has it: "Bezirk Vaduz", which is a municipality. */
export const nameOfAnyLevel: SearchStrategy = {
  matches: ({ name, level }, words) =>
    level === null ? [] : [{ by: 'name', spellings: spellingsOf(name, words) }],
  fit: (hit, _, wanted) => {
    const fit = bestFit(hit, wanted)
    return fit === null ? null : fitOfGrade(fit.form, 'words')
  },
}

/** The name with another level word, or with the level word in another position: "Oblast of Chelyabinsk". */
export const nameOfLevel: SearchStrategy = {
  matches: ({ name, level }, words) =>
    level === null ? [] : [{ by: 'words', words: alternatives(name, words), lastIsPrefix: false }],
  fit: ({ record, forms }, { name }, _, { words }) => {
    const same = forms.find(
      ({ folded }) =>
        folded.includes(name) &&
        bareNames(folded, words).some((bare) => bare.name === name && isOneOf(bare.level)),
    )
    if (same === undefined) return null
    // Countries differ by this word: the United Kingdom and the United States, Dominica and the Dominican Republic.
    return fitOfGrade(same, record.kind === 'country' ? 'words' : 'name of level')
  },
}

/** The level of one boundary: "Provinces" belongs to the name of the United Provinces. */
const isOneOf = (level: LevelWord | null): boolean => level !== null && (!level.many || level.mayBeOne)

/** A name with the same words, whatever their order and the articles between them: "Congo, Dem. Rep." */
export const sameWords: SearchStrategy = {
  matches: ({ name }, words) => {
    const content = contentOf(name, words)
    return content.length < 2 ? [] : [{ by: 'words', words: content, lastIsPrefix: false }]
  },
  fit: ({ forms }, { name }, _, { words }) => {
    const wanted = contentOf(name, words)
    const same = forms.find(({ folded }) => haveSameWords(folded, wanted, words))
    return same === undefined ? null : fitOfGrade(same, 'name of level')
  },
}

/** "Dem." is an abbreviation, although "dem" is an article. */
const contentOf = (name: string, words: NameWords): readonly (readonly string[])[] =>
  alternatives(name, words).filter((forms) => forms.length > 1 || !isJoining(forms[0], words))

const haveSameWords = (
  folded: string,
  wanted: readonly (readonly string[])[],
  known: Pick<NameWords, 'articles'>,
): boolean => {
  const words = wordsOf(folded).filter((word) => !isJoining(word, known))
  return (
    words.length === wanted.length &&
    wanted.every((forms) => forms.some((form) => words.includes(form))) &&
    words.every((word) => wanted.some((forms) => forms.includes(word)))
  )
}

const alternatives = (name: string, known: NameWords): readonly (readonly string[])[] =>
  wordsOf(name).map((word) => alternativesOf(word, known))

export const itsWords: SearchStrategy = {
  matches: ({ name }, known) => {
    const words = alternatives(name, known)
    const joined: readonly NameMatch[] =
      words.length === 1 ? [] : [{ by: 'words', words: [[squeeze(name)]], lastIsPrefix: false }]
    return [
      ...joined,
      { by: 'words', words, lastIsPrefix: true },
      { by: 'words', words, lastIsPrefix: false },
    ]
  },
  fit: byNames,
}

/** The same for a part of the query: what a name begins with besides a level or a parent is no more than a word of it. */
export const wordsOfPart: SearchStrategy = {
  matches: itsWords.matches,
  fit: (hit, reading, wanted, lexicon) => {
    const fit = byNames(hit, reading, wanted, lexicon)
    const isPart = reading.level !== null || reading.context.length > 0
    return fit?.match === 'prefix' && isPart ? fitOfGrade(fit.form, 'words') : fit
  },
}

export const similarWords: SearchStrategy = {
  matches: async ({ name }, _, similar) => {
    const words = await similar.similarNames(name)
    return words === null ? [] : [{ by: 'words', words, lastIsPrefix: false }]
  },
  fit: (hit, _, wanted) => bestFit(hit, wanted) ?? nearestFit(hit.forms, wanted),
}
