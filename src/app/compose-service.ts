/** Composes the service from its parts: the services of operations, `execute`, and the work of jobs. */
import { createPointTester } from '../domain/catalog/point-tester.ts'
import { createExporter } from '../domain/files/exporter.ts'
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
import { createVisitorWork } from '../op/steps/visitor-work.ts'
import type { FileAllowance } from '../platform/file-allowance.ts'
import type { JobWork } from '../platform/jobs/runner.ts'
import { inOneVersion } from '../platform/publishing/ports.ts'
import type { RateLimiter } from '../platform/rate-limit/rate-limiter.ts'
import type { Usage } from '../platform/usage.ts'
import type { UsageAlerts } from '../platform/usage-alerts.ts'
import { cacheFigures } from '../util/cache-figures.ts'
import type { Log } from '../util/log.ts'
import type { ShareWork } from '../util/share-work.ts'
import type { AppCalls, AppParts } from './compose-app.ts'

/** What `app/open/` opens, as operations, the steps of a call and transports declare it. */
export type ServiceParts = Omit<Services, keyof ReturnType<typeof derivedServices>> &
  Omit<ExecutePorts, keyof ReturnType<typeof stepsOf>> &
  AppParts &
  CallParts

/** For the steps of a call. */
interface CallParts {
  readonly fileAllowance: FileAllowance
  readonly rateLimiter: RateLimiter
  /** True if the plan has monthly units. */
  readonly isCharged: (plan: string) => boolean
  readonly usage: Usage
  readonly usageAlerts: Pick<UsageAlerts, 'note'>
  readonly shareWork: ShareWork
}

export interface Composed {
  /** Loads all operations; `loadOp` loads one. */
  readonly opNamed: (name: string) => Promise<AnyOp | undefined>
  readonly execute: Execute
  readonly jobWork: JobWork
  /** For `composeApp`: a service without routes loads no transport. */
  readonly forApp: AppParts & AppCalls
}

export const compose = (parts: ServiceParts): Composed => {
  const { log, settings } = parts
  const { baseUrl } = settings
  const services: Services = { ...parts, ...derivedServices(parts) }
  const steps = stepsOf(parts, services)
  const execute = createExecute({ ...parts, ...steps })
  return {
    opNamed,
    execute,
    jobWork: inVersions(parts, createJobHandler({ ...steps, opNamed, log, baseUrl })),
    forApp: { ...parts, ...steps, runner: { execute, baseUrl, log } },
  }
}

/** A job reads one version of a published catalog, from its beginning to its end. */
const inVersions = ({ published }: Pick<AppParts, 'published'>, work: JobWork): JobWork =>
  published === null
    ? work
    : { ...work, run: (order, hooks) => inOneVersion(published.pin, () => work.run(order, hooks)) }

const allOps = async (): Promise<readonly AnyOp[]> => (await import('../ops/index.ts')).OPS

const opNamed = async (wanted: string): Promise<AnyOp | undefined> =>
  (await allOps()).find(({ name }) => name === wanted)

/** Services that are made of others. */
const derivedServices = (parts: AppParts & CallParts) => {
  const { catalog, clock, compute, files, metrics, settings, shareWork } = parts
  const { baseUrl, cacheBytes, fileTtlSeconds, maxInlineBytes } = settings
  const filesUrl = settings.cdnUrl ?? `${baseUrl}/files`
  const answers = new ResponseCache(cacheBytes, shareWork)
  const points = createPointTester({ catalog, compute, maxBytes: cacheBytes })
  metrics?.add([...cacheFigures('answers', answers), ...cacheFigures('point_indexes', points.cache)])
  return {
    answers,
    points,
    exporter: createExporter({ store: files, catalog, compute, shareWork }),
    expiringFiles: createExpiringFiles({
      files,
      allowance: parts.fileAllowance,
      ttlSeconds: fileTtlSeconds,
      filesUrl,
      clock,
    }),
    filesUrl,
    describeOps: async () => (await allOps()).map(describeOp),
    baseUrl,
    maxInlineBytes,
  }
}

const stepsOf = (parts: AppParts & CallParts, services: Services) => {
  const { clock, isCharged, log, rateLimiter, rateLimits, settings } = parts
  return {
    services,
    demonstration: new DemonstrationBudget(settings.demonstrationUnits, rateLimits),
    isOpen: settings.isOpen,
    unpaidWork: createUnpaidWork({ rateLimits, isCharged, clock, log }),
    visitorWork: createVisitorWork({ rateLimiter, clock, log }),
    record: (call: CallRecord) => {
      countCall(parts, call)
      measureCall(parts, call)
      logCall(log, call)
    },
  }
}

const countCall = (
  { usage, usageAlerts }: CallParts,
  { op, caller, units, cacheHit, problem, deferred }: CallRecord,
): void => {
  if (caller?.kind !== 'account' || deferred) return
  usage.count({ accountId: caller.accountId, op, units, cacheHit })
  if (units > 0 || problem?.code === 'quota_exceeded') usageAlerts.note(caller)
}

const measureCall = (
  { metrics }: Pick<AppParts, 'metrics'>,
  { op, transport, units, problem, deferred, durationMs }: CallRecord,
): void =>
  metrics?.record(
    { operation: op, outcome: problem?.code ?? (deferred ? 'accepted' : 'ok'), durationMs, units },
    transport,
  )

const logCall = (log: Log, { op, requestId, caller, units, problem, durationMs }: CallRecord): void =>
  log.debug(
    { op, requestId, caller: caller?.kind ?? null, units, code: problem?.code ?? null, durationMs },
    'call',
  )
