/** The whole service over the made-up world, listening on a free port: for tests of what callers see. */

import { composeApp } from '../../src/app/compose-app.ts'
import { type Composed, compose, type ServiceParts } from '../../src/app/compose-service.ts'
import type { Compute } from '../../src/compute/port.ts'
import { createAreas } from '../../src/domain/area/areas.ts'
import type { Planner } from '../../src/domain/area/ports.ts'
import { createRulePlanner } from '../../src/domain/area/rules/planner.ts'
import type { Catalog } from '../../src/domain/catalog/catalog.ts'
import type { Disputes } from '../../src/domain/catalog/disputes.ts'
import type { FileStore } from '../../src/domain/files/ports.ts'
import type { AccountView } from '../../src/platform/accounts.ts'
import type { Feedback } from '../../src/platform/feedback/feedback.ts'
import type { ItemView } from '../../src/platform/feedback/item.ts'
import type { EmailPreferences } from '../../src/platform/mail/ports.ts'
import { createMemoryRateLimitStore } from '../../src/platform/rate-limit/memory-store.ts'
import { createRateLimiter } from '../../src/platform/rate-limit/rate-limiter.ts'
import type { Session } from '../../src/platform/sign-in/ports.ts'
import { createUsage } from '../../src/platform/usage.ts'
import { listen, type ServerLimits } from '../../src/transports/http/server.ts'
import type { Viewer } from '../../src/transports/page/viewer.ts'
import { type Clock, systemClock } from '../../src/util/clock.ts'
import type { Log } from '../../src/util/log.ts'
import { systemRandom } from '../../src/util/random.ts'
import { doAlone } from '../../src/util/share-work.ts'
import { emptyOAuthStore } from '../doubles/empty-oauth-store.ts'
import { forgetfulIdempotencyKeys } from '../doubles/forgetful-idempotency.ts'
import { memoryFiles } from '../doubles/memory-files.ts'
import { NO_DISPUTES } from '../doubles/no-disputes.ts'
import { oneJob } from '../doubles/one-job.ts'
import { unlimitedQuota } from '../doubles/unlimited-quota.ts'
import { unlimitedRateLimitStore } from '../doubles/unlimited-rate-limit-store.ts'
import { VOCABULARY } from '../support/area-world.ts'
import { HERE } from '../support/compute.ts'
import { ALL_LAND } from '../support/land.ts'
import { silentBookkeeping } from '../support/silent-bookkeeping.ts'
import { madeUpCatalog } from './made-up-world.ts'

const NO_TOWNS = { named: () => [] }

const NO_BASE_TILES = {
  at: async () => ({ version: '', draw: async () => null }),
  attribution: async () => '',
}

const NO_BLOCKS = { read: async () => null, write: async () => {} }

export const KEY = 'mts_made-up-key'

/** Token of a signed-in session, and its account. */
export const SESSION = 'made-up-session'
export const VIEWER: Viewer = {
  accountId: 'a',
  email: 'ann@example.org',
  sessionId: 's',
  csrfToken: 'made-up-csrf-token',
}

const MADE_UP_SESSION: Session = {
  id: VIEWER.sessionId,
  accountId: VIEWER.accountId,
  csrfToken: VIEWER.csrfToken,
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  createdAtMs: 0,
  usedAtMs: 0,
  renewedAtMs: 0,
}

export interface LogLine {
  readonly level: string
  readonly facts: Readonly<Record<string, unknown>>
  readonly message: string
}

export interface MadeUpService extends Composed {
  readonly url: string
  readonly log: readonly LogLine[]
  readonly close: () => Promise<void>
}

const AT = '2026-01-02T03:04:05Z'
const ACCOUNT: AccountView = {
  email: 'ann@example.org',
  plan: 'unlimited',
  units: { used: 0, allowance: null, remaining: null, resetsAt: '2026-02-01T00:00:00Z' },
  callsPerMinute: null,
  profile: { name: null, company: null, useCase: null },
  createdAt: AT,
}

const madeUpAccount: Pick<ServiceParts, 'accounts' | 'keys'> = {
  accounts: { get: async () => ACCOUNT, changeProfile: async () => ACCOUNT },
  keys: {
    add: async () => ({
      id: 'k2',
      name: null,
      apiKey: 'mts_made-up-key-2',
      prefix: 'mts_made',
      createdAt: AT,
    }),
    list: async () => [],
    revoke: async () => AT,
  },
}

const EVERYTHING: EmailPreferences = {
  subscribed: true,
  kinds: { product_updates: true, usage_alerts: true, feedback_updates: true },
}

const madeUpSignIns: ServiceParts['deviceSignIns'] = {
  start: async () => ({
    deviceCode: 'made-up-device-code',
    userCode: 'BCDF-GHJK',
    expiresInSeconds: 900,
    intervalSeconds: 5,
  }),
  poll: async () => ({ result: 'key', apiKey: 'mts_made-up-key-3', email: 'ann@example.org' }),
  find: async () => 'unknown',
  approve: async () => 'unknown',
  deny: async () => 'unknown',
  accesses: { start: async () => {}, poll: async () => null, redeem: async () => false },
}

const ITEM: ItemView = {
  id: 1,
  kind: 'issue',
  title: 'An island is missing',
  details: '',
  status: 'open',
  upvotes: 1,
  upvoted: true,
  comments: [],
  commentCount: 0,
  op: null,
  requestId: null,
  createdAt: AT,
  updatedAt: AT,
}

const madeUpFeedback: Feedback = {
  post: async () => ({ item: ITEM, maskedFields: [], similar: [] }),
  comment: async () => ({ item: ITEM, maskedFields: [] }),
  upvote: async () => ITEM,
  removeUpvote: async () => ITEM,
  get: async () => ITEM,
  list: async () => ({ items: [ITEM], nextCursor: null }),
  setStatus: async () => 'changed',
  similarTo: async () => [],
}

const madeUpSessions: Pick<ServiceParts, 'sessions' | 'signIns'> = {
  sessions: {
    begin: async () => SESSION,
    find: async (token) =>
      token === SESSION ? { session: MADE_UP_SESSION, email: ACCOUNT.email, newToken: null } : null,
    list: async () => [MADE_UP_SESSION],
    end: async () => {},
    endAll: async () => {},
  },
  signIns: {
    start: async () => ({ browserToken: 'made-up-browser' }),
    preview: async () => null,
    byLink: async () => null,
    byCode: async () => ({ triesLeft: 0 }),
  },
}

export const BASE_URL = 'https://metes.example'

export const startService = async (
  options: Partial<ServiceParts['settings']> & {
    publicCallsPerMinute?: number
    /** Null, as by default: no limit. */
    planCallsPerMinute?: number | null
    readonly metrics?: ServiceParts['metrics']
    catalog?: Catalog
    catalogFor?: ServiceParts['catalogFor']
    disputes?: Disputes
    planner?: Planner
    compute?: Compute
    unready?: ServiceParts['readiness']['unready']
    log?: Log
    files?: FileStore
    fileAllowance?: ServiceParts['fileAllowance']
    clock?: Clock
    deviceSignIns?: ServiceParts['deviceSignIns']
    limits?: Partial<ServerLimits>
    rateLimits?: ServiceParts['rateLimits']
    quota?: ServiceParts['quota']
    idempotencyKeys?: ServiceParts['idempotencyKeys']
  } = {},
): Promise<MadeUpService> => {
  const lines: LogLine[] = []
  const write = (level: string) => (facts: LogLine['facts'], message: string) =>
    void lines.push({ level, facts, message })
  const log: Log = options.log ?? {
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
  }
  const catalog = options.catalog ?? madeUpCatalog()
  const disputes = options.disputes ?? NO_DISPUTES
  const compute = options.compute ?? HERE
  const catalogFor = options.catalogFor ?? (() => catalog)
  const composed = compose({
    catalog,
    catalogFor,
    yieldToEventLoop: async () => {},
    disputes,
    blocks: { files: NO_BLOCKS, bundled: NO_BLOCKS },
    baseTiles: NO_BASE_TILES,
    areas: createAreas({
      planner:
        options.planner ??
        createRulePlanner({
          catalogFor,
          gazetteer: NO_TOWNS,
          vocabulary: VOCABULARY,
          yieldToEventLoop: async () => {},
        }),
      catalogFor,
      disputes,
      land: ALL_LAND,
      compute,
    }),
    compute,
    files: options.files ?? memoryFiles(),
    fileAllowance: options.fileAllowance ?? {
      limitOf: () => null,
      take: async () => null,
      release: async () => {},
    },
    identify: {
      known: () => null,
      find: async (key) =>
        key === KEY ? { kind: 'account', accountId: 'a', keyId: 'k', plan: 'unlimited' } : null,
      findFeed: async () => null,
    },
    rateLimiter: createRateLimiter(
      {
        publicCallsPerMinute: options.publicCallsPerMinute ?? 10_000,
        defaultPlan: 'free',
        planCallsPerMinute: () => options.planCallsPerMinute ?? null,
      },
      createMemoryRateLimitStore(systemClock),
    ),
    quota: options.quota ?? unlimitedQuota,
    idempotencyKeys: options.idempotencyKeys ?? forgetfulIdempotencyKeys,
    jobs: oneJob,
    ...madeUpAccount,
    deviceSignIns: options.deviceSignIns ?? madeUpSignIns,
    oauth: emptyOAuthStore,
    feeds: { add: async () => null, list: async () => [], revoke: async () => false },
    forgetTokens: () => {},
    feedback: madeUpFeedback,
    emailPreferences: { find: async () => EVERYTHING, change: async () => EVERYTHING },
    isCharged: () => true,
    usageAlerts: { note: () => {} },
    metrics: options.metrics ?? null,
    unsubscribes: { look: async () => null, choose: async () => null },
    usage: createUsage({ add: async () => {}, since: async () => [] }, systemClock, silentBookkeeping),
    rateLimits: options.rateLimits ?? unlimitedRateLimitStore,
    ...madeUpSessions,
    readiness: { unready: options.unready ?? (() => null) },
    published: null,
    shareWork: doAlone,
    clock: options.clock ?? systemClock,
    random: systemRandom,
    log,
    settings: {
      baseUrl: BASE_URL,
      cdnUrl: null,
      maxInlineBytes: 1_000_000,
      fileTtlSeconds: 30 * 86_400,
      cacheBytes: 10_000_000,
      trustedProxies: 1,
      deviceCodeTtlSeconds: 900,
      smtpUrl: null,
      isOpen: false,
      embedOrigins: [],
      live: null,
      demonstrationUnits: 2_000,
      ...options,
    },
  })
  const server = await listen({
    host: '127.0.0.1',
    port: 0,
    baseUrlAt: () => BASE_URL,
    appAt: () => composeApp(composed.forApp),
    random: systemRandom,
    log,
    ...(options.limits && { limits: options.limits }),
  })
  return { ...composed, url: server.url, log: lines, close: server.close }
}
