/** The opened and composed service, as commands and the server use it. Created in `app/main.ts`. */

import type { ImportRecord, ImportRemoval } from '../domain/catalog/ports.ts'
import type { Enrich } from '../domain/enrich/ports.ts'
import type { FileStore } from '../domain/files/ports.ts'
import type { PrefetchOptions, PrefetchSummary } from '../domain/live/prefetch.ts'
import type { AllTilesRequest } from '../domain/tiles/all-tiles.ts'
import type { ArchiveFacts } from '../domain/tiles/pmtiles.ts'
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
  /** Returns the operations and the HTTP application for a public address. */
  composeAt(baseUrl: string): Composed
  readonly files: Pick<FileStore, 'read'>
  createKey(request: { readonly email: string; readonly plan: string | null }): Promise<CreatedKey>
  /** Returns the account of a key; null if the key is mistyped, unknown or revoked. */
  accountOfKey(apiKey: string): Promise<string | null>
  /** Returns false if no account has the address. */
  setPlan(email: string, plan: string): Promise<boolean>
  sendProductUpdate(request: ProductUpdateRequest): Promise<ProductUpdateReport>
  readonly setFeedbackStatus: Feedback['setStatus']
  /** Returns the audit trail, newest first; null if no account has the address. */
  listAudit(
    query: Omit<AuditQuery, 'accountId'> & { readonly email: string | null },
  ): Promise<readonly AuditRecord[] | null>
  /** Does work that would delay the first calls. Await it before serving. */
  prepare(signal: AbortSignal): Promise<void>
  /** Loads the planner, for which the first description would wait. */
  loadPlanner(): Promise<void>
  /** Call it every `HEARTBEAT_EVERY_MS` while serving. */
  sendHeartbeat(): Promise<void>
  /** Call it every `SWEEP_EVERY_MS` while serving. */
  sweepIdempotencyKeys(): Promise<void>
  /** Deletes expired files. Call it periodically while serving. */
  sweepFiles(): Promise<void>
  /** Deletes expired authorizations and tokens, and unused clients. Call it periodically while serving. */
  sweepOAuth(): Promise<void>
  /** Creates the job runner of this process. Call `tick` and `sweep` periodically, and close it before the service. */
  openJobRunner(baseUrl: string): JobRunner
  /** Call it every `FLUSH_EVERY_MS` while serving. */
  flushUsage(): Promise<void>
  /** Call it every `AUDIT_EVERY_MS` while serving. */
  flushAudit(): Promise<void>
  /** Call it every `AUDIT_SWEEP_EVERY_MS`. */
  sweepAudit(): Promise<void>
  /** Call it every `ALERT_EVERY_MS` while serving, and once at the end. */
  sendUsageAlerts(): Promise<void>
  /** Call it every `LIVE_SWEEP_EVERY_MS` while serving. */
  sweepLiveMap(): Promise<void>
  /** Creates the mail delivery. Call `run` every `SEND_EVERY_MS`, and close it before the service. */
  openDelivery(transport: MailTransport, baseUrl: string): MailDelivery
  importFile(
    request: Pick<ImportOptions, 'file' | 'allowOlder' | 'onProgress' | 'signal'> & {
      readonly preparesTiles: boolean
    },
  ): Promise<ImportReport>
  listImports(): Promise<readonly ImportRecord[]>
  /** Returns null if there is no such import. */
  removeImport(id: number): Promise<ImportRemoval | null>
  /** Adds the containing boundaries to each point of a file. */
  readonly enrich: Enrich
  /** Fetches a boundary and its subdivisions from the live map. Rejects if the settings do not allow it. */
  prefetch(
    request: Pick<PrefetchOptions, 'reference' | 'levels' | 'onProgress' | 'signal'>,
  ): Promise<PrefetchSummary>
  /** Draws all tiles of a set, of one country or of all; returns null if there is no such boundary. */
  drawTiles(
    request: Omit<AllTilesRequest, 'boxes' | 'atOnce'> & { readonly country: string | null },
  ): Promise<Pick<ArchiveFacts, 'bounds' | 'metadata'> | null>
  close(): Promise<void>
}
