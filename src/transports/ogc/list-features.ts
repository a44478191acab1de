/** The operation behind a page of features. */
import { z } from 'zod'
import { attributionOf, populationCredits } from '../../domain/boundary/attribution.ts'
import type { Catalog } from '../../domain/catalog/catalog.ts'
import { yieldingCatalog } from '../../domain/catalog/yielding-catalog.ts'
import { choosePage, type FeaturePage, renderFeatures } from '../../domain/collections/feature-page.ts'
import { type AnyOp, defineOp } from '../../op/define.ts'
import { EncodedBody } from '../../op/response/encoded-body.ts'
import type { Services } from '../../op/services.ts'
import { type Clock, rfc3339 } from '../../util/clock.ts'
import type { ProcessorTime } from '../../util/processor-time.ts'
import { FEATURE_INPUT, FEATURE_OP } from './feature-op.ts'
import { collectionLink, itemsUrl, LICENSE_LINK, type Link, rootLink, selfLink } from './link.ts'
import { GEOJSON_TYPE } from './media-types.ts'
import { cursorAfter, idOfCursor } from './page-cursor.ts'
import { MAX_FEATURES } from './page-size.ts'
import { filterOf, ITEMS_QUERY } from './query-parameters.ts'
import { boxOfNumbers, systemOf } from './reference-systems.ts'

const input = z.strictObject({
  ...FEATURE_INPUT,
  /** The query as sent, for links. */
  search: z.string(),
  query: ITEMS_QUERY,
})
type Input = z.output<typeof input>

type PageServices = Pick<Services, 'catalog' | 'yieldToEventLoop'>

const FEATURES_A_UNIT = 10

export const createListFeatures = (clock: Clock): AnyOp =>
  defineOp({
    ...FEATURE_OP,
    name: 'list_features',
    route: { method: 'GET', path: '/ogc/collections/{collection}/items' },
    summary: 'List features of a collection.',
    description: 'A page of a collection as a GeoJSON FeatureCollection.',
    units: `1 unit per ${FEATURES_A_UNIT} features, rounded up`,
    input,
    errors: ['overloaded'],
    plan: (asked) => ({
      access: 'key',
      cacheKey: `${asked.root} ${asked.collection} ${asked.search}`,
      find: ({ owner, services }) => requestedPage(services, asked, owner.processorTime),
      price: ({ records }) => Math.max(1, Math.ceil(records.length / FEATURES_A_UNIT)),
      run: async ({ owner, services, signal }, page) => {
        const ports = { catalog: catalogOf(services, owner.processorTime), compute: services.compute, owner }
        const form = { detail: asked.query.detail, system: systemOf(asked.query.crs) }
        const features = await renderFeatures(ports, page.records, form, signal())
        return pageBody(asked, page, features, rfc3339(clock.now()))
      },
    }),
  })

const requestedPage = (
  services: PageServices,
  { collection, query }: Input,
  time: ProcessorTime,
): Promise<FeaturePage> =>
  choosePage(catalogOf(services, time), {
    kind: collection,
    box: query.bbox === undefined ? null : boxOfNumbers(query.bbox, query['bbox-crs']),
    properties: filterOf(query),
    after: query.cursor === undefined ? null : idOfCursor(query.cursor),
    limit: Math.min(query.limit, MAX_FEATURES),
    detail: query.detail,
  })

/** Yields to other requests, because pages have up to a thousand features. */
const catalogOf = ({ catalog, yieldToEventLoop }: PageServices, time: ProcessorTime): Catalog =>
  yieldingCatalog(catalog, yieldToEventLoop, time)

const pageBody = (
  asked: Input,
  { records, nextAfter }: FeaturePage,
  features: readonly Uint8Array[],
  timeStamp: string,
): EncodedBody => {
  const isWhole = asked.query.cursor === undefined && nextAfter === null
  const head = JSON.stringify({
    type: 'FeatureCollection',
    links: linksOf(asked, nextAfter === null ? null : cursorAfter(nextAfter)),
    timeStamp,
    // Counting beyond the page would read the whole collection.
    ...(isWhole ? { numberMatched: records.length } : {}),
    numberReturned: records.length,
    attribution: attributionOf(records, populationCredits(records)),
  })
  const separated = features.flatMap((feature, index) => (index === 0 ? [feature] : [COMMA, feature]))
  return new EncodedBody(
    Buffer.concat([Buffer.from(`${head.slice(0, -1)},"features":[`), ...separated, Buffer.from(']}')]),
    GEOJSON_TYPE,
  )
}

const COMMA = Buffer.from(',')

const linksOf = ({ root, collection, search }: Input, nextCursor: string | null): readonly Link[] => {
  const url = itemsUrl(root, collection)
  const self = selfLink(search === '' ? url : `${url}?${search}`, GEOJSON_TYPE)
  const others = [collectionLink(root, collection), rootLink(root), LICENSE_LINK]
  if (nextCursor === null) return [self, ...others]
  const next = new URLSearchParams(search)
  next.set('cursor', nextCursor)
  return [self, { href: `${url}?${next}`, rel: 'next', type: GEOJSON_TYPE }, ...others]
}
