/** What handlers see: each names the services that it needs. `app/compose-service.ts` composes them once; tests compose their own. */
import type { Compute } from '../compute/port.ts'
import type { Areas } from '../domain/area/areas.ts'
import type { Catalog } from '../domain/catalog/catalog.ts'
import type { Disputes } from '../domain/catalog/disputes.ts'
import type { PointTester } from '../domain/catalog/point-tester.ts'
import type { Exporter } from '../domain/files/exporter.ts'
import type { Accounts } from '../platform/accounts.ts'
import type { DeviceSignIns } from '../platform/device-sign-in/device-sign-ins.ts'
import type { Feedback } from '../platform/feedback/feedback.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { Keys } from '../platform/keys.ts'
import type { EmailPreferenceStore } from '../platform/mail/ports.ts'
import type { Usage } from '../platform/usage.ts'
import type { WorkOwner } from '../util/work-owner.ts'
import type { YieldToEventLoop } from '../util/yield-to-event-loop.ts'
import type { OpDescription } from './op-description.ts'
import type { ExpiringFiles } from './response/expiring-files.ts'
import type { ResponseCache } from './response/response-cache.ts'

export interface Services {
  readonly catalog: Catalog
  /** The same, for what an owner asks of the live map. */
  readonly catalogFor: (owner: WorkOwner) => Catalog
  /** Called between the queries of a call that makes many to the catalog. */
  readonly yieldToEventLoop: YieldToEventLoop
  readonly disputes: Disputes
  readonly compute: Compute
  /** Cached answers, encoded. */
  readonly answers: ResponseCache
  readonly points: PointTester
  readonly areas: Areas
  readonly exporter: Exporter
  readonly expiringFiles: ExpiringFiles
  /** Address of the public exported files, without a trailing slash. */
  readonly filesUrl: string
  readonly accounts: Accounts
  readonly keys: Pick<Keys, 'add' | 'list' | 'revoke'>
  readonly deviceSignIns: Pick<DeviceSignIns, 'start' | 'poll'>
  readonly emailPreferences: Pick<EmailPreferenceStore, 'change'>
  readonly usage: Usage
  readonly jobs: Pick<Jobs, 'find' | 'answer' | 'watch' | 'cancel'>
  readonly feedback: Feedback
  /** The public descriptions of all operations. */
  readonly describeOps: () => Promise<readonly OpDescription[]>
  readonly baseUrl: string
  readonly maxInlineBytes: number
}
