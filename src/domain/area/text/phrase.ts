/** What one phrase may say: a name, a level that it must be of, and what it lies in. */
import type { Kind } from '../../boundary/kind.ts'
import { foldName, wordsOf } from '../../catalog/fold.ts'
import type { LevelWord, Vocabulary } from '../vocabulary.ts'

export interface PhraseReading {
  /** Folded. */
  readonly name: string
  /** What the level word asks for, the likeliest first; null when there is none. */
  readonly kinds: readonly Kind[] | null
  /** "all counties of X", "the cantons of X": every one of several, or X itself. */
  readonly many: boolean
  /** Folded names of what it lies in. */
  readonly context: readonly string[]
}

/** The ways to read a phrase, the most literal first. */
export type PhraseReader = (text: string) => readonly PhraseReading[]

export const createPhraseReader =
  (vocabulary: Vocabulary): PhraseReader =>
  (text) => {
    const { outside, inBrackets } = brackets(text)
    const whole = foldName(outside)
    const bare = withoutFillers(foldName(unelided(outside)), vocabulary)
    if (bare === '') return []
    const remark = inBrackets === '' ? null : withoutFillers(foldName(inBrackets), vocabulary)
    const level = remark === null ? null : levelNamed(remark, vocabulary)
    const inherited: Pick<PhraseReading, 'kinds' | 'context'> = {
      kinds: level?.kinds ?? null,
      context: remark === null || level !== null ? [] : [remark],
    }
    const readings = [
      // "La Massana" begins with what is an article elsewhere.
      ...(whole === bare ? [] : [{ name: whole, many: false, ...inherited }]),
      { name: bare, many: false, ...inherited },
      ...levelReadings(bare, inherited, vocabulary),
      ...insideReadings(bare, inherited, vocabulary),
    ]
    return readings.filter(({ name }) => name !== '')
  }

/** "d'Encamp", "l'Aquila". */
const unelided = (text: string): string => text.replace(/(?<=^|\s)(d|l|dell|all|nell)['’](?=\p{L})/giu, '$1 ')

const brackets = (text: string): { readonly outside: string; readonly inBrackets: string } => {
  const match = /\(([^()]*)\)?/.exec(text)
  return match === null
    ? { outside: text, inBrackets: '' }
    : { outside: text.replace(match[0], ' '), inBrackets: match[1] }
}

/** Articles and "all of" before a name; "of" left after a level was cut off. */
const withoutFillers = (folded: string, { fillers, trailing }: Vocabulary): string => {
  let rest = folded
  for (const word of trailing) if (rest.endsWith(` ${word}`)) rest = rest.slice(0, -word.length - 1)
  for (;;) {
    const filler = fillers.find((each) => rest === each || rest.startsWith(`${each} `))
    if (filler === undefined) return rest
    rest = rest.slice(filler.length + 1)
  }
}

const levelNamed = (folded: string, { levels }: Vocabulary): LevelWord | null =>
  levels.find(({ word }) => word === folded) ?? null

type Inherited = Pick<PhraseReading, 'kinds' | 'context'>

/** "Canton Remich", "the commune of Mamer", "Hennepin County", "all counties of Minnesota". */
const levelReadings = (
  bare: string,
  { kinds, context }: Inherited,
  vocabulary: Vocabulary,
): readonly PhraseReading[] =>
  vocabulary.levels.flatMap((level) => {
    const name = besideLevel(bare, level.word)
    if (name === null) return []
    const inner = withoutFillers(name, vocabulary)
    if (inner === '' || inner === bare) return []
    const reading = { many: level.many, kinds: kinds ?? level.kinds, context }
    return [
      ...inFull(inner, level).map((each) => ({ name: each, ...reading })),
      { name: inner, ...reading },
      ...genitives(inner).map((each) => ({ name: each, ...reading })),
      ...insideReadings(inner, { kinds: reading.kinds, context }, vocabulary),
    ]
  })

/** "county of Franklin" is "Franklin County" on maps, "le canton de Mersch" is "Canton Mersch". */
export const inFull = (name: string, { inNames }: LevelWord): readonly string[] => [
  `${inNames} ${name}`,
  `${name} ${inNames}`,
]

const besideLevel = (bare: string, word: string): string | null => {
  if (bare.startsWith(`${word} `)) return bare.slice(word.length + 1)
  return bare.endsWith(` ${word}`) ? bare.slice(0, -word.length - 1) : null
}

/** German: "des Oberlandes", "Bayerns". */
export const genitives = (name: string): readonly string[] =>
  [/es$/, /s$/].filter((ending) => ending.test(name)).map((ending) => name.replace(ending, ''))

/** "Springfield in Illinois". */
const insideReadings = (
  bare: string,
  { kinds, context }: Inherited,
  vocabulary: Vocabulary,
): readonly PhraseReading[] => {
  const words = wordsOf(bare)
  return vocabulary.inside.flatMap((joint) => {
    const middle = ` ${joint} `
    const at = ` ${bare} `.indexOf(middle)
    if (at <= 0 || words.length < 3) return []
    const name = bare.slice(0, at - 1)
    const outer = withoutFillers(bare.slice(at - 1 + middle.length), vocabulary)
    return outer === '' ? [] : [{ name, many: false, kinds, context: [outer, ...context] }]
  })
}

/**
 * What "all communes of the canton of Remich" is every part of; null when the phrase is something else. Empty when it says
 * "all communes" and not of what.
 */
export const wholeOf = (text: string, vocabulary: Vocabulary): string | null => {
  const folded = foldName(unelided(text))
  const isEvery = vocabulary.every.includes(wordsOf(folded)[0])
  const bare = withoutFillers(folded, vocabulary)
  const level = vocabulary.levels.find(
    ({ word, many }) => (many || isEvery) && (bare === word || bare.startsWith(`${word} `)),
  )
  if (level === undefined) return null
  const rest = bare.slice(level.word.length + 1)
  const joint = vocabulary.inside.find((each) => rest.startsWith(`${each} `))
  return withoutFillers(joint === undefined ? rest : rest.slice(joint.length + 1), vocabulary)
}

/** The level of several that a phrase begins or ends with: "Ramsey counties", "the cantons of Geneva". */
export const levelOfSeveral = (
  text: string,
  vocabulary: Vocabulary,
): { readonly level: LevelWord; readonly isAtEnd: boolean } | null => {
  const bare = withoutFillers(foldName(text), vocabulary)
  const level = vocabulary.levels.find(({ word, many }) => many && besideLevel(bare, word) !== null)
  return level === undefined ? null : { level, isAtEnd: bare.endsWith(` ${level.word}`) }
}
