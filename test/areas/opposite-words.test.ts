/** Words before places and words behind them that say the opposite, beside pairs that agree. */
import { describedSuite } from '../support/described-suite.ts'

const READ = [
  ['Benelux, except that Luxembourg is excluded', 'BE NL'],
  ['Germany and France. Neither Bavaria nor Brittany is included.', 'DE FR −DE-BY −FR-BRE'],
  ['Spain, but Catalonia is excluded', 'ES −ES-CT'],
  ['The Territory excludes Brittany; France is included', 'FR −FR-BRE'],
  ['Germany incl. Saxony', 'DE DE-SN'],
  ['Germany incl. but not limited to Saxony', 'DE DE-SN'],
  ['Germany (incl. but not limited to Saxony and Bavaria)', 'DE DE-BY DE-SN'],
  ['Germany excl. Saxony', 'DE −DE-SN'],
] as const

const REFUSED = [
  'Excluding Ohio, Texas is included.',
  'The area excludes Ohio, Texas is included',
  'The Territory excludes Brittany, all of France is included',
  'Spain including Ceuta, Melilla is excluded',
]

describedSuite('opposite words', READ, REFUSED)
