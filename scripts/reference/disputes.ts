/** The reference page that lists disputed land. */
import type { Dispute } from '../../src/domain/boundary/dispute.ts'
import { areaKm2 } from '../../src/domain/geometry/area.ts'
import { decodeRings } from '../../src/domain/geometry/codec.ts'
import type { DisputeEntry } from '../atlas/read-disputes.ts'
import { GENERATED, table } from './markdown.ts'

/** @param bundled the same disputes with their polygons, in the same order */
export const disputesPage = (entries: readonly DisputeEntry[], bundled: readonly Dispute[]): string =>
  [
    GENERATED,
    '# Disputed land',
    `Metes lists ${entries.length} disputes. The build assembles the land of each from polygons of the atlas; km² is the area of the assembled polygon, which may be smaller than the disputed land. [The guide](../guide/atlas.md#disputed-borders) lists the gaps.`,
    table(
      ['Land', 'Claimed by', 'Administered by', 'km²', 'Polygon', 'Source'],
      entries.map((entry, index) => [
        entry.area,
        named(entry.claimants),
        named(entry.administered_by),
        areaKm2(decodeRings(bundled[index].land)).toLocaleString('en', { maximumSignificantDigits: 3 }),
        polygonText(entry),
        `[${hostOf(entry.source)}](${entry.source})`,
      ]),
    ),
    '',
  ].join('\n\n')

/** A claimant without an ISO 3166-1 code is listed by name. */
const named = (parties: readonly string[]): string =>
  parties.length === 0
    ? 'nobody'
    : parties.map((party) => (party.length === 2 ? REGION_NAMES.of(party) : party)).join(', ')

const REGION_NAMES = new Intl.DisplayNames('en', { type: 'region' })

const polygonText = ({ units, shared, inside, rest_of, nobody, near }: DisputeEntry): string => {
  const parts = [
    ...(units === undefined ? [] : [units.join(', ')]),
    ...(shared === undefined ? [] : ['the overlap of the claimants’ polygons']),
    ...(inside === undefined ? [] : [`all land of ${inside}`]),
    ...(rest_of === undefined ? [] : [`land of ${rest_of} outside its units`]),
    ...(nobody === undefined ? [] : ['land in no country’s polygon']),
  ]
  return `${parts.join('; ')}${near === undefined ? '' : `, in the box ${near.join(', ')}`}`
}

const hostOf = (source: string): string => new URL(source).hostname.replace(/^www\./, '')
