/** Counts beside a list: in a label, in a sentence that a form reads, and in languages with and without plurals of their own. */
import { describedSuite } from '../support/described-suite.ts'

const READ = [
  ['two states: Ohio, Utah.', 'US-OH US-UT'],
  ['We sell in two states: Ohio and Utah.', 'US-OH US-UT'],
  ['The Territory means the two states of Ohio and Utah.', 'US-OH US-UT'],
  ['tři kraje: Jihomoravský, Moravskoslezský a Jihočeský', 'CZ-31 CZ-64 CZ-80'],
  ['dwa województwa: mazowieckie i łódzkie', 'PL-10 PL-14'],
  ['två län: Skåne län, Hallands län', 'SE-M SE-N'],
] as const

const REFUSED = [
  'four states: Ohio, Utah and Iowa',
  'We sell in three states: Ohio and Utah.',
  'The Territory means the three states of Ohio and Utah.',
  'vier Bundesländer: Hessen, Bayern und Saarland',
  'čtyři kraje: Jihomoravský, Moravskoslezský a Jihočeský',
  'trzy województwa: mazowieckie i łódzkie',
  'trei județe: Cluj, Alba',
  'fyra län: Skåne län, Hallands län',
  'the Kingdom of Ohio',
]

describedSuite('counts beside lists', READ, REFUSED)
