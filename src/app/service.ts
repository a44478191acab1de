/** What commands and the server are given: everything opened and composed. Made in `app/main.ts`. */

import type { ImportRecord, ImportRemoval } from '../domain/catalog/ports.ts'
import type { FileStore } from '../domain/files/ports.ts'
import type { AuditQuery, AuditRecord } from '../platform/audit/ports.ts'
import type { Feedback } from '../platform/feedback/feedback.ts'
import type { JobRunner } from '../platform/jobs/runner.ts'
import type { CreatedKey } from '../platform/keys.ts'
import type { MailDelivery } from '../platform/mail/delivery.ts'
import type { MailTransport } from '../platform/mail/ports.ts'
import type { ProductUpdateReport, ProductUpdateRequest } from '../platform/mail/product-update.ts'
import type { ImportOptions, ImportReport } from '../sources/extract/import.ts'
import type { Composed } from './compose.ts'

export interface Service {
  /** The operations and the application, for callers who reach them under the address. */
  composeAt(baseUrl: string): Composed
  readonly files: Pick<FileStore, 'read'>
  createKey(request: { readonly email: string; readonly plan: string | null }): Promise<CreatedKey>
  /** Whose key it is; null when it is mistyped, unknown or revoked. */
  accountOfKey(apiKey: string): Promise<string | null>
  /** False when no account has the address. */
  setPlan(email: string, plan: string): Promise<boolean>
  sendProductUpdate(request: ProductUpdateRequest): Promise<ProductUpdateReport>
  readonly setFeedbackStatus: Feedback['setStatus']
  /** The audit trail, the last first; null when no account has the address. */
  listAudit(
    query: Omit<AuditQuery, 'accountId'> & { readonly email: string | null },
  ): Promise<readonly AuditRecord[] | null>
  /** What would hold up the first questions; to be awaited before calls are served. */
  prepare(signal: AbortSignal): Promise<void>
  /** Loads what the first description would wait for. */
  loadPlanner(): Promise<void>
  /** To be called every `HEARTBEAT_EVERY_MS` while calls are served. */
  sendHeartbeat(): Promise<void>
  /** To be called every `SWEEP_EVERY_MS` while calls are served. */
  sweepIdempotencyKeys(): Promise<void>
  /** Removes the files that have expired. To be called now and then while calls are served. */
  sweepFiles(): Promise<void>
  /** Runs the jobs of callers here. Its `tick` and `sweep` are to be called now and then; to be closed before the service. */
  openJobRunner(baseUrl: string): JobRunner
  /** To be called every `FLUSH_EVERY_MS` while calls are served. */
  flushUsage(): Promise<void>
  /** To be called every `AUDIT_EVERY_MS` while calls are served. */
  flushAudit(): Promise<void>
  /** To be called every `AUDIT_SWEEP_EVERY_MS`. */
  sweepAudit(): Promise<void>
  /** To be called every `ALERT_EVERY_MS` while calls are served, and once more at the end. */
  sendUsageAlerts(): Promise<void>
  /** To be run every `SEND_EVERY_MS`, and closed before the service. */
  openDelivery(transport: MailTransport, baseUrl: string): MailDelivery
  importFile(
    request: Pick<ImportOptions, 'file' | 'allowOlder' | 'onProgress' | 'signal'>,
  ): Promise<ImportReport>
  listImports(): Promise<readonly ImportRecord[]>
  /** Null when there is no such import. */
  removeImport(id: number): Promise<ImportRemoval | null>
  close(): Promise<void>
}
