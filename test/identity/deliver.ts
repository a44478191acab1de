/** Delivers relations as a map server does, in the sections of an answer, and as an extract does, in a file. */
import { ringPart } from '../../src/domain/geometry/parts.ts'
import {
  type BBox,
  type Position,
  type Rings,
  ringCount,
  UNITS_PER_DEGREE,
} from '../../src/domain/geometry/rings.ts'
import { countOf, emptyFrom } from '../support/overpass-sections.ts'
import { writePbf } from '../support/pbf-writer.ts'

export interface DeliveredRelation {
  readonly number: number
  readonly tags: Readonly<Record<string, string>>
  readonly label: Readonly<Record<string, string>> | null
  /** One way each, closed: the first position is not repeated. */
  readonly rings: readonly (readonly Position[])[]
}

/** Ways and nodes have numbers of their own. */
const wayOf = ({ number }: DeliveredRelation, ring: number): number =>
  5_000_000_000 + 1_000 * (number % 1e6) + ring
const nodeOf = (relation: DeliveredRelation, ring: number, corner: number): number =>
  (wayOf(relation, ring) % 1e9) * 1_000_000 + corner
const labelOf = ({ number }: DeliveredRelation): number => 900_000_000_000_000 + number

const membersOf = (relation: DeliveredRelation) => [
  ...relation.rings.map((_, ring) => ({ type: 'way', ref: wayOf(relation, ring), role: 'outer' })),
  ...(relation.label === null ? [] : [{ type: 'node', ref: labelOf(relation), role: 'label' }]),
]

export const overpassAnswer = (relations: readonly DeliveredRelation[]): string => {
  const labels = relations.flatMap((relation) => {
    const [lon, lat] = relation.rings[0][0]
    const { label: tags } = relation
    return tags === null ? [] : [{ type: 'node', id: labelOf(relation), lon, lat, version: 1, tags }]
  })
  const ways = relations.flatMap((relation) =>
    relation.rings.map((ring, index) => ({
      type: 'way',
      id: wayOf(relation, index),
      version: 1,
      nodes: [...ring.map((_, corner) => nodeOf(relation, index, corner)), nodeOf(relation, index, 0)],
      geometry: [...ring, ring[0]].map(([lon, lat]) => ({ lon, lat })),
    })),
  )
  return JSON.stringify({
    elements: [
      ...relations.map((relation) => ({
        type: 'relation',
        id: relation.number,
        version: 1,
        tags: relation.tags,
        members: membersOf(relation),
      })),
      countOf(relations.length),
      ...ways,
      countOf(ways.length),
      ...labels,
      countOf(labels.length),
      ...emptyFrom('closed'),
    ],
  })
}

/** @param box that the file states; without one no country is complete by its border alone */
export const extractOf = (
  relations: readonly DeliveredRelation[],
  box?: readonly [number, number, number, number],
): Uint8Array =>
  writePbf(
    {
      nodes: relations
        .flatMap((relation) => [
          ...relation.rings.flatMap((ring, index) =>
            ring.map(([lon, lat], corner) => ({ id: nodeOf(relation, index, corner), lon, lat })),
          ),
          ...(relation.label === null
            ? []
            : [
                {
                  id: labelOf(relation),
                  lon: relation.rings[0][0][0],
                  lat: relation.rings[0][0][1],
                  tags: relation.label,
                },
              ]),
        ])
        .sort((a, b) => a.id - b.id),
      ways: relations
        .flatMap((relation) =>
          relation.rings.map((ring, index) => ({
            id: wayOf(relation, index),
            nodes: [...ring.map((_, corner) => nodeOf(relation, index, corner)), nodeOf(relation, index, 0)],
          })),
        )
        .sort((a, b) => a.id - b.id),
      relations: relations
        .map((relation) => ({
          id: relation.number,
          tags: relation.tags,
          members: membersOf(relation).map(
            ({ type, ref, role }) => [type === 'way' ? 'w' : 'n', ref, role] as const,
          ),
        }))
        .sort((a, b) => a.id - b.id),
    },
    box === undefined ? {} : { bbox: box },
  )

/** With further corners in wide boxes: an edge of 180° or more would go around the other side of the Earth. */
export const ringOfBox = ([west, south, east, north]: BBox): Position[] => {
  const steps = Math.ceil((east - west) / 90)
  const lons = Array.from({ length: steps + 1 }, (_, step) => west + ((east - west) * step) / steps)
  return [
    ...lons.map((lon): Position => [lon, south]),
    ...lons.toReversed().map((lon): Position => [lon, north]),
  ]
}

/** The rings of a stored polygon, as outlines to deliver. */
export const outlinesOf = (rings: Rings): readonly (readonly Position[])[] =>
  Array.from({ length: ringCount(rings) }, (_, ring) => {
    const flat = ringPart(rings, ring)
    return Array.from(
      { length: flat.length / 2 },
      (_, at): Position => [flat[2 * at] / UNITS_PER_DEGREE, flat[2 * at + 1] / UNITS_PER_DEGREE],
    )
  })
