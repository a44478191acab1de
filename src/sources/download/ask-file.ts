/** Asks a server for the size and the date of a file, without the file. */
import type { RemoteFile } from '../../domain/catalog/remote-extracts.ts'
import { type Clock, rfc3339 } from '../../util/clock.ts'
import { type HttpClient, refusedStatus, withAnswer } from './http-answer.ts'
import { requireFileHeaders } from './require-pbf.ts'

/** @throws DownloadFailed */
export const askFile = (
  client: HttpClient,
  url: string,
  { clock, signal }: { readonly clock: Pick<Clock, 'now'>; readonly signal?: AbortSignal | undefined },
): Promise<RemoteFile> =>
  withAnswer(client, url, { method: 'HEAD', signal }, async (answer) => {
    if (answer.status !== 200) throw refusedStatus(answer, clock.now())
    requireFileHeaders(answer)
    const length = answer.headers.get('content-length') ?? ''
    const modifiedMs = Date.parse(answer.headers.get('last-modified') ?? '')
    return {
      bytes: /^\d{1,15}$/.test(length) ? Number(length) : null,
      modifiedAt: Number.isNaN(modifiedMs) ? null : rfc3339(modifiedMs),
    }
  })
