/** The possible readings of one phrase: a name, its level and its containing places. */
import { foldName, wordsOf } from '../../catalog/fold.ts'
import { type LevelWord, levelsIn } from '../../catalog/level-words.ts'
import { unelided } from '../../catalog/spellings.ts'
import type { Vocabulary } from '../vocabulary.ts'
import type { PhraseWords } from '../word-lists.ts'
import { withoutEdges } from './edges.ts'
import { adjectiveAt } from './levels.ts'
import { anyOf, compiledOnce } from './word-pattern.ts'

export interface PhraseReading {
  /** Folded. */
  readonly name: string
  /** The level of which every unit is meant: "all counties of X" is X. Null if the named place itself is meant. */
  readonly every: LevelWord | null
  /** Whether "all" or "every" is written; otherwise a list may follow. */
  readonly isEvery: boolean
  /** The level that it must have; null if the phrase gives none. */
  readonly level: LevelWord | null
  /** Folded names of the containing places. */
  readonly context: readonly string[]
}

/** The ways to read a phrase, the most literal first. */
export type PhraseReader = (text: string) => readonly PhraseReading[]

export const createPhraseReader =
  (vocabulary: Vocabulary): PhraseReader =>
  (text) => {
    const { outside, inBrackets } = brackets(text)
    const [owner, owned] = possessive(outside, vocabulary)
    const remark = withoutEdgesButCode(foldName(inBrackets), vocabulary)
    const isCode = /^[A-Z]{2,3}$/u.test(inBrackets.trim())
    const remarks = remark === '' ? [NOTHING] : isCode ? [inContext(remark)] : remarksOf(remark, vocabulary)
    const whole = foldName(outside)
    const plain = foldName(unelided(outside, vocabulary))
    const bare = withoutEdges(plain, vocabulary)
    const edge = wordsOf(plain).slice(0, wordsOf(plain).length - wordsOf(bare).length)
    const isEvery = edge.some(
      (word) => vocabulary.every.includes(word) || vocabulary.phraseWords.following_levels.includes(word),
    )
    const readings = remarks.flatMap((inherited) => [
      // "La Massana" begins with what is an article elsewhere.
      ...(whole === bare ? [] : namedReadings(whole, inherited)),
      ...namedReadings(bare, inherited),
      ...insideReadings(bare, inherited, vocabulary),
      ...levelReadings(
        bare,
        inherited,
        vocabulary,
        isEvery,
        isEvery && vocabulary.every.includes(edge.at(-1) ?? ''),
      ),
      // "La Salle Parish in Louisiana".
      ...(plain === bare
        ? []
        : [...levelReadings(plain, inherited, vocabulary), ...insideReadings(plain, inherited, vocabulary)]),
      ...adjectiveReadings(bare, inherited, vocabulary),
      ...(owner === '' ? [] : namedIn(owned, foldName(owner), inherited, vocabulary)),
    ])
    // "ČR" is not the code CR.
    const letters = new Set(
      text
        .toLowerCase()
        .replaceAll('.', '')
        .split(/[^\p{L}\p{M}\p{N}]+/u),
    )
    return readings.filter(
      ({ name, context }) =>
        name !== '' && [name, ...context].every((each) => !CODE.test(each) || letters.has(each)),
    )
  }

const CODE = /^[a-z]{2}$/

type Inherited = Pick<PhraseReading, 'context'> & { readonly level: LevelWord | null }

const NOTHING: Inherited = { context: [], level: null }

const brackets = (text: string): { readonly outside: string; readonly inBrackets: string } => {
  const match = /\(([^()]*)\)?/.exec(text)
  return match === null
    ? { outside: text, inBrackets: '' }
    : { outside: text.replace(match[0], ' '), inBrackets: match[1] }
}

/** "Ohio's Franklin County". */
const possessive = (
  text: string,
  { phraseWords }: Pick<Vocabulary, 'phraseWords'>,
): readonly [owner: string, owned: string] => {
  const match = phrasePatterns(phraseWords).possessive.exec(text)
  return match === null ? ['', ''] : [match[1], match[2]]
}

/** "(IL)" and "in DE" are codes, even if an article looks the same. */
const withoutEdgesButCode = (folded: string, vocabulary: Vocabulary): string =>
  folded.length === 2 ? folded : withoutEdges(folded, vocabulary)

/** "(the country)", "(Canada)", "(the U.S. state)". */
const remarksOf = (remark: string, vocabulary: Vocabulary): readonly Inherited[] => {
  const [found] = levelsIn(remark, vocabulary)
  if (found === undefined) return [inContext(remark)]
  const context = withoutEdges(`${found.before} ${found.after}`.trim(), vocabulary)
  return context === ''
    ? [{ context: [], level: found.level }]
    : // "(the Swiss Confederation)" names a place, "(the U.S. state)" does not.
      [inContext(remark), { context: [context], level: found.level }]
}

const inContext = (remark: string): Inherited => ({ context: [remark], level: null })

const namedReadings = (name: string, { context, level }: Inherited): readonly PhraseReading[] => {
  const reading = { name, every: null, isEvery: false, level, context }
  return level === null
    ? [reading]
    : [...inFull(name, level).map((full) => ({ ...reading, name: full })), reading]
}

const namedIn = (
  text: string,
  outer: string,
  inherited: Inherited,
  vocabulary: Vocabulary,
): readonly PhraseReading[] => {
  const bare = withoutEdges(foldName(text), vocabulary)
  const within = { ...inherited, context: [outer, ...inherited.context] }
  return [...namedReadings(bare, within), ...levelReadings(bare, within, vocabulary)]
}

/** "county of Franklin" is "Franklin County" on maps, "le canton de Mersch" is "Canton Mersch". */
export const inFull = (name: string, { inNames }: LevelWord): readonly string[] =>
  name === '' ? [] : [`${inNames} ${name}`, `${name} ${inNames}`]

/** "Canton Remich", "Hennepin County", "the Swiss canton of Bern", "all counties of Minnesota", "all Swiss cantons". */
const levelReadings = (
  bare: string,
  inherited: Inherited,
  vocabulary: Vocabulary,
  isEvery = false,
  /** "Every county", and not "all of the State". */
  isEach = false,
): readonly PhraseReading[] => {
  const readings: PhraseReading[] = []
  const wholes: PhraseReading[] = []
  for (const { level, before, after } of levelsIn(bare, vocabulary)) {
    const within = { ...inherited, level: inherited.level ?? level }
    const outer = withoutEdges(before, vocabulary)
    const inner = withoutEdges(after, vocabulary)
    const adjective = adjectiveAt(inner, vocabulary)
    if (outer === '') {
      // "The autonomous community of La Rioja".
      const names = [...new Set([withoutJointWords(after, vocabulary), inner])]
      readings.push(
        ...names.flatMap((name) => namedReadings(name, within)),
        ...insideReadings(inner, within, vocabulary),
      )
      if (adjective !== null) readings.push(...namedIn(adjective.rest, adjective.word, within, vocabulary))
    } else if (inner === '') {
      // "La Crosse Counties".
      readings.push(...[...new Set([before, outer])].flatMap((name) => namedReadings(name, within)))
    } else if (!phrasePatterns(vocabulary.phraseWords).liesIn.test(after))
      readings.push(...namedReadings(inner, { ...within, context: [outer, ...within.context] }))
    if (((level.many && (isEvery || !level.mayBeOne)) || isEach) && (outer === '' || inner === ''))
      wholes.push({
        name: inner === '' ? outer : withoutJoint(inner, vocabulary),
        every: level,
        isEvery,
        level: null,
        context: inherited.context,
      })
  }
  // "All counties of Texas" are those of the state, not of a Texas County; so are "the counties of Texas" if no list follows.
  return [...wholes, ...readings]
}

const phrasePatterns = compiledOnce((words: PhraseWords) => ({
  possessive: new RegExp(`^(.+?)${anyOf(words.possessive_endings)}\\s+(.+)$`, 'u'),
  /** "Lander County in Nevada" is no county of the name Nevada. */
  liesIn: new RegExp(`^${anyOf(words.within)}\\s`, 'u'),
}))

/** Removes "of" before a name that begins with an article: "of La Rioja", "de Los Ríos". */
const withoutJointWords = (folded: string, { inside }: Vocabulary): string => {
  const [first, ...rest] = wordsOf(folded)
  return rest.length > 0 && inside.includes(first) ? rest.join(' ') : folded
}

/** "In the canton of Remich". */
const withoutJoint = (folded: string, vocabulary: Vocabulary): string => {
  const joint = vocabulary.inside.find((each) => folded.startsWith(`${each} `))
  return joint === undefined ? folded : withoutEdges(folded.slice(joint.length + 1), vocabulary)
}

/** "Belgian Limburg"; "français du Nord" is what is left of a level. */
const adjectiveReadings = (
  bare: string,
  inherited: Inherited,
  vocabulary: Vocabulary,
): readonly PhraseReading[] => {
  const adjective = adjectiveAt(bare, vocabulary)
  return adjective === null ||
    adjective.rest === '' ||
    withoutEdges(adjective.rest, vocabulary) !== adjective.rest
    ? []
    : namedIn(adjective.rest, adjective.word, inherited, vocabulary)
}

/** "Springfield in Illinois". */
const insideReadings = (
  bare: string,
  inherited: Inherited,
  vocabulary: Vocabulary,
): readonly PhraseReading[] => {
  const { context, level } = inherited
  return vocabulary.inside.flatMap((joint) => {
    const middle = ` ${joint} `
    const at = bare.indexOf(middle)
    if (at <= 0) return []
    const outer = withoutEdgesButCode(bare.slice(at + middle.length), vocabulary)
    return outer === '' ? [] : namedReadings(bare.slice(0, at), { level, context: [outer, ...context] })
  })
}
