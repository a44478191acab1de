/** Opens the chore that downloads and imports extracts again. A failure leaves the catalog as it is, and the operator learns of it. */
import { refreshFailed } from '../../platform/mail/refresh-failed.ts'
import { isDue } from '../../sources/download/download-due.ts'
import type { DownloadRecord } from '../../sources/download/download-record.ts'
import type { ExtractParts } from './extracts.ts'
import type { MailParts } from './mail.ts'
import type { Opening } from './opening.ts'

/** Also the time after which a server that could not be reached is asked again. */
const CHECK_EVERY_MS = 3_600_000

export const openRefresh = (
  { config: { refresh }, log, clock }: Pick<Opening, 'config' | 'log' | 'clock'>,
  { importRemote, listDownloads }: Pick<ExtractParts, 'importRemote' | 'listDownloads'>,
  { mailer }: Pick<MailParts, 'mailer'>,
) => {
  if (refresh === null) return {}
  const closing = new AbortController()
  const { signal } = closing
  let running: Promise<void> | null = null

  const importAgain = async ({ url, wanted }: DownloadRecord): Promise<void> => {
    const extract = { wanted, url }
    const { outcome, file } = await importRemote({ extract, allowOlder: false, preparesTiles: true, signal })
    log.info({ wanted, file, outcome }, 'refresh: extract checked')
  }

  const tell = async ({ url, wanted, imported }: DownloadRecord, error: unknown): Promise<void> => {
    log.warn({ wanted, url, error }, 'refresh failed')
    if (refresh.mailTo === null) return
    const reason = error instanceof Error ? error.message : String(error)
    // One mail until an import succeeds.
    const once = `refresh ${url} ${imported?.at}`
    await mailer.send({ to: refresh.mailTo, kind: 'operator', once, ...refreshFailed({ wanted, reason }) })
  }

  const refreshDue = async (): Promise<void> => {
    const downloads = await listDownloads()
    for (const download of downloads.filter((each) => isDue(each, refresh.everyMs, clock.now()))) {
      if (signal.aborted) return
      try {
        await importAgain(download)
      } catch (error) {
        if (signal.aborted) return
        await tell(download, error)
      }
    }
  }

  return {
    chores: [
      {
        name: 'refresh: importing extracts again',
        everyMs: Math.min(refresh.everyMs, CHECK_EVERY_MS),
        // An import may take longer than the time between two checks.
        run: () => (running ??= refreshDue().finally(() => (running = null))),
      },
    ],
    close: async () => {
      closing.abort()
      await running?.catch(() => {})
    },
  }
}
