/** Decides when a download is due again. */
import type { DownloadRecord } from './download-record.ts'

/** True if the server was not asked within this time. A time in the future is a mistake of the clock. */
export const isDue = (
  { checkedAt }: Pick<DownloadRecord, 'checkedAt'>,
  everyMs: number,
  nowMs: number,
): boolean => {
  const checkedMs = Date.parse(checkedAt ?? '')
  return Number.isNaN(checkedMs) || checkedMs > nowMs || checkedMs + everyMs <= nowMs
}
