/** The composition root: opens the adapters that the settings name and puts them behind their ports. */
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Config } from '../config/config.ts'
import { createAreas } from '../domain/area/areas.ts'
import type { GeometryRenderer } from '../domain/boundary/renderer.ts'
import { createCatalog } from '../domain/catalog/catalog.ts'
import { createDisputes } from '../domain/catalog/disputes.ts'
import type { LayerSource } from '../domain/catalog/layers.ts'
import { yieldingCatalog } from '../domain/catalog/yielding-catalog.ts'
import { createAccounts } from '../platform/accounts.ts'
import { createAudit } from '../platform/audit/audit.ts'
import { createBookkeeping } from '../platform/bookkeeping.ts'
import { createDeviceSignIns } from '../platform/device-sign-in/device-sign-ins.ts'
import { createFeedback } from '../platform/feedback/feedback.ts'
import { maskSecrets } from '../platform/feedback/mask-secrets.ts'
import { createNotices } from '../platform/feedback/notices.ts'
import { createFileAllowance } from '../platform/file-allowance.ts'
import { createIdempotencyKeys } from '../platform/idempotency/idempotency.ts'
import { createJobs } from '../platform/jobs/jobs.ts'
import { createJobRunner, type JobRunner } from '../platform/jobs/runner.ts'
import { createKeys } from '../platform/keys.ts'
import { createDelivery } from '../platform/mail/delivery.ts'
import { createMailer } from '../platform/mail/mailer.ts'
import { sendProductUpdate } from '../platform/mail/product-update.ts'
import { createUnsubscribes } from '../platform/mail/unsubscribe.ts'
import { openUnsubscribeTokens } from '../platform/mail/unsubscribe-tokens.ts'
import { planOf, requirePlan } from '../platform/plans.ts'
import { createQuota } from '../platform/quota.ts'
import { createRateLimiter } from '../platform/rate-limit.ts'
import { createSessions } from '../platform/sign-in/sessions.ts'
import { createSignIns } from '../platform/sign-in/sign-ins.ts'
import { createUsage } from '../platform/usage.ts'
import { createUsageAlerts } from '../platform/usage-alerts.ts'
import { createInlineRenderer } from '../pool/inline.ts'
import { openBundledAtlas } from '../sources/atlas/bundled-atlas.ts'
import { bundledDisputes } from '../sources/atlas/bundled-disputes.ts'
import { readCountryFacts } from '../sources/country-facts.ts'
import { importExtract } from '../sources/extract/import.ts'
import { loadKindTables } from '../sources/kinds/kind-tables.ts'
import { openLexicon } from '../sources/names/lexicon.ts'
import { openFileStore } from '../storage/files/open.ts'
import { openStorage } from '../storage/sql/open-storage.ts'
import { systemClock } from '../util/clock.ts'
import { closeAll } from '../util/close-all.ts'
import { lazily } from '../util/lazily.ts'
import { createLog } from '../util/log.ts'
import { memo } from '../util/memo.ts'
import { systemRandom } from '../util/random.ts'
import { createYieldToEventLoop } from '../util/yield-to-event-loop.ts'
import { compose } from './compose.ts'
import { openLandMask } from './land.ts'
import { openPlanner } from './planners.ts'
import { openRateLimitStore } from './rate-limit-store.ts'
import type { Service } from './service.ts'

const DATA = fileURLToPath(new URL('../../data', import.meta.url))

const MIB = 1024 * 1024
/** Cache of decoded polygons for point tests: the countries and regions that most points fall into. */
const POLYGON_BYTES = 256 * MIB

/** More jobs than threads, because a job often waits for its thread or for a model. */
const JOBS_PER_WORKER = 2
const MIN_JOBS = 4

/**
 * Opens and composes the service without listening: commands use it in their own process. The service takes over the renderer and closes
 * it, also when opening fails.
 */
export const openService = async (
  config: Config,
  renderer: GeometryRenderer = createInlineRenderer(),
): Promise<Service> => {
  const closes: (() => unknown)[] = []
  // In reverse order, since later parts depend on earlier ones; the renderer first.
  const close = () => closeAll([renderer.close, ...closes.toReversed()])
  try {
    return { ...(await openParts(config, renderer, closes)), close }
  } catch (error) {
    // The first error matters more than a failure to close.
    await close().catch(() => {})
    throw error
  }
}

/** Adds each part to `closes` as soon as it is open. */
const openParts = async (
  config: Config,
  renderer: GeometryRenderer,
  closes: (() => unknown)[],
): Promise<Omit<Service, 'close'>> => {
  const storage = await openStorage(config)
  closes.push(storage.close)
  const atlas = config.sources.includes('atlas')
    ? await openBundledAtlas(`${DATA}/atlas`, config.dataDir)
    : null
  if (atlas !== null) closes.push(atlas.close)
  const log = createLog(config.logLevel, (line) => maskSecrets(line).text)
  const layers = { extract: storage.boundaries, atlas: atlas?.source } satisfies Record<
    string,
    LayerSource | undefined
  >
  const disputes = createDisputes(bundledDisputes(`${DATA}/atlas`))
  const lexicon = openLexicon(DATA, config.dataDir)
  const catalog = createCatalog({
    sources: config.sources.flatMap((name) => layers[name] ?? []),
    polygonBytes: POLYGON_BYTES,
    facts: readCountryFacts(DATA),
    disputes,
    lexicon,
  })
  const yieldToEventLoop = createYieldToEventLoop(systemClock)
  const yielding = yieldingCatalog(catalog, yieldToEventLoop)
  const land = openLandMask({ packedIn: `${DATA}/land`, config, clock: systemClock, log })
  closes.push(land.close)
  const drawing = { catalog: yielding, land, renderer, disputes }
  const planner = openPlanner({
    settings: config.planner,
    drawing,
    catalog: yielding,
    yieldToEventLoop,
    lexicon,
    vocabularyDirectory: `${DATA}/areas`,
    clock: systemClock,
    log,
  })
  const areas = createAreas({ planner, ...drawing })
  const files = await openFileStore(
    { url: config.filesUrl, directory: join(config.dataDir, 'files'), s3Defaults: config.s3Defaults },
    { clock: systemClock, random: systemRandom },
  )
  const audit = createAudit(storage.audit, systemClock)
  closes.push(audit.flush)
  const bookkeeping = createBookkeeping({ log, clock: systemClock })
  const keys = createKeys({
    store: storage.keys,
    audit,
    bookkeeping,
    defaultPlan: config.defaultPlan,
    clock: systemClock,
    random: systemRandom,
  })
  const quota = createQuota({
    store: storage.units,
    plans: config.plans,
    clock: systemClock,
    random: systemRandom,
  })
  closes.push(quota.close)
  const idempotencyKeys = createIdempotencyKeys({
    store: storage.idempotency,
    owner: quota.owner,
    clock: systemClock,
    random: systemRandom,
  })
  const fileAllowance = createFileAllowance({
    store: storage.accountFiles,
    plans: config.plans,
    clock: systemClock,
  })
  let runner: JobRunner | null = null
  const jobs = createJobs({
    store: storage.jobs,
    clock: systemClock,
    random: systemRandom,
    sleep: (durationMs, signal) => setTimeout(durationMs, undefined, { signal }),
    wake: () => void runner?.tick(),
  })
  const accounts = createAccounts({
    profiles: storage.profiles,
    units: storage.units,
    plans: config.plans,
    clock: systemClock,
  })
  const mailer = createMailer({
    store: storage.mails,
    preferences: storage.emailPreferences,
    clock: systemClock,
    random: systemRandom,
  })
  const attempts = await openRateLimitStore(
    config.redisUrl,
    async (key) => (await storage.secretKey()).hash('attempts', key),
    log,
  )
  closes.push(attempts.close)
  const sessions = createSessions({
    store: storage.sessions,
    bookkeeping,
    clock: systemClock,
    random: systemRandom,
  })
  const signIns = createSignIns({
    store: storage.signIns,
    accounts: storage.keys,
    audit,
    bookkeeping,
    mailer,
    attempts,
    defaultPlan: config.defaultPlan,
    clock: systemClock,
    random: systemRandom,
  })
  const deviceSignIns = createDeviceSignIns({
    store: storage.deviceSignIns,
    profiles: storage.profiles,
    keys: storage.keys,
    attempts,
    bookkeeping,
    lifetimeSeconds: config.deviceCodeTtlSeconds,
    clock: systemClock,
    random: systemRandom,
  })
  const usage = createUsage(storage.usage, systemClock)
  closes.push(usage.flush)
  const notices = createNotices({ store: storage.feedback, mailer, log })
  closes.push(notices.settled)
  const feedbackAt = (baseUrl: string) =>
    createFeedback({ store: storage.feedback, notices, clock: systemClock, random: systemRandom, baseUrl })
  const usageAlerts = createUsageAlerts({
    units: storage.units,
    profiles: storage.profiles,
    plans: config.plans,
    mailer,
    clock: systemClock,
  })
  // Opened on first use; most commands never need it.
  const unsubscribeTokens = lazily(() => openUnsubscribeTokens(storage.secrets, systemRandom)).get
  const composeAt = memo((baseUrl: string) =>
    compose({
      catalog,
      disputes,
      areas,
      renderer,
      files,
      fileAllowance,
      accounts,
      keys,
      deviceSignIns,
      emailPreferences: storage.emailPreferences,
      unsubscribes: createUnsubscribes(storage.emailPreferences, unsubscribeTokens),
      usage,
      feedback: feedbackAt(baseUrl),
      usageAlerts,
      identify: { known: keys.known, find: keys.identify },
      rateLimiter: createRateLimiter(
        {
          publicCallsPerMinute: config.publicCallsPerMinute,
          planCallsPerMinute: (plan) => planOf(config.plans, plan).callsPerMinute,
        },
        attempts,
      ),
      quota,
      idempotencyKeys,
      attempts,
      jobs,
      sessions,
      signIns,
      ready: async () => {
        await catalog.version()
        await files.check()
      },
      clock: systemClock,
      random: systemRandom,
      log,
      settings: { ...config, baseUrl },
    }),
  )
  return {
    composeAt,
    files,
    createKey: async ({ email, plan }) => {
      if (plan !== null) requirePlan(config.plans, plan)
      return keys.create({ email, plan })
    },
    accountOfKey: async (apiKey) => (await keys.identify(apiKey, null))?.accountId ?? null,
    setPlan: async (email, plan) => {
      requirePlan(config.plans, plan)
      return keys.setPlan(email, plan)
    },
    sendProductUpdate: (request) =>
      sendProductUpdate({ preferences: storage.emailPreferences, mailer }, request),
    setFeedbackStatus: feedbackAt(config.baseUrl).setStatus,
    listAudit: async ({ email, ...query }) => {
      const account = email === null ? null : await keys.requireAccount(email)
      if (email !== null && account === null) return null
      return audit.list({ ...query, accountId: account?.id ?? null })
    },
    prepare: async (signal) => {
      await storage.secretKey()
      await land.prepare(signal)
    },
    loadPlanner: planner.load,
    sendHeartbeat: quota.heartbeat,
    sweepIdempotencyKeys: idempotencyKeys.sweep,
    sweepFiles: async () => {
      const nowMs = systemClock.now()
      await storage.accountFiles.sweep(nowMs)
      await files.removeExpired(nowMs)
    },
    openJobRunner: (baseUrl) => {
      runner = createJobRunner({
        store: storage.jobs,
        work: composeAt(baseUrl).jobWork,
        owner: quota.owner,
        atOnce: Math.max(MIN_JOBS, JOBS_PER_WORKER * config.workers),
        clock: systemClock,
        random: systemRandom,
        log,
      })
      return runner
    },
    flushUsage: usage.flush,
    flushAudit: audit.flush,
    sweepAudit: audit.sweep,
    sendUsageAlerts: usageAlerts.send,
    openDelivery: (transport, baseUrl) =>
      createDelivery({
        store: storage.mails,
        preferences: storage.emailPreferences,
        transport,
        openTokens: unsubscribeTokens,
        baseUrl,
        clock: systemClock,
        random: systemRandom,
        log,
      }),
    importFile: (request) =>
      importExtract({
        ...request,
        store: storage.boundaries,
        below: atlas === null ? [] : [atlas.source],
        kinds: loadKindTables(`${DATA}/kinds`),
        coast: land,
        dataDirectory: config.dataDir,
        clock: systemClock,
      }),
    listImports: () => storage.boundaries.imports(),
    removeImport: (id) => storage.boundaries.removeImport(id),
  }
}
