/** The composition root: opens every part of the service, each adapter behind its port, by the settings. */
import { FETCHES } from '../compute/pool/lane-limits.ts'
import { openCompute } from '../compute/pool/open-compute.ts'
import type { Compute } from '../compute/port.ts'
import type { Config } from '../config/read-config.ts'
import type { ProcessMetrics } from '../metrics/process-metrics.ts'
import { openStorage } from '../storage/sql/open-storage.ts'
import { systemClock } from '../util/clock.ts'
import { closeAll } from '../util/close-all.ts'
import { memo } from '../util/memo.ts'
import { systemRandom } from '../util/random.ts'
import { sweepScratchFolders } from '../util/scratch-folders.ts'
import { traced } from '../util/tracing.ts'
import type { WorkOwner } from '../util/work-owner.ts'
import { compose } from './compose-service.ts'
import { openAccounts } from './open/accounts.ts'
import { openAdmin } from './open/admin.ts'
import { openAreas } from './open/areas.ts'
import { openAtlas } from './open/atlas.ts'
import { openBackup } from './open/backup.ts'
import { openBilling } from './open/billing.ts'
import { openCatalog } from './open/catalog.ts'
import { openComputePart } from './open/compute.ts'
import { openEnrich } from './open/enrich.ts'
import { openExportCatalog } from './open/export-catalog.ts'
import { openExtracts } from './open/extracts.ts'
import { openFeedback } from './open/feedback.ts'
import { openFiles } from './open/files.ts'
import { openImporter } from './open/importer.ts'
import { openJobs } from './open/jobs.ts'
import { openLandMask } from './open/land-mask.ts'
import { openLive } from './open/live.ts'
import { openMail } from './open/mail.ts'
import { openMatch } from './open/match.ts'
import { openOAuth } from './open/oauth.ts'
import { noSiblings, type Opening, type Siblings } from './open/opening.ts'
import { createParts, type Parts } from './open/parts.ts'
import { openPrefetch } from './open/prefetch.ts'
import { openPublishedCatalog } from './open/published-catalog.ts'
import { openRateLimits } from './open/rate-limits.ts'
import { openReadiness } from './open/readiness.ts'
import { openRefresh } from './open/refresh-extracts.ts'
import { openSignIn } from './open/sign-in.ts'
import { openSpace } from './open/storage-space.ts'
import { openTiles } from './open/tiles.ts'
import { openUsage } from './open/usage.ts'
import { watchedStorage } from './open/watched-storage.ts'

/**
 * Opens the service without listening: commands use it in their own process. The service owns the threads and closes them,
 * even if opening fails. By default only what others send is read in threads: that suits commands that make one call and exit.
 *
 * @param metrics count calls; null if nobody reads them
 */
export const openService = async (
  config: Config,
  compute: Compute = openCompute({ import: FETCHES }),
  siblings: Siblings = noSiblings(),
  metrics: ProcessMetrics | null = null,
) => {
  // Never fails, and nothing waits for it.
  void sweepScratchFolders()
  const { add, prepare, chores, figures, close: closeParts } = createParts()
  // The threads first: calls that wait for them use the other parts.
  const close = () => closeAll([compute.close, closeParts])
  try {
    const parts = await openParts(config, compute, siblings, metrics, add)
    const { published } = parts
    return {
      ...parts,
      prepare,
      chores: () => (published === null ? chores() : chores().map(published.pinned)),
      figures,
      close,
    }
  } catch (error) {
    // The first error matters more than a failure to close.
    await close().catch(() => {})
    throw error
  }
}

const openParts = async (
  config: Config,
  compute: Compute,
  siblings: Siblings,
  metrics: ProcessMetrics | null,
  add: Parts['add'],
) => {
  const space = add(openSpace(config))
  const tell = (message: string) => space.log.info({}, message)
  const opened = await openStorage({ ...config, tell })
  add({
    prepare: async () => {
      await opened.create()
      await opened.secretKey()
    },
    close: opened.close,
  })
  const { boundaries, published } = add(await openPublishedCatalog(config, opened.boundaries, space.log))
  const { storage, figures } = watchedStorage({ ...opened, boundaries }, metrics !== null)
  add({ figures })
  const imports = published === null ? storage.boundaries : opened.boundaries
  add(openComputePart(compute))
  const system = { clock: systemClock, random: systemRandom }
  const opening: Opening = {
    config,
    storage,
    imports,
    log: space.log,
    siblings,
    ...system,
  }
  const atlas = add(await openAtlas(config))
  const land = add(openLandMask(opening))
  const catalog = add(await openCatalog(opening, atlas))
  const live = add(await openLive(opening, catalog, land, compute))
  const areas = add(openAreas(opening, catalog, live, land, compute))
  const files = add(await openFiles(opening))
  const billing = add(openBilling(opening))
  const accounts = add(openAccounts(opening, billing))
  const oauth = add(openOAuth(opening, accounts))
  const jobs = add(openJobs(opening, billing))
  const mail = add(openMail(opening))
  const rateLimits = add(await openRateLimits(opening))
  const signIn = add(openSignIn(opening, accounts, mail, rateLimits))
  const usage = add(openUsage(opening, accounts, mail, billing))
  const feedback = add(openFeedback(opening, mail))
  const tiles = add(openTiles(opening, catalog, land, compute))
  const importer = add(openImporter(opening, atlas, land, tiles))
  const extracts = add(openExtracts(opening, catalog, importer))
  add(openRefresh(opening, extracts, mail))
  add(openBackup(opening))
  const prefetch = add(openPrefetch(opening, catalog, land, compute))
  const enrich = add(openEnrich(catalog))
  const match = add(openMatch(catalog))
  const exportCatalog = add(openExportCatalog(catalog, compute))
  const admin = add(openAdmin(opening, accounts, mail, feedback))
  const parts = {
    ...space,
    ...catalog,
    ...live,
    catalog: traced('catalog', live.catalog),
    catalogFor: (owner: WorkOwner) => traced('catalog', live.catalogFor(owner)),
    ...areas,
    ...files,
    ...billing,
    ...accounts,
    ...oauth,
    ...jobs,
    ...mail,
    ...rateLimits,
    ...signIn,
    ...usage,
    ...feedback,
    ...tiles,
    ...importer,
    ...extracts,
    ...prefetch,
    ...enrich,
    ...match,
    ...exportCatalog,
    ...admin,
    published,
    compute,
    metrics,
  }
  const { readiness } = add(
    openReadiness(
      [
        { of: 'The database', run: storage.check },
        ...(published === null ? [] : [{ of: 'The published catalog', run: published.check }]),
        { of: 'The catalog', run: async () => live.catalog.version() },
        { of: 'The file storage', run: files.files.check, everyMs: files.filesCheckedEveryMs },
        { of: 'The data directory', run: space.check, everyMs: space.spaceCheckedEveryMs },
      ],
      space.log,
    ),
  )
  return {
    ...parts,
    readiness,
    isDatabaseBehind: storage.isBehind,
    composeAt: memo((baseUrl) =>
      compose({
        ...parts,
        ...oauth.identifyAt(baseUrl),
        feedback: feedback.feedbackAt(baseUrl),
        readiness,
        shareWork: siblings.shareWork,
        ...system,
        settings: { ...config, baseUrl },
      }),
    ),
  }
}
