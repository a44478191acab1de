/** A sentence that a form reads means nothing any more, or something else, with a denial, a condition, a time or another subject. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { casesOf } from '../cases.ts'
import { suiteAreaWorld, VOCABULARY } from '../support/area-world.ts'
import { landOf } from './land-of.ts'

const world = suiteAreaWorld()

const lowered = (text: string): string =>
  /^\p{Lu}\p{Lu}/u.test(text) ? text : text[0].toLowerCase() + text.slice(1)

/** In front of a sentence. */
const LIMITS = [
  'If targets are met, ',
  'Unless Licensor objects, ',
  'Subject to approval, ',
  'Until 2030, ',
  'From 1 January 2030, ',
  'After the first year, ',
  'It is not the case that ',
  'Nobody said that ',
  'Licensor denies that ',
  'We no longer say that ',
  'Perhaps ',
  'With the prior consent of Licensor, ',
]

/** English forms whose example says what is in. */
const EXAMPLES = VOCABULARY.forms.forms
  .filter(({ example, in: inside }) => inside !== undefined && /^[\p{ASCII}]+$/u.test(example))
  .map(({ example }) => example)
  .filter((example) => /\b(?:the|is|are|in|to|of|may|and)\b/u.test(example))

test('no limit in front of a sentence leaves its land as it was', async () => {
  const all = EXAMPLES.flatMap((example) =>
    LIMITS.map((limit) => [example, `${limit}${lowered(example)}`] as const),
  )
  const count = casesOf('forms with limits')
  const step = Math.max(1, Math.floor(all.length / count))
  const unchanged: string[] = []
  for (let at = 0; at < all.length; at += step) {
    const [example, limited] = all[at]
    const land = await landOf(world.planner, example)
    if (land !== null && (await landOf(world.planner, limited)) === land) unchanged.push(limited)
  }
  assert.deepEqual(unchanged, [])
})
