/** The composition root: every adapter put behind its port, as the settings say. */
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openAttempts } from './attempts.ts'
import { compose } from './compose.ts'
import type { Config } from './config.ts'
import { createAreas } from './domain/area/areas.ts'
import type { GeometryRenderer } from './domain/boundary/renderer.ts'
import { createCatalog } from './domain/catalog/catalog.ts'
import { createDisputes } from './domain/catalog/disputes.ts'
import { givingWay } from './domain/catalog/giving-way.ts'
import type { LayerSource } from './domain/catalog/layers.ts'
import { openLandMask } from './land.ts'
import { openPlanner } from './planners.ts'
import { createAccounts } from './platform/accounts.ts'
import { createAudit } from './platform/audit/audit.ts'
import { createDeviceSignIns } from './platform/device-sign-in/device-sign-ins.ts'
import { createFeedback } from './platform/feedback/feedback.ts'
import { maskSecrets } from './platform/feedback/mask-secrets.ts'
import { createNotices } from './platform/feedback/notices.ts'
import { createJobs } from './platform/jobs/jobs.ts'
import { createJobRunner, type JobRunner } from './platform/jobs/runner.ts'
import { createKeys } from './platform/keys.ts'
import { createDelivery } from './platform/mail/delivery.ts'
import { createMailer } from './platform/mail/mailer.ts'
import { sendProductUpdate } from './platform/mail/product-update.ts'
import { createUnsubscribes } from './platform/mail/unsubscribe.ts'
import { openUnsubscribeTokens, type UnsubscribeTokens } from './platform/mail/unsubscribe-tokens.ts'
import { planOf, requirePlan } from './platform/plans.ts'
import { createQuota } from './platform/quota.ts'
import { createRateLimiter } from './platform/rate-limit.ts'
import { createRepeats } from './platform/repeats/repeats.ts'
import { createSessions } from './platform/sign-in/sessions.ts'
import { createSignIns } from './platform/sign-in/sign-ins.ts'
import { createUsage } from './platform/usage.ts'
import { createUsageAlerts } from './platform/usage-alerts.ts'
import { createInlineRenderer } from './pool/inline.ts'
import type { Service } from './service.ts'
import { openBundledAtlas } from './sources/atlas/bundled-atlas.ts'
import { bundledDisputes } from './sources/atlas/bundled-disputes.ts'
import { readCountryFacts } from './sources/country-facts.ts'
import { importExtract } from './sources/extract/import.ts'
import { openBundledGazetteer } from './sources/gazetteer/bundled-gazetteer.ts'
import { loadKindTables } from './sources/kinds/kind-tables.ts'
import { openFileStore } from './storage/files/open.ts'
import { openFiles, openServer } from './storage/sql/open-storage.ts'
import { systemClock } from './util/clock.ts'
import { createGiveWay } from './util/give-way.ts'
import { createLog } from './util/log.ts'
import { memo } from './util/memo.ts'
import { systemRandom } from './util/random.ts'

const DATA = fileURLToPath(new URL('../data', import.meta.url))

const MIB = 1024 * 1024
/** Polygons that points are tested against, decoded: the countries and regions that most points fall into. */
const POLYGON_BYTES = 256 * MIB

/** Jobs that run at once. A job waits for its thread a good part of the time, or for a model. */
const JOBS_PER_WORKER = 2
const LEAST_JOBS = 4

/** Opens everything and composes it. Nothing listens yet: a command asks it in its own process, and renders there. */
export const openService = async (
  config: Config,
  renderer: GeometryRenderer = createInlineRenderer(),
): Promise<Service> => {
  const storage =
    config.databaseUrl === null ? await openFiles(config.dataDir) : await openServer(config.databaseUrl)
  const atlas = config.sources.includes('atlas')
    ? await openBundledAtlas(`${DATA}/atlas`, config.dataDir)
    : null
  const log = createLog(config.logLevel, (line) => maskSecrets(line).text)
  const layers = { extract: storage.boundaries, atlas: atlas?.source } satisfies Record<
    string,
    LayerSource | undefined
  >
  const disputes = createDisputes(bundledDisputes(`${DATA}/atlas`))
  const catalog = createCatalog({
    sources: config.sources.flatMap((name) => layers[name] ?? []),
    polygonBytes: POLYGON_BYTES,
    facts: readCountryFacts(DATA),
    disputes,
  })
  const giveWay = createGiveWay(systemClock)
  const inTurns = givingWay(catalog, giveWay)
  const land = openLandMask({ packedIn: `${DATA}/land`, config, clock: systemClock, log })
  const drawing = { catalog: inTurns, land, renderer, disputes }
  const planner = openPlanner({
    settings: config.planner,
    drawing,
    catalog: inTurns,
    giveWay,
    openGazetteer: () => openBundledGazetteer(`${DATA}/gazetteer`, config.dataDir),
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
  const keys = createKeys({
    store: storage.keys,
    audit,
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
  const repeats = createRepeats({
    store: storage.repeats,
    owner: quota.owner,
    clock: systemClock,
    random: systemRandom,
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
  const attempts = await openAttempts(config.redisUrl, log)
  const sessions = createSessions({ store: storage.sessions, clock: systemClock, random: systemRandom })
  const signIns = createSignIns({
    store: storage.signIns,
    accounts: storage.keys,
    audit,
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
    lifetimeSeconds: config.deviceCodeTtlSeconds,
    clock: systemClock,
    random: systemRandom,
  })
  const usage = createUsage(storage.usage, systemClock)
  const notices = createNotices({ store: storage.feedback, mailer, log })
  const feedbackAt = (baseUrl: string) =>
    createFeedback({ store: storage.feedback, notices, clock: systemClock, random: systemRandom, baseUrl })
  const usageAlerts = createUsageAlerts({
    units: storage.units,
    profiles: storage.profiles,
    plans: config.plans,
    mailer,
    clock: systemClock,
  })
  // Made when the first mail needs it: most commands never do.
  let tokens: Promise<UnsubscribeTokens> | null = null
  const unsubscribeTokens = (): Promise<UnsubscribeTokens> => {
    tokens ??= openUnsubscribeTokens(storage.secrets, systemRandom).catch((error) => {
      tokens = null
      throw error
    })
    return tokens
  }
  const composeAt = memo((baseUrl: string) =>
    compose({
      catalog,
      disputes,
      areas,
      renderer,
      files,
      accounts,
      keys,
      deviceSignIns,
      emailPreferences: storage.emailPreferences,
      unsubscribes: createUnsubscribes(storage.emailPreferences, unsubscribeTokens),
      usage,
      feedback: feedbackAt(baseUrl),
      usageAlerts,
      identify: keys.identify,
      rateLimiter: createRateLimiter(
        {
          publicCallsPerMinute: config.publicCallsPerMinute,
          planCallsPerMinute: (plan) => planOf(config.plans, plan).callsPerMinute,
        },
        attempts,
      ),
      quota,
      repeats,
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
    setPlan: async (email, plan) => {
      requirePlan(config.plans, plan)
      return keys.setPlan(email, plan)
    },
    sendProductUpdate: (request) =>
      sendProductUpdate({ preferences: storage.emailPreferences, mailer }, request),
    setFeedbackStatus: feedbackAt(config.baseUrl).setStatus,
    listAudit: async ({ email, ...query }) => {
      const account = email === null ? null : await keys.accountOf(email)
      if (email !== null && account === null) return null
      return audit.list({ ...query, accountId: account?.id ?? null })
    },
    prepare: land.prepare,
    loadPlanner: planner.load,
    renewUnits: quota.renew,
    sweepRepeats: repeats.sweep,
    openJobRunner: (baseUrl) => {
      runner = createJobRunner({
        store: storage.jobs,
        work: composeAt(baseUrl).jobWork,
        owner: quota.owner,
        atOnce: Math.max(LEAST_JOBS, JOBS_PER_WORKER * config.workers),
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
    close: async () => {
      await renderer.close()
      await atlas?.close()
      await land.close()
      attempts.close()
      try {
        await notices.told()
        await quota.close()
        await usage.flush()
        await audit.flush()
      } finally {
        await storage.close()
      }
    },
  }
}
