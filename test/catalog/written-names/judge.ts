/** Lists of names as people and encyclopedias write them, and the judgement of a search for each. */
import { readFileSync } from 'node:fs'
import type { FoundByName } from '../../../src/domain/catalog/ranking.ts'
import type { SearchQuestion } from '../../../src/domain/catalog/search-question.ts'

export const LISTS = ['written-names', 'countries', 'queries'] as const
export type List = (typeof LISTS)[number]

interface Query {
  readonly text: string
  /** ISO codes or ids that are equally right; `none` where nothing should match. */
  readonly expected: readonly string[]
  /** Accepted kinds of match; empty for any. */
  readonly matches: readonly string[]
  readonly near: SearchQuestion['near']
  readonly group: string
}

export interface Verdict {
  readonly query: Query
  readonly hits: readonly FoundByName[]
  readonly isFirst: boolean
  readonly isAmongFive: boolean
  readonly hasFairMatch: boolean
}

type Search = (question: SearchQuestion) => Promise<readonly FoundByName[]>

export const judge = async (list: List, search: Search): Promise<readonly Verdict[]> => {
  const verdicts: Verdict[] = []
  for (const query of queriesOf(list)) {
    const { text, near, matches } = query
    const hits = await search({ text, countries: [], kind: null, adminLevel: null, near, limit: 5 })
    const isFirst = isRight(query, hits[0])
    verdicts.push({
      query,
      hits,
      isFirst,
      isAmongFive: isFirst || hits.some((hit) => isRight(query, hit)),
      hasFairMatch: matches.length === 0 || hits.length === 0 || matches.includes(hits[0].match),
    })
  }
  return verdicts
}

/** "trang province → TH-92 Trang (TH-92)". */
export const inWords = ({ query, hits: [hit] }: Verdict): string => {
  const got =
    hit === undefined ? 'nothing' : `${hit.record.iso ?? hit.record.id} ${hit.record.name} by ${hit.match}`
  const near = query.near === null ? '' : ` near ${query.near}`
  return `${query.text}${near} → ${got} (${query.expected.join('|')} by ${query.matches.join('|') || 'any'})`
}

const queriesOf = (list: List): readonly Query[] =>
  readFileSync(new URL(`./${list}.tsv`, import.meta.url), 'utf8')
    .split('\n')
    .filter((row) => row !== '' && !row.startsWith('# '))
    .map((row) => {
      const [text, expected, ...fields] = row.split('\t')
      const plain = { text: unescaped(text), expected: expected.split('|') }
      if (list !== 'queries') return { ...plain, matches: [], near: null, group: fields.join(' ') }
      const [matches, near, group] = fields
      return { ...plain, matches: matches === '-' ? [] : matches.split(','), near: positionOf(near), group }
    })

/** Written "lat,lon", as callers write it. */
const positionOf = (near: string): Query['near'] => {
  const [lat, lon] = near.split(',').map(Number)
  return near === '' ? null : [lon, lat]
}

const unescaped = (text: string): string =>
  text.replaceAll(/\\u([0-9A-F]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

const isRight = ({ expected }: Query, hit: FoundByName | undefined): boolean =>
  hit === undefined
    ? expected.includes('none')
    : expected.includes(hit.record.id) || (hit.record.iso !== null && expected.includes(hit.record.iso))
