/** Writes answers about several boundaries or points as sentences and tables. */
import { counted } from '../../../../util/count-with-noun.ts'
import { claims } from './disputes-text.ts'
import { fieldBlocks } from './fields.ts'
import { type AnswerRow, numberIn, numbersIn, rowsIn, textIn, without } from './read-members.ts'
import { type AnswerText, nextPageSentence, noteSentences, timeIn, widthOf } from './sentences.ts'
import { renderTable, tableColumns } from './table.ts'

/** Rows of points before the rest is only counted, as in the first sentence. */
const MAX_POINTS = 50

export const BOUNDARIES_TEXTS: Readonly<Record<string, AnswerText>> = {
  search_boundaries: (answer, context) =>
    rowsIn(answer, 'candidates').length > 0
      ? [[textIn(answer, 'hint')], ...fieldBlocks(without(answer, ['hint']), context)]
      : [['No boundary was found.', textIn(answer, 'hint')]],
  reverse_boundaries: (answer, context) => {
    const [lon, lat] = numbersIn(answer, 'point')
    const boundaries = rowsIn(answer, 'boundaries')
    const isNone = boundaries.length === 0
    const contain = isNone
      ? 'No boundary contains'
      : counted(boundaries.length, 'boundary contains', 'boundaries contain')
    const rest = without(answer, ['point', 'disputed', 'condominiums', ...(isNone ? ['boundaries'] : [])])
    return [
      [`${contain} the point at latitude ${lat}, longitude ${lon}.`],
      claims(answer),
      ...fieldBlocks(rest, context),
    ]
  },
  list_children: (answer, context) => {
    const count = rowsIn(answer, 'children').length
    const level = numberIn(answer, 'admin_level')
    const parent = textIn(context.input, 'id') ?? 'the boundary'
    const where = level === null ? '' : `, at administrative level ${level}`
    const isPage = textIn(answer, 'next_cursor') !== null || textIn(context.input, 'cursor') !== null
    const says = isPage
      ? `${counted(count, 'subdivision')} of ${parent} on this page${where}.`
      : `${parent} has ${count === 0 ? 'no subdivisions here' : counted(count, 'subdivision')}${where}.`
    const rest = without(answer, [
      'admin_level',
      'notes',
      'next_cursor',
      ...(count === 0 ? ['children'] : []),
    ])
    return [[says, ...noteSentences(answer)], ...fieldBlocks(rest, context), [nextPageSentence(answer)]]
  },
  contains_points: (answer, context) => {
    const inside = Array.isArray(answer.inside) ? answer.inside : []
    const count = numberIn(answer, 'inside_count') ?? 0
    const points = Array.isArray(context.input.points) ? context.input.points : []
    const rows = inside
      .slice(0, MAX_POINTS)
      .map((isInside, at) => [String(at + 1), String(points[at] ?? ''), isInside === true ? 'yes' : 'no'])
    const columns = tableColumns(['POINT', 'LON,LAT', 'INSIDE'], ['POINT'])
    const more = inside.length - rows.length
    return [
      [
        `${count.toLocaleString('en')} of ${counted(inside.length, 'point')} ${count === 1 ? 'is' : 'are'} inside ${textIn(answer, 'id')}.`,
      ],
      renderTable(columns, rows, context.width, context.paint),
      [more > 0 ? `And ${counted(more, 'point')} more; --json lists all.` : null],
      ...fieldBlocks({ attribution: answer.attribution }, context),
    ]
  },
  export_boundary: (answer, { writtenTo, input }) => {
    const url = textIn(answer, 'url')
    const size = `${formatIn(answer)}, ${bytesIn(answer, 'bytes')}`
    if (writtenTo !== null) return [[`${size}${alsoAt(url)}`]]
    const save = `To save it, add --output ${nameFor(String(input.id))}.${textIn(answer, 'format')}.`
    return [[`The file (${size}) is at`, url, save]]
  },
  export_collection: (answer, { writtenTo }) => {
    const boundaries = counted(numberIn(answer, 'boundaries') ?? 0, 'boundary', 'boundaries')
    const url = textIn(answer, 'url')
    if (url === null) {
      const units = counted(numberIn(answer, 'units') ?? 0, 'unit')
      const cost = `The export of ${boundaries} would cost ${units} and make a file (${formatIn(answer)}) of about ${bytesIn(answer, 'estimated_bytes')}.`
      return [[cost, 'To export, leave out --dry-run.', ...noteSentences(answer)]]
    }
    const file = `${boundaries}, ${formatIn(answer)}, ${bytesIn(answer, 'bytes')}`
    const until = `until ${timeIn(answer, 'expires_at')}`
    const where =
      writtenTo === null ? [`The file (${file}) is at`, url, `${until}.`] : [`${file}${alsoAt(url, until)}`]
    return [[...where, ...noteSentences(answer)]]
  },
}

/** The place of a file that is written, too. On this machine it is a folder of the service, of no use to a person. */
const alsoAt = (url: string | null, ...until: readonly string[]): string =>
  url === null || url.startsWith('file:') ? '.' : `; also at ${[url, ...until].join(' ')}`

const formatIn = (answer: AnswerRow): string =>
  `${textIn(answer, 'format')?.toUpperCase()}, ${textIn(answer, 'detail')} detail`

const bytesIn = (answer: AnswerRow, member: string): string => counted(numberIn(answer, member) ?? 0, 'byte')

/** `iso:LI` becomes `li`. */
const nameFor = (id: string): string => {
  const plain = id
    .toLowerCase()
    .replace(/^[a-z]+:/, '')
    .replace(/[^a-z0-9-]+/g, '-')
  return widthOf(plain) > 0 && widthOf(plain) <= 40 ? plain : 'boundary'
}
