/** The HTTP application: the routes of every transport. */
import type { RequestListener } from 'node:http'
import type { Compute } from '../compute/port.ts'
import type { Config } from '../config/read-config.ts'
import type { Catalog } from '../domain/catalog/catalog.ts'
import type { FileStore } from '../domain/files/ports.ts'
import type { BaseTiles } from '../domain/tiles/base-tiles.ts'
import { createTiles, type TilesParts } from '../domain/tiles/tiles.ts'
import type { ProcessMetrics } from '../metrics/process-metrics.ts'
import { createAdmit } from '../op/admit-message.ts'
import type { Services } from '../op/services.ts'
import type { AdmissionPorts } from '../op/steps/authorize.ts'
import type { DemonstrationBudget } from '../op/steps/demonstration.ts'
import { OPS } from '../ops/index.ts'
import type { DeviceSignIns } from '../platform/device-sign-in/device-sign-ins.ts'
import type { PinCatalog, ServedCatalog } from '../platform/publishing/ports.ts'
import type { Readiness } from '../platform/readiness.ts'
import { localFile } from '../transports/client/local-call.ts'
import { type AppOptions, createApp } from '../transports/http/app.ts'
import { countedRoute } from '../transports/http/counted-route.ts'
import { fileRoutes } from '../transports/http/file-routes.ts'
import { serviceRoutes } from '../transports/http/health-and-openapi-routes.ts'
import type { HttpRoute } from '../transports/http/message.ts'
import type { OperationRunner } from '../transports/http/run-operation.ts'
import { callerCall } from '../transports/mcp/http/caller-call.ts'
import { mcpRoutes } from '../transports/mcp/http/routes.ts'
import type { ProviderOptions } from '../transports/oauth/provider.ts'
import { createOAuth, type OAuth } from '../transports/oauth/routes.ts'
import { ogcRoutes } from '../transports/ogc/routes.ts'
import { problemPage } from '../transports/page/problem-page.ts'
import { openApi } from '../transports/rest/openapi.ts'
import { restRoutes } from '../transports/rest/routes.ts'
import { rpcRoutes } from '../transports/rpc/routes.ts'
import { tileRoutes } from '../transports/tiles/routes.ts'
import { createHomePicture } from '../transports/web/home/home-picture.ts'
import { type WebOptions, webRoutes } from '../transports/web/routes.ts'
import { cacheFigures } from '../util/cache-figures.ts'
import { PACKAGE_VERSION } from './package-version.ts'

/** What the routes declare, except what is made here. */
export type AppParts = Omit<
  WebOptions,
  keyof Config | keyof OAuth | 'ops' | 'runner' | 'homePicture' | 'mailsStayHere'
> &
  Omit<ProviderOptions, 'store' | 'deviceAccesses' | 'deviceCodeSeconds' | 'baseUrl'> &
  Pick<AdmissionPorts, 'identify' | 'rateLimiter'> & {
    readonly catalog: Catalog
    readonly compute: Compute
    readonly files: FileStore
    /** Storage of prepared blocks of tiles. */
    readonly blocks: Required<Pick<TilesParts, 'files' | 'bundled'>>
    readonly baseTiles: BaseTiles
    readonly oauth: ProviderOptions['store']
    readonly deviceSignIns: DeviceSignIns
    /** Null if nobody reads them. */
    readonly metrics: Pick<ProcessMetrics, 'record' | 'add'> | null
    readonly readiness: Pick<Readiness, 'unready'>
    /** Null without a published catalog. */
    readonly published: { readonly served: () => ServedCatalog; readonly pin: PinCatalog } | null
    readonly settings: AppSettings
  }

export type AppSettings = Pick<
  Config,
  | 'baseUrl'
  | 'cacheBytes'
  | 'cdnUrl'
  | 'demonstrationUnits'
  | 'deviceCodeTtlSeconds'
  | 'embedOrigins'
  | 'fileTtlSeconds'
  | 'isOpen'
  | 'live'
  | 'maxInlineBytes'
  | 'smtpUrl'
  | 'trustedProxies'
>

export interface AppCalls {
  readonly runner: Omit<OperationRunner, 'transport'>
  readonly services: Pick<Services, 'answers'>
  readonly demonstration: DemonstrationBudget
}

export const composeApp = (
  parts: AppParts & AppCalls,
  overload: AppOptions['overload'] = null,
): RequestListener => {
  const { clock, files, log, published, random, settings } = parts
  const { baseUrl, isOpen } = settings
  return createApp({
    routes: [
      ...restRoutes(OPS, { ...parts.runner, transport: 'rest' }),
      ...rpcRoutes(OPS, { ...parts.runner, transport: 'rpc' }),
      ...agentRoutes(parts),
      ...fileRoutes(files, clock).map(counted(parts, { operation: 'get_file', transport: 'http' })),
      ...mapRoutes(parts),
      ...serviceRoutes({
        unready: parts.readiness.unready,
        servedCatalog: published?.served ?? null,
        openApi: () => openApi(OPS, baseUrl),
      }),
      ...peopleRoutes(parts),
    ],
    problemPage: (failure, call) => problemPage(failure, { ...call, isOpen }),
    baseUrl,
    trustedProxies: settings.trustedProxies,
    overload,
    ...(published !== null && { published: { pinCatalog: published.pin, clock } }),
    log,
    random,
  })
}

const agentRoutes = (parts: AppParts & AppCalls) => {
  const { clock, demonstration, files, log, random, runner, settings } = parts
  return mcpRoutes({
    ops: OPS,
    baseUrl: settings.baseUrl,
    admit: createAdmit(parts),
    access: { demonstration, isOpen: settings.isOpen },
    serverFor: async (request, admitted) => {
      const { createMcpServer } = await import('../transports/mcp/server.ts')
      return createMcpServer({
        version: PACKAGE_VERSION,
        ops: OPS,
        call: callerCall({ ...runner, ops: OPS }, request, admitted),
        openFile: localFile(files, clock.now),
        languages: request.languages,
      })
    },
    random,
    log,
  })
}

/** Routes for map programs. */
const mapRoutes = (parts: AppParts & AppCalls) => {
  const { catalog, clock, compute, runner, services, settings } = parts
  const { baseUrl, cacheBytes } = settings
  const tiles = createTiles({ ...parts.blocks, catalog, compute, maxBytes: cacheBytes })
  parts.metrics?.add([
    ...cacheFigures('tile_coverages', tiles.caches.coverages),
    ...cacheFigures('tile_zooms', tiles.caches.zooms),
  ])
  return [
    ...tileRoutes({
      tiles,
      baseTiles: parts.baseTiles,
      answers: services.answers,
      limits: parts.rateLimits,
      baseUrl,
    }).map((route) =>
      counted(parts, {
        operation: route.path.endsWith('.mvt') ? 'get_tile' : 'describe_tiles',
        transport: 'tiles',
      })(route),
    ),
    ...ogcRoutes({
      catalog,
      baseUrl,
      admit: createAdmit(parts),
      runner: { ...runner, transport: 'ogc' },
      clock,
    }),
  ]
}

/** Counts requests of routes without an operation, if anybody reads the metrics. */
const counted = (
  { metrics, clock }: Pick<AppParts, 'metrics' | 'clock'>,
  as: Parameters<typeof countedRoute>[2],
): ((route: HttpRoute) => HttpRoute) =>
  metrics === null
    ? (route) => route
    : countedRoute((request) => metrics.record({ ...request, units: 0 }, request.transport), clock, as)

/** Pages for people, and the authorization server. */
const peopleRoutes = (parts: AppParts & AppCalls) => {
  const { settings } = parts
  const { baseUrl } = settings
  const oauth = createOAuth({
    ...parts,
    store: parts.oauth,
    deviceAccesses: parts.deviceSignIns.accesses,
    baseUrl,
    deviceCodeSeconds: settings.deviceCodeTtlSeconds,
  })
  return [
    ...oauth.routes,
    ...webRoutes({
      ...parts,
      ...oauth,
      ...settings,
      runner: { ...parts.runner, transport: 'http' },
      mailsStayHere: settings.smtpUrl === null,
      homePicture: createHomePicture(parts),
      ops: OPS,
    }),
  ]
}
