/** Composes the service from its parts: the services of operations, `execute`, and the HTTP application. */
import type { RequestListener } from 'node:http'
import type { Areas } from '../domain/area/areas.ts'
import type { Catalog } from '../domain/catalog/catalog.ts'
import type { Disputes } from '../domain/catalog/disputes.ts'
import { createExporter } from '../domain/files/exporter.ts'
import type { FileStore } from '../domain/files/ports.ts'
import { createPointTester } from '../domain/render/point-tester.ts'
import type { GeometryRenderer } from '../domain/render/renderer.ts'
import { createTiles, type TilesParts } from '../domain/tiles/tiles.ts'
import { createAdmit } from '../op/admit.ts'
import type { CallRecord, Execute } from '../op/call.ts'
import type { AnyOp } from '../op/define.ts'
import { describeOp } from '../op/describe.ts'
import { createExecute, type ExecutePorts } from '../op/execute.ts'
import { createJobHandler } from '../op/job-handler.ts'
import { createExpiringFiles } from '../op/response/expiring-files.ts'
import { ResponseCache } from '../op/response/response-cache.ts'
import type { Services } from '../op/services.ts'
import { DemonstrationBudget } from '../op/steps/demonstration.ts'
import { createUnpaidWork } from '../op/steps/unpaid-work.ts'
import { OPS } from '../ops/index.ts'
import type { DeviceSignIns } from '../platform/device-sign-in/device-sign-ins.ts'
import type { FileAllowance } from '../platform/file-allowance.ts'
import type { JobWork } from '../platform/jobs/runner.ts'
import type { OAuthStore } from '../platform/oauth/ports.ts'
import type { Usage } from '../platform/usage.ts'
import type { UsageAlerts } from '../platform/usage-alerts.ts'
import { localFile } from '../transports/client/local-call.ts'
import { createApp } from '../transports/http/app.ts'
import { fileRoutes } from '../transports/http/files.ts'
import { pageRoutes } from '../transports/http/pages.ts'
import { callerCall } from '../transports/mcp/http/caller-call.ts'
import { mcpRoutes } from '../transports/mcp/http/routes.ts'
import { createMcpServer } from '../transports/mcp/server.ts'
import { createOAuth } from '../transports/oauth/routes.ts'
import { ogcRoutes } from '../transports/ogc/routes.ts'
import { openApi } from '../transports/rest/openapi.ts'
import { restRoutes } from '../transports/rest/routes.ts'
import { rpcRoutes } from '../transports/rpc/routes.ts'
import { tileRoutes } from '../transports/tiles/routes.ts'
import { createHomePicture } from '../transports/web/home-picture.ts'
import { problemPage } from '../transports/web/problem-page.ts'
import { type WebOptions, webRoutes } from '../transports/web/routes.ts'
import type { Clock } from '../util/clock.ts'
import type { Log } from '../util/log.ts'
import type { Random } from '../util/random.ts'
import { PACKAGE_VERSION } from './package-version.ts'

export interface Parts
  extends Pick<ExecutePorts, 'identify' | 'rateLimiter' | 'quota' | 'idempotencyKeys' | 'jobs'>,
    Pick<WebOptions, 'attempts' | 'sessions' | 'signIns' | 'unsubscribes' | 'emailPreferences'> {
  readonly catalog: Catalog
  readonly disputes: Disputes
  readonly areas: Areas
  readonly renderer: GeometryRenderer
  readonly files: FileStore
  /** Where blocks of tiles are kept. */
  readonly blocks: Required<Pick<TilesParts, 'files' | 'bundled'>>
  readonly fileAllowance: FileAllowance
  readonly accounts: Services['accounts']
  readonly keys: Services['keys']
  readonly feeds: WebOptions['feeds']
  readonly deviceSignIns: DeviceSignIns
  readonly oauth: OAuthStore
  /** Makes this process refuse revoked tokens at once. */
  readonly forgetTokens: () => void
  readonly feedback: Services['feedback']
  readonly usage: Usage
  readonly usageAlerts: Pick<UsageAlerts, 'note'>
  /** Rejects while the stores are unavailable. */
  readonly ready: () => Promise<void>
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly settings: Settings
}

export interface Settings {
  readonly baseUrl: string
  /** Public address of exported files; null: under `baseUrl`. */
  readonly cdnUrl: string | null
  readonly maxInlineBytes: number
  /** How long files of areas and unions are kept. */
  readonly fileTtlSeconds: number
  readonly cacheBytes: number
  readonly trustedProxies: number
  /** Calls that concern no account need no key. */
  readonly isOpen: boolean
  /** Units an hour that all visitors of the explorer without an account share. */
  readonly demonstrationUnits: number
  readonly deviceCodeTtlSeconds: number
  /** Null: mails are written to files in the data directory. */
  readonly smtpUrl: string | null
}

export interface Composed {
  readonly ops: readonly AnyOp[]
  readonly execute: Execute
  readonly app: RequestListener
  readonly jobWork: JobWork
}

export const compose = (parts: Parts): Composed => {
  const { catalog, clock, files, log, random, renderer, settings, usage } = parts
  const filesUrl = settings.cdnUrl ?? `${settings.baseUrl}/files`
  const services: Services = {
    catalog,
    disputes: parts.disputes,
    renderer,
    answers: new ResponseCache(settings.cacheBytes),
    points: createPointTester({ catalog, renderer, maxBytes: settings.cacheBytes }),
    areas: parts.areas,
    exporter: createExporter({ store: files, catalog, renderer }),
    expiringFiles: createExpiringFiles({
      files,
      allowance: parts.fileAllowance,
      ttlSeconds: settings.fileTtlSeconds,
      filesUrl,
      clock,
    }),
    accounts: parts.accounts,
    keys: parts.keys,
    deviceSignIns: parts.deviceSignIns,
    emailPreferences: parts.emailPreferences,
    usage,
    jobs: parts.jobs,
    feedback: parts.feedback,
    filesUrl,
    describeOps: () => OPS.map(describeOp),
    baseUrl: settings.baseUrl,
    maxInlineBytes: settings.maxInlineBytes,
  }
  const record = (call: CallRecord) => {
    countCall(parts, call)
    logCall(log, call)
  }
  const unpaidWork = createUnpaidWork(parts.attempts, clock, log)
  const demonstration = new DemonstrationBudget(settings.demonstrationUnits, parts.attempts, services)
  const { isOpen } = settings
  const execute = createExecute({
    ...parts,
    demonstration,
    isOpen,
    unpaidWork,
    record,
    services,
    clock,
  })
  const runner = { execute, baseUrl: settings.baseUrl, log }
  const oauth = createOAuth({
    ...parts,
    store: parts.oauth,
    deviceAccesses: parts.deviceSignIns.accesses,
    baseUrl: settings.baseUrl,
    deviceCodeSeconds: settings.deviceCodeTtlSeconds,
  })
  const admit = createAdmit(parts)
  const app = createApp({
    routes: [
      ...restRoutes(OPS, runner),
      ...rpcRoutes(OPS, runner),
      ...oauth.routes,
      ...mcpRoutes({
        ops: OPS,
        baseUrl: settings.baseUrl,
        admit,
        access: { demonstration, isOpen },
        serverFor: (request, admitted) =>
          createMcpServer({
            version: PACKAGE_VERSION,
            ops: OPS,
            call: callerCall({ ...runner, ops: OPS }, request, admitted),
            openFile: localFile(files, clock.now),
            languages: request.languages,
          }),
        random,
        log,
      }),
      ...fileRoutes(files, clock),
      ...tileRoutes({
        tiles: createTiles({ ...parts.blocks, catalog, renderer, maxBytes: settings.cacheBytes }),
        answers: services.answers,
        limits: parts.attempts,
        baseUrl: settings.baseUrl,
      }),
      ...ogcRoutes({ catalog, baseUrl: settings.baseUrl, admit, runner, clock }),
      ...pageRoutes({
        ready: parts.ready,
        clock,
        openApi: () => openApi(OPS, settings.baseUrl),
      }),
      ...webRoutes({
        ...parts,
        ...oauth,
        baseUrl: settings.baseUrl,
        mailsStayHere: settings.smtpUrl === null,
        isOpen,
        demonstrationUnits: settings.demonstrationUnits,
        homePicture: createHomePicture(parts),
        ops: OPS,
        runner,
      }),
    ],
    problemPage: (failure, call) => problemPage(failure, { ...call, isOpen }),
    baseUrl: settings.baseUrl,
    trustedProxies: settings.trustedProxies,
    log,
    random,
  })
  const jobWork = createJobHandler({
    ops: OPS,
    services,
    record,
    unpaidWork,
    log,
    baseUrl: settings.baseUrl,
  })
  return { ops: OPS, execute, app, jobWork }
}

const countCall = (
  { usage, usageAlerts }: Pick<Parts, 'usage' | 'usageAlerts'>,
  { op, caller, units, cacheHit, problem, deferred }: CallRecord,
): void => {
  if (caller?.kind !== 'account' || deferred) return
  usage.count({ accountId: caller.accountId, op, units, cacheHit })
  if (units > 0 || problem?.code === 'quota_exceeded') usageAlerts.note(caller)
}

const logCall = (log: Log, { op, requestId, caller, units, problem, durationMs }: CallRecord): void =>
  log.debug(
    { op, requestId, caller: caller?.kind ?? null, units, code: problem?.code ?? null, durationMs },
    'call',
  )
