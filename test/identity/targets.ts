/** Known boundaries that forgeries aim at, and forgeries as relations of the map. */
import assert from 'node:assert/strict'
import type { BoundaryRecord } from '../../src/domain/boundary/boundary.ts'
import { type BoundaryReference, parseBoundaryReference } from '../../src/domain/boundary/id.ts'
import { type DeliveredRelation, ringOfBox } from './deliver.ts'
import type { Forgery } from './forgeries.ts'
import type { KnownWorldOfTest } from './known-world.ts'

/** Countries, states, counties and communes of every size, some of several polygons. */
const TARGETS = [
  'US',
  'FR',
  'IT',
  'DE',
  'LI',
  'LU',
  'MC',
  'NL',
  'KI',
  'BS',
  'GB',
  'PR',
  'FJ',
  'US-CA',
  'US-RI',
  'DE-BY',
  'DE-HB',
  'FR-ARA',
  'IT-25',
  'GB-ENG',
  'LI-11',
  'AD-07',
  'AU-WA',
  'fips:41039',
  'fips:06075',
]
export const delivered = ({ number, tags, label, box }: Forgery): DeliveredRelation => ({
  number,
  tags,
  label,
  rings: [ringOfBox(box)],
})

export const targetsIn = async ({ catalog }: KnownWorldOfTest): Promise<readonly BoundaryRecord[]> => {
  const records: BoundaryRecord[] = []
  for (const id of TARGETS) {
    const answer = await catalog.find(parseBoundaryReference(id) as BoundaryReference)
    assert.ok(answer.found, id)
    records.push(answer.record)
  }
  return records
}
