/**
 * The guarantee for contracts: a sentence adds land only if it says, without a condition, that the holder of the territory has it.
 * Each form of sentence is changed by a denial, a condition, a time, or another subject, and the land never grows by it.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { listParts } from '../../src/domain/area/plan.ts'
import { casesOf } from '../cases.ts'
import { suiteAreaWorld } from '../support/area-world.ts'

const world = suiteAreaWorld()

/** The codes of what is included, or null for a refusal. */
const included = async (text: string): Promise<readonly (string | null)[] | null> => {
  const planned = await world.planner.plan({ text, country: null, seed: null })
  return planned.ok
    ? listParts(planned.plan)
        .filter(({ role }) => role === 'include')
        .map(({ boundary }) => boundary.iso)
    : null
}

/** Those of the texts that include the unit. */
const adding = async (texts: readonly string[], code: string): Promise<readonly string[]> => {
  const wrong: string[] = []
  for (const text of texts) if ((await included(text))?.includes(code) === true) wrong.push(text)
  return wrong
}

const HOLDERS = ['Licensee', 'The Licensee', 'Distributor', 'The Franchisee', 'The Products', 'We']
const OTHERS = [
  'Nobody',
  'No one',
  'No Products',
  'No distributor',
  'Neither party',
  'Only Licensor',
  'Licensor',
  'The Licensor',
  'Franchisor',
  'The Company',
  'Supplier',
  'The Manufacturer',
  'Acme Ltd.',
  'Acme',
  'Another distributor',
  'Other distributors',
  'Our competitor',
  'A third party',
  'The previous licensee',
  'A former distributor',
  'Licensor alone',
  'A sub-agent of Licensor',
  'Somebody else',
  'Everyone else',
  'The court',
]
const VERBS = [
  'may sell in',
  'may be sold in',
  'sells in',
  'is sold in',
  'applies in',
  'covers',
  'ships to',
  'delivers to',
  'operates in',
  'may market the Products in',
  'has the right to sell in',
  'is appointed for',
]
const LIMITS = [
  (sentence: string) => `If targets are met, ${sentence}`,
  (sentence: string) => `Unless Licensor objects, ${sentence}`,
  (sentence: string) => `Until 2026, ${sentence}`,
  (sentence: string) => `From 2030 on, ${sentence}`,
  (sentence: string) => `After the first year ${sentence}`,
  (sentence: string) => `With Licensor's prior consent ${sentence}`,
  (sentence: string) => `Subject to approval, ${sentence}`,
  (sentence: string) => `Once a permit is granted, ${sentence}`,
  (sentence: string) => `Previously ${sentence}`,
  (sentence: string) => `In no event ${sentence}`,
  (sentence: string) => `Under no circumstances ${sentence}`,
  (sentence: string) => `It is not true that ${sentence}`,
]

const inTheMiddle = (sentence: string): string => sentence[0].toLowerCase() + sentence.slice(1)

/** How many of each list are planned: spread over it, so that every subject, verb and limit occurs. */
const SHARE = casesOf('sentences that add no land') / 3_192

const sampled = (texts: readonly string[]): readonly string[] =>
  texts.filter((_, index) => Math.floor(index * SHARE) !== Math.floor((index + 1) * SHARE))

const ending = (place: string) =>
  sampled(OTHERS.flatMap((subject) => VERBS.map((verb) => `${subject} ${verb} ${place}.`)))
const limited = (place: string) =>
  sampled(
    LIMITS.flatMap((limit) =>
      HOLDERS.flatMap((subject) => VERBS.map((verb) => limit(`${inTheMiddle(subject)} ${verb} ${place}.`))),
    ),
  )

describe('a later sentence', () => {
  test('about somebody else adds no land', async () => {
    const texts = ending('Kentucky').map((sentence) => `The Territory is Ohio. ${sentence}`)
    assert.deepEqual(await adding(texts, 'US-KY'), [])
  })
  test('with a denial, a condition or a time adds no land', async () => {
    const texts = limited('Kentucky').map((sentence) => `The Territory is Ohio. ${sentence}`)
    assert.deepEqual(await adding(texts, 'US-KY'), [])
  })
  test('brings nothing back that the territory leaves out', async () => {
    const texts = [...ending('Bavaria'), ...limited('Bavaria')].map(
      (sentence) => `The Territory is Germany, excluding Bavaria. ${sentence}`,
    )
    assert.deepEqual(await adding(texts, 'DE-BY'), [])
  })
  test('about the holder adds its land', async () => {
    for (const sentence of [
      'Licensee may also sell in Kentucky.',
      'The Products may also be sold in Kentucky.',
      'The Territory also includes Kentucky.',
    ])
      assert.deepEqual(await included(`The Territory is Ohio. ${sentence}`), ['US-OH', 'US-KY'], sentence)
  })
  test('with a label of its own adds no land', async () => {
    for (const label of ['Restricted area', 'No-go zone', 'Excluded territory', 'Prohibited region'])
      assert.equal(
        (await included(`Territory: Ohio. ${label}: Kentucky.`))?.includes('US-KY') ?? false,
        false,
        label,
      )
  })
})

describe('the only sentence', () => {
  test('with a denial, a condition or a time describes no land', async () => {
    assert.deepEqual(await adding(limited('Kentucky'), 'US-KY'), [])
  })
  test('that grants nothing describes no land', async () => {
    const grants = [
      'Licensor grants Licensee no right to sell the Products in Kentucky.',
      'Licensor does not grant Licensee the right to sell the Products in Kentucky.',
      'If targets are met, Licensor grants Licensee the right to sell the Products in Kentucky.',
      'Subject to payment, Licensor grants Licensee the right to sell the Products in Kentucky.',
      'Licensor grants Licensee the right to sell the Products in Kentucky until 2027.',
      'The Territory never means Kentucky.',
      'Nothing here means Kentucky.',
      'We used to deliver to Kentucky',
      'We no longer deliver to Kentucky',
    ]
    assert.deepEqual(await adding(grants, 'US-KY'), [])
  })
})
