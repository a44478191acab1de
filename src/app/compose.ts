/** Composes the service from its parts: `execute`, the HTTP application, and the work of jobs. */
import type { RequestListener } from 'node:http'
import type { CallRecord, Execute } from '../op/call.ts'
import type { AnyOp } from '../op/define.ts'
import { createExecute } from '../op/execute.ts'
import { createJobHandler } from '../op/job-handler.ts'
import { DemonstrationBudget } from '../op/steps/demonstration.ts'
import { createUnpaidWork } from '../op/steps/unpaid-work.ts'
import { OPS } from '../ops/index.ts'
import type { JobWork } from '../platform/jobs/runner.ts'
import type { Log } from '../util/log.ts'
import { composeApp } from './compose-app.ts'
import type { Parts } from './service-parts.ts'
import { servicesOf } from './services-of.ts'

export interface Composed {
  readonly ops: readonly AnyOp[]
  readonly execute: Execute
  readonly app: RequestListener
  readonly jobWork: JobWork
}

export const compose = (parts: Parts): Composed => {
  const { clock, log, rateLimits, settings } = parts
  const { baseUrl, isOpen } = settings
  const services = servicesOf(parts)
  const record = (call: CallRecord) => {
    countCall(parts, call)
    logCall(log, call)
  }
  const unpaidWork = createUnpaidWork(rateLimits, clock, log)
  const demonstration = new DemonstrationBudget(settings.demonstrationUnits, rateLimits, services)
  const execute = createExecute({ ...parts, demonstration, isOpen, unpaidWork, record, services })
  return {
    ops: OPS,
    execute,
    app: composeApp(parts, {
      runner: { execute, baseUrl, log },
      answers: services.answers,
      demonstration,
    }),
    jobWork: createJobHandler({ ops: OPS, services, record, unpaidWork, log, baseUrl }),
  }
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
