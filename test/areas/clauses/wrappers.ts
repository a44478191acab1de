/** The words of contracts and forms around an area, unrelated sentences, and capitals. */
import type { Body, Capitals, GeneratedClause } from './clause.ts'
import { isMultiLine } from './lists.ts'
import { asSentence, mapTexts, type Phrase, say, TERRITORY_END, textOf } from './phrase.ts'
import type { Random } from './random.ts'
import type { Tongue } from './tables/languages.ts'

interface Wrapper {
  readonly name: string
  readonly before: string
  readonly after?: string
  /** A new sentence follows, so that it may be a fragment of its own. */
  readonly isHeading?: boolean
}

const WRAPPERS: readonly Wrapper[] = [
  { name: 'the-territory-means', before: 'The Territory means ', after: '.' },
  { name: 'geographical-area', before: '"Territory" shall mean the geographical area of ', after: '.' },
  { name: 'quoted-territory', before: '“Territory” means ', after: '.' },
  { name: 'sell-only-in', before: 'Licensee may sell the Products only in ', after: '.' },
  { name: 'exclusive-rights', before: 'Exclusive rights for ', after: '.' },
  { name: 'delivery-area', before: 'Delivery area: ', isHeading: true },
  { name: 'capital-heading', before: 'TERRITORY: ', isHeading: true },
  { name: 'titled-sentence', before: 'Territory. ', after: '.', isHeading: true },
  { name: 'numbered-title', before: '2.1 Territory. ', after: '.', isHeading: true },
  { name: 'consists-of', before: 'The Territory consists of ', after: '.' },
  { name: 'comprises', before: 'The Territory shall comprise ', after: '.' },
  {
    name: 'for-purposes',
    before: 'For the purposes of this Agreement, the term "Territory" means ',
    after: '.',
  },
  { name: 'represents-in', before: 'The Agent shall represent the Principal in ', after: '.' },
  { name: 'deliver-to', before: 'We deliver to ', after: '.' },
  { name: 'coverage', before: 'Coverage: ', isHeading: true },
  { name: 'operate-within', before: 'Franchisee may operate within ', after: '.' },
  { name: 'franchise-covers', before: 'This franchise covers ', after: '.' },
  { name: 'refers-to', before: 'The "Territory" as used herein refers to ', after: '.' },
  {
    name: 'grant',
    before: 'Supplier grants Distributor the exclusive right to sell the Products in ',
    after: ' (the "Territory").',
  },
  {
    name: 'hereinafter',
    before: 'This licence is granted for ',
    after: ' (hereinafter referred to as the "Territory").',
  },
  { name: 'sales-territory', before: 'Sales territory: ', after: '.', isHeading: true },
  { name: 'shall-be', before: 'The sales territory of the Distributor shall be ', after: '.' },
  { name: 'available-in', before: 'This offer is available in ', after: '.' },
]

const PLAIN: Wrapper = { name: 'plain', before: '', isHeading: true }

const BYSTANDERS = [
  'Licensee shall pay royalties quarterly.',
  'Payment is due within thirty days of the invoice.',
  'This Agreement may be terminated by either party on ninety days written notice.',
]

/** A clause on the governing law comes last in a contract. */
const LAST_BYSTANDERS = [
  'This Agreement is governed by the laws of the State of Delaware.',
  'This Agreement shall be governed by and construed in accordance with the laws of the State of New York.',
  'This Agreement is governed by German law.',
  'Governing law: England and Wales.',
]

export const wrapped = (random: Random, body: Body): GeneratedClause => {
  const fitting = WRAPPERS.filter(({ after = '', isHeading = false }) =>
    body.needsHeading === true ? isHeading : !isMultiLine(body.list) || !after.startsWith(' '),
  )
  const wrapper = random.chance(0.15) ? PLAIN : random.pick(fitting)
  const sentences = body.sentences ?? []
  const bystander = random.weighted<GeneratedClause['traits']['bystander']>([
    [10, 'none'],
    [1, 'before'],
    [2, 'after'],
  ])
  const capitals: Capitals = canBeUpper(body)
    ? random.weighted([
        [6, 'as-is'],
        [1, 'upper'],
        [1, 'lower-wrapper'],
      ])
    : 'as-is'
  const lower = (text: string): string => (capitals === 'lower-wrapper' ? text.toLowerCase() : text)
  const isFollowed = sentences.length > 0 || bystander === 'after'
  const isSentence = wrapper.isHeading === true && capitals !== 'lower-wrapper' && random.chance(0.6)
  const written = isSentence ? asSentence(body.phrase) : body.phrase
  const area = say`${lower(opening(wrapper, body, textOf(body.phrase)))}${written}${lower(closing(wrapper, isFollowed))}`
  const gap = isMultiLine(body.list) ? '\n' : random.pick([' ', ' ', '\n'])
  const territory = sentences.reduce((sofar, sentence) => say`${sofar}${gap}${asSentence(sentence)}`, area)
  const pieces = say`${bystander === 'before' ? `${random.pick(BYSTANDERS)}${gap}` : ''}${territory}${TERRITORY_END}${
    bystander === 'after' ? `${gap}${random.pick([...BYSTANDERS, ...LAST_BYSTANDERS])}` : ''
  }`
  return finished(body, capitals === 'upper' ? mapTexts(pieces, (text) => text.toUpperCase()) : pieces, {
    wrapper: wrapper.name,
    list: body.list,
    capitals,
    language: 'en',
    bystander,
  })
}

export const wrappedInLanguage = (random: Random, body: Body, tongue: Tongue): GeneratedClause => {
  const wrapper = random.pick(tongue.wrappers)
  const [before, after] = wrapper.split('{}')
  const hasBystander = after !== '' && random.chance(0.25)
  const pieces = say`${before}${body.phrase}${after}${hasBystander ? ` ${random.pick(tongue.bystanders)}` : ''}`
  return finished(body, pieces, {
    wrapper: before === '' ? 'plain' : `${tongue.language}: ${before.trim()}`,
    list: body.list,
    capitals: 'as-is',
    language: tongue.language,
    bystander: hasBystander ? 'after' : 'none',
  })
}

const finished = (
  { expected, shape, country, limited }: Body,
  pieces: Phrase,
  traits: GeneratedClause['traits'],
): GeneratedClause => ({
  text: textOf(pieces),
  expected,
  shape,
  traits,
  pieces,
  ...(country === undefined ? {} : { country }),
  ...(limited === undefined ? {} : { limited }),
})

/** In a text in capitals, codes of states are also words: "IN", "OR". */
const canBeUpper = ({ phrase, shape }: Body): boolean =>
  !shape.includes('codes') && !/\([A-Z]{2}\)/.test(textOf(phrase))

/** A list of lines begins on a new line, unless the body ends its first line with a colon itself. */
const opening = ({ before }: Wrapper, { list }: Body, text: string): string => {
  if (before === '' || !isMultiLine(list) || text.includes(':\n')) return before
  return `${before.trim().replace(/[.:]$/, '')}:\n`
}

const closing = ({ after = '' }: Wrapper, isFollowed: boolean): string =>
  after === '' && isFollowed ? '.' : after
