/** What operations work with. Composed once in `main.ts`; tests compose their own. */
import type { Areas } from '../domain/area/areas.ts'
import type { PointTester } from '../domain/boundary/point-tester.ts'
import type { GeometryRenderer } from '../domain/boundary/renderer.ts'
import type { Catalog } from '../domain/catalog/catalog.ts'
import type { Disputes } from '../domain/catalog/disputes.ts'
import type { Exporter } from '../domain/files/exporter.ts'
import type { FileStore } from '../domain/files/ports.ts'
import type { Accounts } from '../platform/accounts.ts'
import type { DeviceSignIns } from '../platform/device-sign-in/device-sign-ins.ts'
import type { Feedback } from '../platform/feedback/feedback.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { Keys } from '../platform/keys.ts'
import type { EmailPreferenceStore } from '../platform/mail/ports.ts'
import type { Usage } from '../platform/usage.ts'
import type { AnyOp } from './define.ts'
import type { ReadyBodies } from './ready-bodies.ts'

export interface Services {
  readonly catalog: Catalog
  readonly disputes: Disputes
  readonly renderer: GeometryRenderer
  /** Features that are kept ready to send. */
  readonly features: ReadyBodies
  readonly points: PointTester
  readonly areas: Areas
  readonly exporter: Exporter
  readonly files: FileStore
  /** Address below which exported files are public, without a slash at its end. */
  readonly filesUrl: string
  readonly accounts: Accounts
  readonly keys: Pick<Keys, 'add' | 'list' | 'revoke'>
  readonly deviceSignIns: Pick<DeviceSignIns, 'start' | 'poll'>
  readonly emailPreferences: Pick<EmailPreferenceStore, 'change'>
  readonly usage: Usage
  readonly jobs: Pick<Jobs, 'find' | 'answer' | 'watch' | 'cancel'>
  readonly feedback: Feedback
  /** The registry: every operation of the service. */
  readonly ops: readonly AnyOp[]
  readonly baseUrl: string
  readonly maxInlineBytes: number
}
