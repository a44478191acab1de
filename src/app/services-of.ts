/** Returns the services that operations use, from the parts of the service. */
import { createExporter } from '../domain/files/exporter.ts'
import { createPointTester } from '../domain/render/point-tester.ts'
import { describeOp } from '../op/describe.ts'
import { createExpiringFiles } from '../op/response/expiring-files.ts'
import { ResponseCache } from '../op/response/response-cache.ts'
import type { Services } from '../op/services.ts'
import { OPS } from '../ops/index.ts'
import type { Parts } from './service-parts.ts'

export const servicesOf = (parts: Parts): Services => {
  const { catalog, clock, files, renderer, settings } = parts
  const filesUrl = settings.cdnUrl ?? `${settings.baseUrl}/files`
  return {
    catalog,
    yieldToEventLoop: parts.yieldToEventLoop,
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
    usage: parts.usage,
    jobs: parts.jobs,
    feedback: parts.feedback,
    filesUrl,
    describeOps: () => OPS.map(describeOp),
    baseUrl: settings.baseUrl,
    maxInlineBytes: settings.maxInlineBytes,
  }
}
