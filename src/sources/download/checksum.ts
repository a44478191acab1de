/** The checksum file beside an extract, as Geofabrik and planet.openstreetmap.org publish it: `<MD5 in hex>  <file name>`. */
import { DownloadFailed } from './download-failed.ts'
import { type HttpClient, placeOf, readSmall, refusedStatus, withAnswer } from './http-answer.ts'

const MAX_BYTES = 4096

/**
 * Returns the MD5 sum in lower-case hexadecimal; null if the server has no such file. It must come from the host that was asked
 * for the extract: a sum from where a redirect leads proves nothing.
 *
 * @throws DownloadFailed
 */
export const fetchChecksum = (
  client: HttpClient,
  fileUrl: string,
  { nowMs, signal }: { readonly nowMs: number; readonly signal?: AbortSignal | undefined },
): Promise<string | null> => {
  const url = new URL(fileUrl)
  url.pathname += '.md5'
  return withAnswer(client, url.href, { onlyHost: url.host, signal }, async (answer) => {
    if (answer.status === 404 || answer.status === 410) return null
    if (answer.status !== 200) throw refusedStatus(answer, nowMs)
    const sum = /^\s*([\da-f]{32})(?:\s|$)/i.exec(
      (await readSmall(answer, MAX_BYTES)).toString('latin1'),
    )?.[1]
    if (sum === undefined) throw new DownloadFailed(`${placeOf(url.href)} is not an MD5 checksum.`)
    return sum.toLowerCase()
  })
}
