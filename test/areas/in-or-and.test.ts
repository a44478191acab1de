/** "En" and "i" are "and" in some languages and "in" in others: the language of the name behind them tells which, or nothing does. */
import { describedSuite } from '../support/described-suite.ts'

const READ = [
  ['Cataluña en España', 'ES-CT'],
  ['Skåne i Sverige', 'SE-M'],
  ['Trøndelag i Norge', 'NO-50'],
  ['Vaud et Genève en Suisse', 'CH-GE CH-VD'],
  ['Bayern en Allemagne', 'DE-BY'],
  ['Portugal y Cataluña en España', 'ES-CT PT'],
  ['Stockholms län och Skåne län i Sverige', 'SE-AB SE-M'],
  ['Vlaanderen en Wallonië', 'BE-VLG BE-WAL'],
  ['Spanje en Portugal', 'ES PT'],
  ['małopolskie i śląskie', 'PL-12 PL-24'],
  ['Limburg en Gelderland en Nederland', 'NL NL-GE NL-LI'],
  ['Catalunya i Espanya', 'ES ES-CT'],
] as const

const REFUSED = [
  'Aragón en Spain',
  'Skåne i Sweden',
  'España excepto Cataluña en España',
  'Portugal y Cataluña en Spain',
]

describedSuite('words that join or place', READ, REFUSED)
