/** The parts of which the service is composed, and its settings. */
import type { Areas } from '../domain/area/areas.ts'
import type { Catalog } from '../domain/catalog/catalog.ts'
import type { Disputes } from '../domain/catalog/disputes.ts'
import type { FileStore } from '../domain/files/ports.ts'
import type { GeometryRenderer } from '../domain/render/renderer.ts'
import type { TilesParts } from '../domain/tiles/tiles.ts'
import type { ExecutePorts } from '../op/execute.ts'
import type { Services } from '../op/services.ts'
import type { DeviceSignIns } from '../platform/device-sign-in/device-sign-ins.ts'
import type { FileAllowance } from '../platform/file-allowance.ts'
import type { OAuthStore } from '../platform/oauth/ports.ts'
import type { Usage } from '../platform/usage.ts'
import type { UsageAlerts } from '../platform/usage-alerts.ts'
import type { WebOptions } from '../transports/web/routes.ts'
import type { Clock } from '../util/clock.ts'
import type { Log } from '../util/log.ts'
import type { Random } from '../util/random.ts'

export interface Parts
  extends Pick<ExecutePorts, 'identify' | 'rateLimiter' | 'quota' | 'idempotencyKeys' | 'jobs'>,
    Pick<WebOptions, 'rateLimits' | 'sessions' | 'signIns' | 'unsubscribes' | 'emailPreferences'> {
  readonly catalog: Catalog
  readonly yieldToEventLoop: Services['yieldToEventLoop']
  readonly disputes: Disputes
  readonly areas: Areas
  readonly renderer: GeometryRenderer
  readonly files: FileStore
  /** Storage of prepared blocks of tiles. */
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
  /** Public address of exported files; null for an address below `baseUrl`. */
  readonly cdnUrl: string | null
  readonly maxInlineBytes: number
  /** Time for which files of areas and unions are kept. */
  readonly fileTtlSeconds: number
  readonly cacheBytes: number
  readonly trustedProxies: number
  /** True if calls that concern no account need no key. */
  readonly isOpen: boolean
  /** Units an hour that all visitors of the explorer without an account share. */
  readonly demonstrationUnits: number
  readonly deviceCodeTtlSeconds: number
  /** Null to write emails to files in the data directory. */
  readonly smtpUrl: string | null
}
