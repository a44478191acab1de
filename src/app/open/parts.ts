/** Opens all parts of the service one after the other, with every adapter behind its port, by the settings. */
import { join } from 'node:path'
import type { Config } from '../../config/config.ts'
import type { GeometryRenderer } from '../../domain/render/renderer.ts'
import { maskSecrets } from '../../platform/feedback/mask-secrets.ts'
import { openRateLimitStore } from '../../platform/rate-limit/open-store.ts'
import { openBlockFiles } from '../../storage/files/block-files.ts'
import { openBundledBlocks } from '../../storage/files/bundled-blocks.ts'
import { openFileStore } from '../../storage/files/open.ts'
import { openStorage } from '../../storage/sql/open-storage.ts'
import { systemClock } from '../../util/clock.ts'
import { createLog } from '../../util/log.ts'
import { systemRandom } from '../../util/random.ts'
import { openAccounts } from './accounts.ts'
import { openAreas } from './areas.ts'
import { openBilling } from './billing.ts'
import { openCatalog } from './catalog.ts'
import { openEnrich } from './enrich.ts'
import { openFeedback } from './feedback.ts'
import { openImporter } from './importer.ts'
import { openJobs } from './jobs.ts'
import { openLiveSweep } from './live.ts'
import { openMail } from './mail.ts'
import { BUNDLED_DATA, type OnClose, type Opening } from './opening.ts'
import { openPrefetch } from './prefetch.ts'
import { openSignIn } from './sign-in.ts'
import { openTilePreparer } from './tile-preparer.ts'
import { openUsage } from './usage.ts'

export type OpenParts = Awaited<ReturnType<typeof openParts>>

export const openParts = async (config: Config, renderer: GeometryRenderer, onClose: OnClose) => {
  const storage = await openStorage(config)
  onClose(storage.close)
  const log = createLog(config.logLevel, (line) => maskSecrets(line).text)
  const opening: Opening = { config, storage, log, onClose }
  const catalog = await openCatalog(opening)
  const areas = openAreas(opening, catalog, renderer)
  const files = await openFiles(config)
  const accounts = openAccounts(opening)
  const billing = openBilling(opening)
  const jobs = openJobs(opening, billing.quota.owner)
  const mail = openMail(opening)
  const rateLimits = await openRateLimits(opening)
  const signIn = openSignIn(opening, accounts, mail.mailer, rateLimits)
  const usage = openUsage(opening, accounts.bookkeeping, mail.mailer)
  const feedbackAt = openFeedback(opening, mail.mailer)
  const blocks = {
    files: openBlockFiles(join(config.dataDir, 'tiles'), log),
    bundled: openBundledBlocks(`${BUNDLED_DATA}/tiles`),
  }
  const preparer = openTilePreparer({ ...opening, catalog: catalog.catalog, renderer, blocks })
  const importer = openImporter(opening, catalog, areas.land, preparer)
  return {
    storage,
    log,
    renderer,
    catalog,
    areas,
    files,
    blocks,
    accounts,
    billing,
    jobs,
    mail,
    rateLimits,
    signIn,
    usage,
    feedbackAt,
    importer,
    enrich: openEnrich(catalog),
    prefetch: openPrefetch(opening, catalog),
    sweepLiveMap: openLiveSweep(opening),
  }
}

const openFiles = ({ filesUrl, dataDir, s3Defaults }: Config) =>
  openFileStore(
    { url: filesUrl, directory: join(dataDir, 'files'), s3Defaults },
    { clock: systemClock, random: systemRandom },
  )

/** Redis gets hashes, because a key may contain an email or network address. */
const openRateLimits = async ({ config, storage, log, onClose }: Opening) => {
  const rateLimits = await openRateLimitStore(
    config.redisUrl,
    async (key) => (await storage.secretKey()).hash('attempts', key),
    log,
  )
  onClose(rateLimits.close)
  return rateLimits
}
