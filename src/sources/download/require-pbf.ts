/** Refuses what is no OpenStreetMap PBF before it is downloaded to its end: by what the server says of it, and by its first bytes. */
import { looksLike, MAX_HEADER_BYTES } from '../extract/pbf/file.ts'
import { DownloadFailed } from './download-failed.ts'
import { type HttpAnswer, placeOf } from './http-answer.ts'

/** @throws DownloadFailed */
export const requireFileHeaders = ({ url, headers }: HttpAnswer): void => {
  const place = placeOf(url.href)
  if (/^text\/html\b/i.test(headers.get('content-type') ?? ''))
    throw new DownloadFailed(
      `${place} is a web page (HTML), not an extract. Check the address; some servers show a sign-in page instead of a file.`,
    )
  const coding = headers.get('content-encoding') ?? 'identity'
  if (coding.toLowerCase() !== 'identity')
    throw new DownloadFailed(
      `${url.host} sends ${place} compressed (Content-Encoding: ${coding.slice(0, 40)}), although the request forbids it.`,
    )
}

/** Bytes that decide. */
const HEAD_BYTES = 16

/** Yields the same pieces, once the first bytes have been checked. @throws DownloadFailed */
export async function* requirePbf(
  pieces: AsyncIterable<Uint8Array>,
  { url }: Pick<HttpAnswer, 'url'>,
): AsyncGenerator<Uint8Array> {
  let head: Buffer | null = Buffer.alloc(0)
  for await (const piece of pieces) {
    if (head === null) {
      yield piece
      continue
    }
    head = Buffer.concat([head, piece])
    if (head.length < HEAD_BYTES) continue
    requireHead(head, url)
    yield head
    head = null
  }
  if (head !== null) throw new DownloadFailed(`${placeOf(url.href)} has only ${head.length} bytes.`)
}

/** A PBF file begins with the length of a blob header. */
const requireHead = (head: Buffer, url: URL): void => {
  const length = head.readUInt32BE(0)
  if (length === 0 || length > MAX_HEADER_BYTES)
    throw new DownloadFailed(`${placeOf(url.href)} is not OpenStreetMap PBF${looksLike(head)}.`)
}
