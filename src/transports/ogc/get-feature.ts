/** The operation behind a single feature. */
import { z } from 'zod'
import type { BoundaryRecord } from '../../domain/boundary/boundary.ts'
import { type BoundaryReference, canonicalId, parseBoundaryReference } from '../../domain/boundary/id.ts'
import { KINDS, type Kind } from '../../domain/boundary/kind.ts'
import type { Catalog } from '../../domain/catalog/catalog.ts'
import type { ListQuestion } from '../../domain/catalog/list.ts'
import { renderFeatures } from '../../domain/collections/feature-page.ts'
import { type AnyOp, defineOp } from '../../op/define.ts'
import { problem } from '../../op/problem/problem.ts'
import type { ProblemFacts } from '../../op/problem/problem-facts.ts'
import { EncodedBody } from '../../op/response/encoded-body.ts'
import type { Services } from '../../op/services.ts'
import { FEATURE_INPUT, FEATURE_OP } from './feature-op.ts'
import { collectionLink, itemsUrl, LICENSE_LINK, rootLink, selfLink } from './link.ts'
import { GEOJSON_TYPE } from './media-types.ts'
import { ITEM_QUERY } from './query-parameters.ts'
import { systemOf } from './reference-systems.ts'

const input = z.strictObject({ ...FEATURE_INPUT, id: z.string(), query: ITEM_QUERY })
type Input = z.output<typeof input>

export const GET_FEATURE: AnyOp = defineOp({
  ...FEATURE_OP,
  name: 'get_feature',
  route: { method: 'GET', path: '/ogc/collections/{collection}/items/{id}' },
  summary: 'Get a feature of a collection.',
  description: 'A feature of a collection as a GeoJSON Feature.',
  units: 1,
  input,
  errors: ['not_found', 'overloaded'],
  cacheKey: ({ root, collection, id, query }) => `${root} ${collection} ${query.detail} ${query.crs} ${id}`,
  handler: async ({ owner, services, signal }, { root, collection, id, query }) => {
    const record = await findFeature(services, { collection, id })
    const form = { detail: query.detail, system: systemOf(query.crs) }
    const [feature] = await renderFeatures({ ...services, owner }, [record], form, signal())
    const links = [
      selfLink(`${itemsUrl(root, collection)}/${encodeURIComponent(id)}`, GEOJSON_TYPE),
      collectionLink(root, collection),
      rootLink(root),
      LICENSE_LINK,
    ]
    const members = Buffer.from(`,"links":${JSON.stringify(links)}}`)
    return new EncodedBody(Buffer.concat([feature.subarray(0, -1), members]), GEOJSON_TYPE)
  },
})

/** @throws Problem `not_found` */
const findFeature = async (
  { catalog }: Pick<Services, 'catalog'>,
  { collection, id }: Pick<Input, 'collection' | 'id'>,
): Promise<BoundaryRecord> => {
  const record = await firstOf(catalog, collection, { id })
  if (record !== null) return record
  throw problem('not_found', { what: 'feature', id, codes: await idsFor(catalog, { collection, id }) })
}

const firstOf = async (
  catalog: Pick<Catalog, 'list'>,
  kind: Kind,
  properties: ListQuestion['properties'],
): Promise<BoundaryRecord | null> => {
  const question = { kind, box: null, properties, after: null, expected: 1 }
  for await (const record of catalog.list(question)) return record
  return null
}

/** Says which id to use where the asked one is a code, another form of an id, or one of another collection. */
const idsFor = async (
  catalog: Pick<Catalog, 'list'>,
  { collection, id }: Pick<Input, 'collection' | 'id'>,
): Promise<NonNullable<ProblemFacts['not_found']['codes']>> => {
  const reference = parseBoundaryReference(id)
  if ('problem' in reference) return []
  for (const kind of [collection, ...KINDS.filter((each) => each !== collection)]) {
    const found = await firstOf(catalog, kind, propertiesOf(reference))
    if (found === null) continue
    return [{ text: `Use the id ${found.id} in the collection ${kind}: ${found.name}.`, isMissing: false }]
  }
  return []
}

const propertiesOf = (reference: BoundaryReference): ListQuestion['properties'] => {
  if (reference.by === 'iso') return { iso: reference.code }
  return reference.by === 'wikidata' ? { wikidata: reference.entity } : { id: canonicalId(reference) }
}
