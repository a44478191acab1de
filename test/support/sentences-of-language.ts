/** The guarantee for sentences of one language: what each draws, and that a changed one draws nothing. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { listParts } from '../../src/domain/area/plan.ts'
import { suiteAreaWorld } from './area-world.ts'

export interface Sentences {
  /** By sentence: the codes of what it includes, with "−" before those that it leaves out. */
  readonly drawn: Readonly<Record<string, string>>
  /** Sentences that draw one place each, as they stand within others. */
  readonly plain: readonly string[]
  /** With a condition, a time or a doubt before or behind it, such a sentence draws nothing. "…" is where it stands. */
  readonly changes: readonly string[]
  /** Sentences of somebody else, denials, choices and parts of places. */
  readonly refused: readonly string[]
}

export const describeSentences = (language: string, { drawn, plain, changes, refused }: Sentences): void => {
  describe(`sentences in ${language}`, () => {
    const world = suiteAreaWorld()

    const drawnBy = async (text: string): Promise<string | null> => {
      const planned = await world.planner.plan({ text, country: null, seed: null })
      return planned.ok
        ? listParts(planned.plan)
            .map(({ role, boundary: { iso, id } }) => `${role === 'exclude' ? '−' : ''}${iso ?? id}`)
            .join(' ')
        : null
    }

    /** Those of the texts that draw something. */
    const drawing = async (texts: readonly string[]): Promise<readonly string[]> => {
      const found: string[] = []
      for (const text of texts) if ((await drawnBy(text)) !== null) found.push(text)
      return found
    }

    for (const [text, expected] of Object.entries(drawn))
      test(text, async () => {
        assert.equal(await drawnBy(text), expected)
      })

    test('a plain sentence draws its place, and none with a condition, a time or a doubt', async () => {
      const whole = plain.map((sentence) => `${sentence}.`)
      assert.deepEqual(await drawing(whole), whole)
      const changed = plain.flatMap((sentence) => changes.map((change) => changedTo(sentence, change)))
      assert.deepEqual(await drawing(changed), [])
    })

    test('nothing is drawn for somebody else, a denial, a choice or a part', async () => {
      assert.deepEqual(await drawing(refused), [])
    })
  })
}

const changedTo = (sentence: string, change: string): string => {
  const isFirst = change.startsWith('…')
  return `${change.replace('…', isFirst ? sentence : sentence[0].toLowerCase() + sentence.slice(1))}.`
}
