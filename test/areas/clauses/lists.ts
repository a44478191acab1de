/** The ways in which clauses write a list. */
import type { ListForm } from './clause.ts'
import { joined, type Phrase, say } from './phrase.ts'
import type { Random } from './random.ts'

const IN_LINE: readonly (readonly [number, ListForm])[] = [
  [5, 'and'],
  [5, 'oxford'],
  [2, 'commas'],
  [2, 'ampersand'],
  [1, 'as-well-as'],
  [1, 'together-with'],
  [1, 'plus'],
]

const SEPARATED: readonly (readonly [number, ListForm])[] = [
  [3, 'semicolons'],
  [2, 'lettered'],
  [2, 'bullets'],
  [2, 'numbered'],
  [1, 'lines'],
]

/** Forms within one running sentence, as after "the States of". */
export const pickInLine = (random: Random, count: number): ListForm =>
  count === 1 ? 'one' : random.weighted(IN_LINE)

export const pickForm = (random: Random, count: number): ListForm =>
  count === 1 ? 'one' : random.weighted([...IN_LINE, ...SEPARATED])

/** Forms for items with commas or exceptions of their own. */
export const pickSeparated = (random: Random, count: number): ListForm =>
  count === 1 ? 'one' : random.weighted(SEPARATED)

/** Forms that cannot be read as the end of an exception, as "plus" can: "except A plus B". */
export const pickTight = (random: Random, count: number): ListForm =>
  count === 1 ? 'one' : random.weighted(IN_LINE.slice(0, 4))

/** Forms that a level word can follow: "A, B and C counties". */
export const pickShort = (random: Random, count: number): ListForm =>
  count === 1 ? 'one' : random.weighted(IN_LINE.slice(0, 2))

export const isMultiLine = (form: ListForm): boolean =>
  form === 'bullets' || form === 'numbered' || form === 'lines'

export const writeList = (random: Random, items: readonly Phrase[], form: ListForm): Phrase => {
  switch (form) {
    case 'one':
    case 'and':
      return joined(items, ', ', ' and ')
    case 'oxford':
      return joined(items, ', ', items.length > 2 ? ', and ' : ' and ')
    case 'commas':
      return joined(items, ', ', ', ')
    case 'ampersand':
      return joined(items, ', ', ' & ')
    case 'as-well-as':
      return joined(items, ', ', random.pick([' as well as ', ', as well as ']))
    case 'together-with':
      return joined(items, ', ', random.pick([' together with ', ', together with ']))
    case 'plus':
      return joined(items, random.pick([', ', ' plus ']), ' plus ')
    case 'semicolons':
      return joined(items, '; ', random.pick(['; ', '; and ']))
    case 'lettered':
      return joined(
        items.map((item, at) => say`(${String.fromCharCode(97 + at)}) ${item}`),
        '; ',
        random.pick(['; ', '; and ']),
      )
    case 'bullets': {
      const bullet = random.pick(['- ', '• ', '* '])
      const lineEnd = random.pick(['', ';', ','])
      return joined(
        items.map((item) => say`${bullet}${item}`),
        `${lineEnd}\n`,
        `${lineEnd}\n`,
      )
    }
    case 'numbered':
      return joined(
        items.map((item, at) => say`${String(at + 1)}. ${item}`),
        '\n',
        '\n',
      )
    case 'lines':
      return joined(items, '\n', '\n')
  }
}
