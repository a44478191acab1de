/** Invented words that look like names but are names in no language. */
import { Random } from './random.ts'

const STARTS = ['Zorq', 'Xyvv', 'Quolx', 'Vrizz', 'Blyx', 'Mwuzq', 'Krozz', 'Fnuqq', 'Gzyph', 'Dwoxx', 'Yqua']
const MIDDLES = ['uthl', 'avox', 'imbwe', 'ozzik', 'yrquu', 'ellux', 'agnop', 'opwix', 'idruvv', 'exxom']
const ENDS = [
  'ondria',
  'ixland',
  'aquist',
  'emburgh',
  'ovania',
  'uthra',
  'olwick',
  'yzzia',
  'opolux',
  'arvia',
]

/** Each has nine letters or more. */
export const nonsenseWords = (count: number): readonly string[] => {
  const random = new Random(9)
  const words = new Set<string>()
  while (words.size < count) words.add(random.pick(STARTS) + random.pick(MIDDLES) + random.pick(ENDS))
  return [...words]
}
