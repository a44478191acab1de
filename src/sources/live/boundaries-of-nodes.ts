/** Replaces places that the search knows only as points by their boundaries, if the map has them. */
import type { BoundaryReference } from '../../domain/boundary/id.ts'
import type { FoundPlace, PlaceNode } from '../nominatim/answer.ts'
import { elementsOf } from '../overpass/answer-parts.ts'
import type { Overpass } from '../overpass/client.ts'
import { queryOfNodes } from '../overpass/queries.ts'

/** Returns references in the order of the places; those without a boundary are left out. @throws LiveMapFailed */
export const boundariesOf = async (
  places: readonly FoundPlace[],
  overpass: Pick<Overpass, 'ask'>,
): Promise<readonly BoundaryReference[]> => {
  const nodes = places.filter(isNode)
  if (nodes.length === 0) return places.filter((place) => !isNode(place))
  const found = await overpass.ask(
    (limits) => queryOfNodes(nodes, limits),
    (reply) => {
      let section = 0
      return nodes.map(({ entity }): readonly BoundaryReference[] => [
        ...elementsOf(reply, section++, 'relation').map(({ id }) => ({
          by: 'relation' as const,
          number: id,
        })),
        ...(entity === null ? [] : elementsOf(reply, section++, 'way')).map(({ id }) => ({
          by: 'way' as const,
          number: id,
        })),
      ])
    },
  )
  return places.flatMap((place) => (isNode(place) ? found[nodes.indexOf(place)] : [place]))
}

const isNode = (place: FoundPlace): place is PlaceNode => place.by === 'node'
