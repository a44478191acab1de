/** Every item after "the following states:" is a state. */
import { foldName } from '../../catalog/fold.ts'
import { type LevelWord, levelRank, levelsIn } from '../../catalog/level-words.ts'
import type { Unmapped } from '../plan.ts'
import { announcesList } from '../text/listed.ts'
import { anyOf, compiledOnce } from '../text/word-pattern.ts'
import type { PhraseWords } from '../word-lists.ts'
import { breach, type PlanRule } from './breach.ts'

export const announcedLevel: PlanRule = (subject) => {
  const { vocabulary, clauses } = subject
  const breaches: Unmapped[] = []
  let announced: readonly LevelWord[] = []
  for (const [at, { phrases, listedBy, isGoingOn, role }] of clauses.entries()) {
    if (listedBy === 'nothing' && !isGoingOn) announced = []
    const off = subject.parts.filter(
      ({ text, boundary, role: partRole }) =>
        announced.length > 0 &&
        listedBy === 'colon' &&
        partRole === role &&
        announced.every((level) => levelRank(level, boundary) === null) &&
        !levelsIn(foldName(text), vocabulary).some((level) => level.before === '' || level.after === '') &&
        phrases.some((_, index) => subject.quotes(text, phrases, index)),
    )
    for (const { text, boundary } of off)
      breaches.push(
        breach(
          text,
          `The list announces ${announced[0]?.word}, and ${boundary.name} is not one of them.`,
          boundary,
        ),
      )
    const last = phrases.at(-1)?.text ?? ''
    if (clauses[at + 1]?.listedBy === 'colon' && announcesList(last, vocabulary))
      announced = levelsIn(foldName(last), vocabulary)
        .filter(({ level, before }) => level.many && listLevel(vocabulary.phraseWords).test(before))
        .map(({ level }) => level)
  }
  return breaches
}

const listLevel = compiledOnce(
  ({ list_levels }: PhraseWords) => new RegExp(`(?:^|\\s)${anyOf(list_levels)}$`, 'u'),
)
