/** The pages over a separate database, with mails captured. */
import { createAccounts } from '../../src/platform/accounts.ts'
import { createAudit } from '../../src/platform/audit/audit.ts'
import { createDeviceSignIns, type DeviceSignIns } from '../../src/platform/device-sign-in/device-sign-ins.ts'
import { createFeedback } from '../../src/platform/feedback/feedback.ts'
import { createNotices } from '../../src/platform/feedback/notice-mails.ts'
import { createFeeds } from '../../src/platform/feeds/feeds.ts'
import { createKeys } from '../../src/platform/keys.ts'
import type { Mail, Mailer } from '../../src/platform/mail/ports.ts'
import { createUnsubscribes } from '../../src/platform/mail/unsubscribe.ts'
import { openUnsubscribeTokens } from '../../src/platform/mail/unsubscribe-tokens.ts'
import { STANDARD_PLANS } from '../../src/platform/plans.ts'
import { createMemoryRateLimitStore } from '../../src/platform/rate-limit/memory-store.ts'
import type { RateLimitStore } from '../../src/platform/rate-limit/store.ts'
import { createSessions } from '../../src/platform/sign-in/sessions.ts'
import { createSignIns } from '../../src/platform/sign-in/sign-ins.ts'
import { createUsage } from '../../src/platform/usage.ts'
import type { Storage } from '../../src/storage/sql/stores.ts'
import { createApp } from '../../src/transports/http/app.ts'
import type { HttpRoute } from '../../src/transports/http/message.ts'
import { listen } from '../../src/transports/http/server.ts'
import type { publicFetch } from '../../src/transports/oauth/public-fetch.ts'
import { createOAuth } from '../../src/transports/oauth/routes.ts'
import { problemPage } from '../../src/transports/page/problem-page.ts'
import { webRoutes } from '../../src/transports/web/routes.ts'
import { systemClock } from '../../src/util/clock.ts'
import { systemRandom } from '../../src/util/random.ts'
import { unlimitedRateLimitStore } from '../doubles/unlimited-rate-limit-store.ts'
import { Browser } from './browser.ts'
import { temporaryStorage } from './databases.ts'
import { silentBookkeeping } from './silent-bookkeeping.ts'

export interface RunningWeb {
  readonly url: string
  readonly storage: Storage
  readonly mails: readonly Mail[]
  readonly deviceSignIns: Pick<DeviceSignIns, 'start'>
  /** Of the pages and of the authorization server. */
  readonly routes: readonly HttpRoute[]
  readonly browser: () => Browser
  readonly close: () => Promise<void>
}

const silent = { debug() {}, info() {}, warn() {}, error: console.error }

export const startWeb = async (
  pages: RateLimitStore = unlimitedRateLimitStore,
  fetchDocument?: typeof publicFetch,
): Promise<RunningWeb> => {
  const mails: Mail[] = []
  const storage = await temporaryStorage()
  const mailer: Mailer = { send: async (mail) => void mails.push(mail) }
  const parts = { clock: systemClock, random: systemRandom, bookkeeping: silentBookkeeping }
  const audit = createAudit(storage.audit, systemClock, silentBookkeeping)
  const sessions = createSessions({ store: storage.sessions, ...parts })
  const signIns = createSignIns({
    store: storage.signIns,
    accounts: storage.keys,
    audit,
    mailer,
    rateLimits: createMemoryRateLimitStore(systemClock),
    defaultPlan: 'free',
    ...parts,
  })
  const deviceSignIns = createDeviceSignIns({
    store: storage.deviceSignIns,
    profiles: storage.profiles,
    keys: storage.keys,
    rateLimits: createMemoryRateLimitStore(systemClock),
    lifetimeSeconds: 900,
    ...parts,
  })
  const unsubscribes = createUnsubscribes(storage.emailPreferences, () =>
    openUnsubscribeTokens(storage.secrets, systemRandom),
  )
  const services = {
    accounts: createAccounts({
      profiles: storage.profiles,
      units: storage.units,
      plans: STANDARD_PLANS,
      clock: systemClock,
    }),
    keys: createKeys({ store: storage.keys, audit, defaultPlan: 'free', ...parts }),
    feeds: createFeeds({ store: storage.feeds, audit, ...parts }),
    usage: createUsage(storage.usage, systemClock, silentBookkeeping),
    emailPreferences: storage.emailPreferences,
  }
  const notices = createNotices({ store: storage.feedback, mailer, log: silent })
  const feedbackAt = (baseUrl: string) =>
    createFeedback({ store: storage.feedback, notices, baseUrl, ...parts })
  let routes: readonly HttpRoute[] = []
  const server = await listen({
    host: '127.0.0.1',
    port: 0,
    baseUrlAt: (port) => `http://localhost:${port}`,
    appAt: (baseUrl) => {
      const oauth = createOAuth({
        ...parts,
        baseUrl,
        store: storage.oauth,
        deviceAccesses: deviceSignIns.accesses,
        deviceCodeSeconds: 900,
        rateLimits: pages,
        forgetTokens: () => {},
        log: silent,
        ...(fetchDocument && { fetch: fetchDocument }),
      })
      const web = webRoutes({
        ...parts,
        ...services,
        rateLimits: pages,
        baseUrl,
        sessions,
        signIns,
        deviceSignIns,
        unsubscribes,
        feedback: feedbackAt(baseUrl),
        ...oauth,
        homePicture: async () => null,
        isOpen: false,
        embedOrigins: ['https://shop.example.org'],
        demonstrationUnits: 0,
        catalog: { records: async () => new Map() },
        live: null,
        ops: [],
        runner: {
          execute: async () => Promise.reject(new Error('no operations')),
          transport: 'http',
          baseUrl,
          log: silent,
        },
        mailsStayHere: false,
      })
      routes = [...oauth.routes, ...web]
      return createApp({
        routes,
        baseUrl,
        trustedProxies: 1,
        problemPage,
        log: silent,
        random: systemRandom,
        overload: null,
      })
    },
    random: systemRandom,
    log: silent,
  })
  return {
    url: server.url,
    storage,
    mails,
    deviceSignIns,
    routes,
    browser: () => new Browser(server.url),
    close: async () => {
      await server.close()
      await storage.close()
    },
  }
}

/** Link, without the address of the service, and code of a sign-in mail. */
export const readSignInMail = ({ text }: Mail): { readonly link: string; readonly code: string } => ({
  link: String(/http:\/\/[^/]+(\/\S+)/.exec(text)?.[1]),
  code: String(/\b[A-Z]{4}-[A-Z]{4}\b/.exec(text)?.[0]),
})
