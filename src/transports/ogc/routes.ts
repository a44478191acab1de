/**
 * OGC API – Features: Part 1, Core, with GeoJSON and OpenAPI 3.0 (OGC 17-069r4), Part 2, reference systems (18-058r1), the queryables of Part 3
 * (19-079r2), and Part 5, schemas (23-058r2).
 */
import type { Catalog } from '../../domain/catalog/catalog.ts'
import type { Admit } from '../../op/admit-message.ts'
import type { RemoteOrigin } from '../../op/call.ts'
import type { AnyOp } from '../../op/define.ts'
import { problemFromError } from '../../op/problem/problem-from-error.ts'
import { RawInput } from '../../op/raw-input.ts'
import { answerBody, EncodedBody } from '../../op/response/encoded-body.ts'
import type { Clock } from '../../util/clock.ts'
import type { NowOrLater } from '../../util/now-or-later.ts'
import { problemAnswer } from '../http/answer.ts'
import { operationKept } from '../http/cache-control.ts'
import type { HttpAnswer, HttpRequest, HttpRoute } from '../http/message.ts'
import { rateLimitFields } from '../http/rate-limit-headers.ts'
import { type OperationRunner, readOnce, runOperation } from '../http/run-operation.ts'
import { originWithBasic, withBasicChallenge } from './basic-auth.ts'
import { GML_SCHEMA, queryablesBody, schemaBody } from './collection-schemas.ts'
import { collectionBody, collectionsBody, readCollection } from './collections.ts'
import { CACHE_SECONDS } from './feature-op.ts'
import { GET_FEATURE } from './get-feature.ts'
import { CONFORMANCE, landingBody } from './landing-and-conformance.ts'
import { QUERYABLES_REL, queryablesUrl } from './link.ts'
import { createListFeatures } from './list-features.ts'
import { OPENAPI_TYPE, SCHEMA_TYPE, XML_TYPE } from './media-types.ts'
import { openApiBody } from './open-api.ts'
import { DOCUMENT_QUERY, ITEM_QUERY, ITEMS_QUERY, readQuery } from './query-parameters.ts'
import { CRS84 } from './reference-systems.ts'

export interface OgcRoutesOptions {
  readonly catalog: Pick<Catalog, 'extents'>
  readonly baseUrl: string
  readonly admit: Admit
  readonly runner: OperationRunner
  readonly clock: Clock
}

/** An address of the service, with its own way to identify callers. */
interface Mount {
  /** Path of its landing page. */
  readonly path: string
  readonly needsKey: boolean
  readonly originOf: (request: HttpRequest) => RemoteOrigin
  readonly answered: (answer: HttpAnswer) => HttpAnswer
}

const MOUNTS: readonly Mount[] = [
  { path: '/ogc', needsKey: true, originOf: originWithBasic, answered: withBasicChallenge },
  {
    path: '/ogc/feeds/{token}',
    needsKey: false,
    originOf: ({ origin, location }) => ({ ...origin, credential: null, feedToken: location.params.token }),
    answered: (answer) => answer,
  },
]

export const ogcRoutes = (options: OgcRoutesOptions): readonly HttpRoute[] => {
  const listFeatures = createListFeatures(options.clock)
  return MOUNTS.flatMap((mount) => routesAt(mount, listFeatures, options))
}

const routesAt = (
  mount: Mount,
  listFeatures: AnyOp,
  { catalog, baseUrl, admit, runner }: OgcRoutesOptions,
): readonly HttpRoute[] => {
  /** Returns the address of the landing page, with which every link of an answer begins. */
  const rootOf = ({ location }: HttpRequest): string =>
    `${baseUrl}${mount.path.replace('{token}', location.params.token)}`

  const documentAt = (
    path: string,
    body: (root: string, request: HttpRequest) => NowOrLater<object>,
    mediaType?: string,
  ): readonly HttpRoute[] => {
    const answer = async (request: HttpRequest): Promise<HttpAnswer> => {
      const { caller, rateLimit } = await admit(mount.originOf(request))
      readQuery(DOCUMENT_QUERY, request.location.query)
      const headers = [...operationKept(CACHE_SECONDS, caller), ...rateLimitFields(rateLimit)]
      return { status: 200, body: answerBody(await body(rootOf(request), request), mediaType), headers }
    }
    const endpoint = async (request: HttpRequest): Promise<HttpAnswer> => {
      try {
        return await answer(request)
      } catch (error) {
        if (problemFromError(error).status !== 401) throw error
        return mount.answered(problemAnswer(error, { requestId: request.requestId, baseUrl }))
      }
    }
    return routesOf(path, endpoint)
  }

  /** People and programs end addresses with a slash as often as not. */
  const routesOf = (path: string, endpoint: HttpRoute['endpoint']): readonly HttpRoute[] =>
    ['', '/'].map((end) => ({ method: 'GET', path: `${mount.path}${path}${end}`, endpoint }))

  const featuresAt = (
    path: string,
    op: AnyOp,
    inputOf: (request: HttpRequest) => Readonly<Record<string, unknown>>,
  ): readonly HttpRoute[] =>
    routesOf(path, async (request) => {
      const kind = readCollection(request.location.params.collection)
      // Names are local, whatever languages a program prefers, because features are also filtered by them.
      const execute: OperationRunner['execute'] = (call) =>
        runner.execute({ ...call, from: mount.originOf(request), languages: [] })
      // Read after the caller is identified and counted.
      const read = readOnce(async () => {
        const { collection } = request.location.params
        return new RawInput(op, { root: rootOf(request), collection, ...inputOf(request) })
      })
      const answer = mount.answered(await runOperation(op, read, request, { ...runner, execute }))
      return answer.status === 200
        ? withReferences(answer, request, queryablesUrl(rootOf(request), kind))
        : answer
    })

  return [
    documentAt('', (root) => landingBody(root, baseUrl)),
    documentAt('/conformance', () => CONFORMANCE),
    documentAt('/api', (root) => openApiBody(root, mount.needsKey), OPENAPI_TYPE),
    documentAt('/collections', async (root) => collectionsBody(root, await catalog.extents())),
    documentAt('/collections/{collection}', async (root, { location }) =>
      collectionBody(root, readCollection(location.params.collection), await catalog.extents()),
    ),
    documentAt(
      '/collections/{collection}/schema',
      (root, { location }) => schemaBody(root, readCollection(location.params.collection)),
      SCHEMA_TYPE,
    ),
    documentAt('/collections/{collection}/schema.xsd', (_root, { location }) => {
      readCollection(location.params.collection)
      return new EncodedBody(GML_SCHEMA, XML_TYPE)
    }),
    documentAt(
      '/collections/{collection}/queryables',
      (root, { location }) => queryablesBody(root, readCollection(location.params.collection)),
      SCHEMA_TYPE,
    ),
    featuresAt('/collections/{collection}/items', listFeatures, ({ location: { query } }) => ({
      search: query,
      query: readQuery(ITEMS_QUERY, query),
    })),
    featuresAt('/collections/{collection}/items/{id}', GET_FEATURE, ({ location: { params, query } }) => ({
      id: params.id,
      query: readQuery(ITEM_QUERY, query),
    })),
  ].flat()
}

/** Adds the fields that Part 2 and Part 3 ask for; a successful request has a valid `crs`, or none. */
const withReferences = (answer: HttpAnswer, { location }: HttpRequest, queryables: string): HttpAnswer => {
  const crs = new URLSearchParams(location.query).get('crs') ?? CRS84
  const link = `<${queryables}>; rel="${QUERYABLES_REL}"; type="${SCHEMA_TYPE}"`
  return { ...answer, headers: [...answer.headers, 'Content-Crs', `<${crs}>`, 'Link', link] }
}
