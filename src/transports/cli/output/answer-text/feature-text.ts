/** Describes a polygon in sentences: what it is, its size, its detail, and how to save it. */
import { areaText } from '../../../../domain/area/summary.ts'
import { counted } from '../../../../util/count-with-noun.ts'
import { listed } from '../../../../util/join-words.ts'
import { claims } from './disputes-text.ts'
import { explanationLines } from './explanation-text.ts'
import { fieldBlocks, listBlock } from './fields.ts'
import { type AnswerRow, isRow, numberIn, numbersIn, rowIn, rowsIn, textIn } from './read-members.ts'
import { type AnswerText, noteSentences, shownTime, type TextContext } from './sentences.ts'

export const isFeature = (answer: AnswerRow): boolean => answer.type === 'Feature' && isRow(answer.properties)

export const featureText: AnswerText = (answer, context) => {
  const properties = rowIn(answer, 'properties')
  return [
    [...identityLines(properties), ...size(properties)],
    [...drawing(answer, properties), savedOr(answer, properties, context)],
    [...claims(properties), ...noteSentences(properties)],
    explanationLines(properties),
    source(properties),
    ...listsOf(properties).map(([list, rows]) => listBlock(list, rows, true, context)),
    ...fieldBlocks({ attribution: properties.attribution }, context),
  ]
}

/** Lists of a Feature that are shown as tables. */
const LISTS = ['include', 'exclude', 'parts', 'children', 'alternatives']

const listsOf = (properties: AnswerRow): readonly (readonly [string, readonly AnswerRow[]])[] =>
  LISTS.map((list) => [list, rowsIn(properties, list)] as const).filter(([, rows]) => rows.length > 0)

/** An area has a summary, a boundary a name, a union the boundaries that it is made of. */
const identityLines = (properties: AnswerRow): readonly (string | null)[] => {
  const name = textIn(properties, 'name')
  if (name !== null) return boundary(properties, name)
  const summary = textIn(properties, 'summary')
  return [summary ?? unionLine(properties)]
}

const boundary = (properties: AnswerRow, name: string): readonly (string | null)[] => {
  const kind = textIn(properties, 'kind')?.replaceAll('_', ' ') ?? 'boundary'
  const level = numberIn(properties, 'admin_level')
  const parents = rowsIn(properties, 'parents').flatMap((parent) => textIn(parent, 'name') ?? [])
  const within = parents.length === 0 ? '' : ` in ${parents.toReversed().join(', ')}`
  const codes = [
    ['id', 'id'],
    ['iso', 'ISO 3166'],
    ['wikidata', 'Wikidata'],
  ].flatMap(([member, label]) => {
    const code = textIn(properties, member)
    return code === null ? [] : `${label} ${code}`
  })
  const languages = Object.keys(rowIn(properties, 'names')).length
  return [
    `${name} is a ${kind}${within}${level === null ? '' : `, at administrative level ${level}`}.`,
    codes.length === 0 ? null : `Codes: ${codes.join(', ')}.`,
    languages === 0 ? null : `It has names in ${counted(languages, 'language')}; --language chooses one.`,
  ]
}

const unionLine = (properties: AnswerRow): string => {
  const names = (list: string) =>
    listed(rowsIn(properties, list).flatMap((each) => textIn(each, 'name') ?? textIn(each, 'id') ?? []))
  const [included, excluded] = [names('include'), names('exclude')]
  return `${included === '' ? 'An area' : included}${excluded === '' ? '' : `, without ${excluded}`}.`
}

const size = (properties: AnswerRow): readonly (string | null)[] => {
  const area = numberIn(properties, 'area_km2')
  const people = numberIn(properties, 'population')
  const counting = properties.population_source === 'towns' ? ', summed from its towns' : ''
  // The summary of an area ends with its size.
  const covers =
    area === null || textIn(properties, 'summary') !== null ? null : `It covers ${areaText(area)} km²`
  if (people === null) return [covers === null ? null : `${covers}.`]
  return [
    `${covers ?? 'It'}${covers === null ? '' : ' and'} has ${people.toLocaleString('en')} inhabitants${counting}.`,
  ]
}

const drawing = (answer: AnswerRow, properties: AnswerRow): readonly (string | null)[] => {
  const vertices = numberIn(properties, 'vertices')
  const detail = textIn(properties, 'detail')
  const shape = [
    ...geometryFacts(answer.geometry),
    ...(vertices === null ? [] : [counted(vertices, 'vertex', 'vertices')]),
  ]
  const [west, south, east, north] = numbersIn(answer, 'bbox')
  const [lon, lat] = numbersIn(properties, 'centroid')
  return [
    shape.length === 0
      ? null
      : `Drawn${detail === null ? '' : ` at ${detail} detail`} with ${listed(shape)}.`,
    north === undefined ? null : `Box: west ${west}, south ${south}, east ${east}, north ${north}.`,
    lat === undefined ? null : `Centre: latitude ${lat}, longitude ${lon}.`,
  ]
}

const geometryFacts = (geometry: unknown): readonly string[] => {
  if (!isRow(geometry) || !Array.isArray(geometry.coordinates)) return []
  const polygons: readonly unknown[] =
    geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
  const rings = polygons.reduce<number>(
    (sum, polygon) => sum + (Array.isArray(polygon) ? polygon.length : 0),
    0,
  )
  const holes = rings - polygons.length
  return [counted(polygons.length, 'polygon'), ...(holes > 0 ? [counted(holes, 'hole')] : [])]
}

const savedOr = (answer: AnswerRow, properties: AnswerRow, { writtenTo }: TextContext): string | null => {
  if (writtenTo !== null) return null
  const save = `To save the polygon, add --output ${suggestedFileName(properties)}.geojson.`
  const url = textIn(answer, 'download_url')
  if (answer.geometry !== null || url === null) return save
  const until = textIn(answer, 'download_expires_at')
  return `The polygon is too large to show here. ${save} It is also at ${url}${until === null ? '' : ` until ${shownTime(until)}`}`
}

const MAX_FILE_LETTERS = 40

/** A plain name for a file: `letzebuerg`. */
const suggestedFileName = (properties: AnswerRow): string => {
  const plain = (text: string) =>
    text
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, MAX_FILE_LETTERS)
      .replace(/^-|-$/g, '')
  const names = [
    textIn(properties, 'name'),
    textIn(rowIn(properties, 'names'), 'en'),
    textIn(properties, 'id'),
  ]
  return names.map((name) => plain(name ?? '')).find((name) => name.length > 1) ?? 'area'
}

const source = (properties: AnswerRow): readonly (string | null)[] => {
  const { url, stale } = rowIn(properties, 'source')
  const date = textIn(rowIn(properties, 'source'), 'timestamp')
  if (typeof url !== 'string') return []
  return [
    `Source: ${url}${date === null ? '' : `, as of ${shownTime(date)}`}`,
    stale === true
      ? 'This boundary may be out of date: a newer version is being fetched or could not be used.'
      : null,
  ]
}
