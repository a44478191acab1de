/** The index of extracts: downloaded when a region is asked for, and kept with its ETag, so that it comes again only when it has changed. */
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { ExtractRegion } from '../../domain/catalog/remote-extracts.ts'
import type { Clock } from '../../util/clock.ts'
import { makeDirectory } from '../../util/make-directory.ts'
import { unlessMissing } from '../../util/unless-missing.ts'
import { writeFileAtomic } from '../../util/write-file-atomic.ts'
import { DownloadFailed } from '../download/download-failed.ts'
import { type HttpClient, placeOf, readSmall, refusedStatus, withAnswer } from '../download/http-answer.ts'
import { readIndex } from './read-index.ts'

export interface RegionsOptions {
  readonly client: HttpClient
  /** Address of the server, without a trailing slash. */
  readonly base: string
  /** Where the index is kept. */
  readonly file: string
  readonly clock: Pick<Clock, 'now'>
  readonly signal?: AbortSignal | undefined
}

const INDEX = '/index-v1-nogeom.json'
/** Geofabrik's has half a megabyte. */
const MAX_BYTES = 16 * 1024 * 1024

interface KeptIndex {
  readonly url: string
  readonly etag: string
  readonly text: string
}

/** Returns all regions. @throws DownloadFailed */
export const loadRegions = async (options: RegionsOptions): Promise<readonly ExtractRegion[]> => {
  const { client, base, file, clock, signal } = options
  const url = `${base}${INDEX}`
  const kept = await readKept(file, url, base)
  const headers: Record<string, string> = kept === null ? {} : { 'If-None-Match': kept.etag }
  return withAnswer(client, url, { headers, signal }, async (answer) => {
    if (answer.status === 304 && kept !== null) return regionsIn(kept.text, base, url)
    if (answer.status !== 200) throw refusedStatus(answer, clock.now())
    const text = (await readSmall(answer, MAX_BYTES)).toString('utf8')
    const regions = regionsIn(text, base, url)
    const etag = answer.headers.get('etag')
    if (etag !== null) await keep(file, { url, etag, text })
    return regions
  })
}

const regionsIn = (text: string, base: string, url: string): readonly ExtractRegion[] => {
  const regions = readIndex(text, base)
  if (regions === null)
    throw new DownloadFailed(
      `${placeOf(url)} is not an index of extracts. Check METES_REGIONS_URL, or import a file by its address.`,
    )
  return regions
}

/** What cannot be read is not there: at worst the index comes again. */
const readKept = async (file: string, url: string, base: string): Promise<KeptIndex | null> => {
  const text = await readFile(file, 'utf8').catch(unlessMissing)
  try {
    const kept = JSON.parse(text ?? 'null')
    const isComplete = ['etag', 'text'].every((field) => typeof kept?.[field] === 'string')
    return isComplete && kept.url === url && readIndex(kept.text, base) !== null ? kept : null
  } catch {
    return null
  }
}

const keep = async (file: string, kept: KeptIndex): Promise<void> => {
  await makeDirectory(dirname(file))
  await writeFileAtomic(file, Buffer.from(JSON.stringify(kept)), { aside: `${file}.${process.pid}.tmp` })
}
