/** The composition root: connects every adapter to its port, by the settings. `open/` opens the parts. */
import type { Config } from '../config/config.ts'
import type { GeometryRenderer } from '../domain/render/renderer.ts'
import { createIdentify } from '../platform/identify.ts'
import { createAccessTokens } from '../platform/oauth/access-tokens.ts'
import { resourcesAt } from '../platform/oauth/resources.ts'
import { planOf } from '../platform/plans.ts'
import { createRateLimiter } from '../platform/rate-limit/rate-limiter.ts'
import { createInlineRenderer } from '../pool/inline.ts'
import { systemClock } from '../util/clock.ts'
import { closeAll } from '../util/close-all.ts'
import { memo } from '../util/memo.ts'
import { systemRandom } from '../util/random.ts'
import { sweepScratchFolders } from '../util/scratch-folders.ts'
import { createAdmin } from './admin.ts'
import { type Composed, compose } from './compose.ts'
import { type OpenParts, openParts } from './open/parts.ts'
import { openDrawTiles } from './open/tiles.ts'
import type { Service } from './service.ts'
import { createUpkeep } from './upkeep.ts'

/**
 * Opens and composes the service without listening: commands use it in their own process. The service owns the renderer and
 * closes it, even if opening fails.
 */
export const openService = async (
  config: Config,
  renderer: GeometryRenderer = createInlineRenderer(),
): Promise<Service> => {
  // Never fails, and nothing waits for it.
  void sweepScratchFolders()
  const closes: (() => unknown)[] = []
  // In reverse order, because later parts depend on earlier ones; the renderer first.
  const close = () => closeAll([renderer.close, ...closes.toReversed()])
  try {
    const parts = await openParts(config, renderer, (close) => closes.push(close))
    return { ...serviceOf(config, parts), close }
  } catch (error) {
    // The first error matters more than a failure to close.
    await close().catch(() => {})
    throw error
  }
}

const serviceOf = (config: Config, parts: OpenParts): Omit<Service, 'close'> => {
  const composeAt = memo((baseUrl: string) => composeParts(config, parts, baseUrl))
  return {
    composeAt,
    files: parts.files,
    openJobRunner: (baseUrl) => parts.jobs.openJobRunner(composeAt(baseUrl).jobWork),
    openDelivery: parts.mail.openDelivery,
    ...parts.importer,
    enrich: parts.enrich,
    prefetch: parts.prefetch,
    drawTiles: openDrawTiles({
      catalog: parts.catalog.catalog,
      renderer: parts.renderer,
      maxBytes: config.cacheBytes,
      bundled: parts.blocks.bundled,
      threads: config.workers,
    }),
    ...createAdmin(config, parts),
    ...createUpkeep(parts),
  }
}

const composeParts = (config: Config, parts: OpenParts, baseUrl: string): Composed => {
  const { storage, log, renderer, files, blocks, rateLimits } = parts
  const { servedCatalog: catalog, yieldToEventLoop, disputes } = parts.catalog
  const { keys, feeds, accounts, audit, bookkeeping } = parts.accounts
  const tokens = createAccessTokens({
    store: storage.oauth,
    resources: resourcesAt(baseUrl),
    audit,
    bookkeeping,
    clock: systemClock,
  })
  return compose({
    catalog,
    yieldToEventLoop,
    disputes,
    areas: parts.areas.areas,
    renderer,
    files,
    blocks,
    accounts,
    keys,
    feeds,
    emailPreferences: storage.emailPreferences,
    unsubscribes: parts.mail.unsubscribes,
    ...parts.billing,
    ...parts.usage,
    ...parts.signIn,
    feedback: parts.feedbackAt(baseUrl),
    identify: createIdentify(keys, tokens, feeds),
    oauth: storage.oauth,
    forgetTokens: tokens.forget,
    rateLimiter: createRateLimiter(
      {
        publicCallsPerMinute: config.publicCallsPerMinute,
        planCallsPerMinute: (plan) => planOf(config.plans, plan).callsPerMinute,
      },
      rateLimits,
    ),
    rateLimits,
    jobs: parts.jobs.jobs,
    ready: async () => {
      await catalog.version()
      await files.check()
    },
    clock: systemClock,
    random: systemRandom,
    log,
    settings: { ...config, baseUrl },
  })
}
