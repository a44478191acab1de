/** Recorded answers of Overpass. They lie outside the repository, so tests that use them must be able to skip. */
import { existsSync, readFileSync } from 'node:fs'
import type { MemberWay } from '../../src/domain/geometry/assemble.ts'
import { UNITS_PER_DEGREE } from '../../src/domain/geometry/rings.ts'

const RECORDED = new URL('../../../shared/data/overpass/', import.meta.url)

/** For `{ skip }` of a test: false, or the reason. */
export const missingRelation = (file: string): string | false =>
  existsSync(new URL(file, RECORDED)) ? false : `${file} is not here`

interface RecordedMember {
  readonly type: string
  readonly ref: number
  readonly role: string
  readonly geometry: readonly { readonly lon: number; readonly lat: number }[]
}

interface RecordedRelation {
  readonly id: number
  readonly tags: Readonly<Record<string, string>>
  readonly members: readonly RecordedMember[]
}

export const recordedRelation = (file: string): RecordedRelation =>
  JSON.parse(readFileSync(new URL(file, RECORDED), 'utf8')).elements[0]

export const recordedWays = (file: string): MemberWay[] =>
  recordedRelation(file)
    .members.filter(({ type }) => type === 'way')
    .map(({ ref, role, geometry }) => ({
      id: ref,
      role,
      coords: Int32Array.from(
        geometry.flatMap(({ lon, lat }) => [lon, lat]),
        (value) => Math.round(value * UNITS_PER_DEGREE),
      ),
    }))
