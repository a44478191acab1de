/** Recorded answers of Overpass. They lie outside the repository, so tests that use them must be able to skip. */
import { existsSync, readFileSync } from 'node:fs'
import type { MemberWay } from '../../src/domain/geometry/assemble.ts'
import { UNITS_PER_DEGREE } from '../../src/domain/geometry/rings.ts'
import { countOf, emptyFrom } from './overpass-sections.ts'

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

/** Those that are whole, with the polygons and rings that they have. */
export const RECORDED_RELATIONS = [
  { file: 'osm2geojson-lite-herne.json', polygons: 1, rings: 1 },
  { file: 'osm2geojson-lite-hebei.json', polygons: 4, rings: 8 },
  { file: 'osm2geojson-lite-tokyodo.json', polygons: 18, rings: 19 },
  { file: 'osm2geojson-py-issue35.json', polygons: 9, rings: 30 },
] as const

type Element = Readonly<Record<string, unknown>>

/** The ways of the recording as a server sends them with `out meta geom`; it has positions without the ids of their nodes. */
export const waysOfRecording = (file: string): readonly Element[] => {
  const nodes = new Map<string, number>()
  const nodeAt = (position: string): number => {
    const id = nodes.get(position) ?? nodes.size + 1
    nodes.set(position, id)
    return id
  }
  return recordedWays(file).map(({ id, coords }) => {
    const geometry = Array.from({ length: coords.length / 2 }, (_, index) => ({
      lon: coords[2 * index] / UNITS_PER_DEGREE,
      lat: coords[2 * index + 1] / UNITS_PER_DEGREE,
    }))
    return {
      type: 'way',
      id,
      version: 1,
      geometry,
      nodes: geometry.map(({ lon, lat }) => nodeAt(`${lon} ${lat}`)),
    }
  })
}

/** The recording in the layout of our queries: one section each for the relation, its ways, labels, closed ways and their borders. */
export const recordedAnswer = (
  file: string,
  ways: readonly Element[] = waysOfRecording(file),
  wayCount = ways.length,
): string => {
  const { id, tags, members } = recordedRelation(file)
  const plain = members.map(({ type, ref, role }) => ({ type, ref, role }))
  return JSON.stringify({
    osm3s: { timestamp_osm_base: '2022-10-02T22:59:39Z' },
    elements: [
      { type: 'relation', id, version: 1, tags, members: plain },
      countOf(1),
      ...ways,
      countOf(wayCount),
      ...emptyFrom('labels'),
    ],
  })
}
