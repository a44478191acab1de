/** The reference page that lists disputed land and condominiums. */
import type { Dispute } from '../../src/domain/boundary/dispute.ts'
import { areaKm2 } from '../../src/domain/geometry/area.ts'
import { decodeRings } from '../../src/domain/geometry/codec.ts'
import type { DisputeEntry } from '../atlas/read-disputes.ts'
import { GENERATED, table } from './markdown.ts'

/** @param bundled the same land with its polygons, in the same order */
export const disputesPage = (entries: readonly DisputeEntry[], bundled: readonly Dispute[]): string => {
  const rows = entries.map((entry, index) => ({ entry, land: bundled[index].land }))
  const disputes = rows.filter(({ entry }) => !entry.condominium)
  const condominiums = rows.filter(({ entry }) => entry.condominium)
  return [
    GENERATED,
    '# Disputed land',
    `Metes lists ${disputes.length} disputes. The build assembles the land of each from polygons of the atlas; km² is the area of the assembled polygon, which may be smaller than the disputed land. [The guide](../guide/atlas.md#disputed-borders) lists the gaps.`,
    table(
      ['Land', 'Claimed by', 'Administered by', 'km²', 'Polygon', 'Source'],
      disputes.map(({ entry, land }) => [
        entry.area,
        named(entry.claimants),
        named(entry.administered_by),
        ...polygonAndSource(entry, land),
      ]),
    ),
    '## Condominiums',
    'Land that countries hold together by agreement is shared, not disputed. Answers list it in `condominiums`.',
    table(
      ['Land', 'Held by', 'km²', 'Polygon', 'Source'],
      condominiums.map(({ entry, land }) => [
        entry.area,
        named(entry.claimants),
        ...polygonAndSource(entry, land),
      ]),
    ),
    '',
  ].join('\n\n')
}

const polygonAndSource = (entry: DisputeEntry, land: Uint8Array): readonly string[] => [
  areaKm2(decodeRings(land)).toLocaleString('en', { maximumSignificantDigits: 3 }),
  polygonText(entry),
  `[${hostOf(entry.source)}](${entry.source})`,
]

/** A claimant without an ISO 3166-1 code is listed by name. */
const named = (parties: readonly string[]): string =>
  parties.length === 0
    ? 'nobody'
    : parties.map((party) => (party.length === 2 ? REGION_NAMES.of(party) : party)).join(', ')

const REGION_NAMES = new Intl.DisplayNames('en', { type: 'region' })

const polygonText = ({ units, shared, inside, rest_of, nobody, near }: DisputeEntry): string => {
  const parts = [
    ...(units === undefined ? [] : [units.join(', ')]),
    ...(shared === undefined ? [] : ['the overlap of the countries’ polygons']),
    ...(inside === undefined ? [] : [`all land of ${inside}`]),
    ...(rest_of === undefined ? [] : [`land of ${rest_of} outside its units`]),
    ...(nobody === undefined ? [] : ['land in no country’s polygon']),
  ]
  return `${parts.join('; ')}${near === undefined ? '' : `, in the box ${near.join(', ')}`}`
}

const hostOf = (source: string): string => new URL(source).hostname.replace(/^www\./, '')
