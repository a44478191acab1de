/** What known boundaries are called, in searches and descriptions, and objects that strangers give exactly these names. */
import type { BoundaryRecord } from '../../src/domain/boundary/boundary.ts'
import type { BBox } from '../../src/domain/geometry/rings.ts'
import { type DeliveredRelation, ringOfBox } from './deliver.ts'

const LANGUAGES = ['en', 'de', 'fr', 'ru']

/** The local name and some translations. */
const namesOf = ({ name, names }: BoundaryRecord): readonly string[] => [
  ...new Set([
    name,
    ...LANGUAGES.map((language) => names[language]).filter((each): each is string => each !== undefined),
  ]),
]

const english = ({ name, names }: BoundaryRecord): string => names.en ?? name

/** Names with levels, parents, articles and typing errors, and codes of every form. */
const TYPED = [
  '840',
  '250',
  'US',
  'us',
  'USA',
  'FR',
  'fra',
  'DEU',
  'CA',
  'BY',
  'US-CA',
  'us ri',
  'DEBY',
  '06075',
  '41039',
  'State of Texas',
  'the State of California',
  'la France',
  'Kanton Zürich',
  'Oblast of Chelyabinsk',
  'Freistaat Bayern',
  'Paris, France',
  'Lane County, Oregon',
  'Lane County Oregon',
  'Vaduz, Liechtenstein',
  'Vaduz, Principality of Liechtenstein',
  'Lichtenstien',
  'Germny',
  'Luxembuorg',
  'Californai',
  'Bavariaa, Germany',
  'Lane County, Oregno',
  'Unitd Kingdom',
]

export const queriesFor = (targets: readonly BoundaryRecord[]): readonly string[] => [
  ...new Set([...TYPED, ...targets.flatMap(namesOf), ...targets.map(({ iso, name }) => iso ?? name)]),
]

/** Descriptions of known names alone: single, in lists, with levels and exceptions, and as codes. */
export const descriptionsFor = (targets: readonly BoundaryRecord[]): readonly string[] => {
  const countries = targets.filter(({ kind }) => kind === 'country')
  const parts = targets.filter(({ kind, parents }) => kind !== 'country' && parents.length > 0)
  return [
    ...new Set([
      ...targets.flatMap(namesOf),
      ...targets.map((each, at) => `${english(each)} and ${english(targets[(at + 1) % targets.length])}`),
      ...parts.map((part) => `${part.parents[0].name} except ${english(part)}`),
      ...parts.map((part) => `${english(part)}, ${part.parents.at(-1)?.name}`),
      countries.map(english).join(', '),
      'the State of Oregon',
      'Washington, Oregon and Idaho',
      'Licensee may sell in Germany and France',
      'The Territory: Germany, except Bavaria',
      'the following states: California, Nevada and Texas',
      'Benelux except Luxembourg',
      'the counties of Lane and Linn in Oregon',
      'US, FR, DE',
      'TX, CA and RI',
      'Rhode Island excluding Providence County',
      'all of Lichtenstein',
    ]),
  ]
}

const NAME_TAGS = [
  'name',
  ...'en de fr ru es it nl pt sv fi pl cs tr uk ja'.split(' ').map((tag) => `name:${tag}`),
]
const LEVELS = ['2', '4', '6', '8', '10']
/** West and south of 1 km²: in villages of several countries, in the open sea, and in the sea beside them. */
const PLACES: readonly (readonly [number, number])[] = [
  [-123.3, 44],
  [25.5, 42.5],
  [9.52, 47.14],
  [11.2, 49.1],
  [6.1, 49.6],
  [-30, 0.5],
  [2.6, 46.3],
  [-99.2, 31.1],
]
const SIDE_DEGREES = 0.01

/** Objects of 1 km² that together have all of these names as their own, each object fifteen of them. */
export const objectsNamed = (names: readonly string[], firstNumber: number): readonly DeliveredRelation[] => {
  const count = Math.ceil(names.length / NAME_TAGS.length)
  return Array.from({ length: count }, (_, index) => {
    const own = names.slice(index * NAME_TAGS.length, (index + 1) * NAME_TAGS.length)
    const [west, south] = PLACES[index % PLACES.length]
    // Beside each other: two objects of one level and place would be in conflict.
    const shift = 0.02 * Math.floor(index / PLACES.length)
    const box: BBox = [west + shift, south, west + shift + SIDE_DEGREES, south + SIDE_DEGREES]
    return {
      number: firstNumber + index,
      tags: {
        type: 'boundary',
        boundary: 'administrative',
        admin_level: LEVELS[index % LEVELS.length],
        population: '9000000000',
        place: 'country',
        ...Object.fromEntries(own.map((name, at) => [NAME_TAGS[at], name])),
      },
      label: null,
      rings: [ringOfBox(box)],
    }
  })
}
