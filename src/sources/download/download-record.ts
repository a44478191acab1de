/** What is known of a downloaded file: a small JSON file beside it, which survives the file itself. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sha256 } from '../../util/sha256.ts'
import { unlessMissing } from '../../util/unless-missing.ts'
import { writeFileAtomic } from '../../util/write-file-atomic.ts'

/** A state of the file on its server. */
export interface FileVersion {
  readonly etag: string | null
  /** As in the header. */
  readonly lastModified: string | null
}

export interface DownloadRecord {
  readonly url: string
  /** As the operator named it. */
  readonly wanted: string
  /** State of which the part is; null if there is none. */
  readonly part: FileVersion | null
  /** State of the complete file; null once it is imported. */
  readonly file: FileVersion | null
  /** State that was imported last, and when (RFC 3339 UTC). */
  readonly imported: (FileVersion & { readonly at: string }) | null
  /** RFC 3339 UTC: when the server was last asked and its answer, if new, was imported. */
  readonly checkedAt: string | null
}

export interface DownloadFolder {
  readonly path: string
  /** The file, once it is complete. */
  readonly file: string
  readonly fileName: string
  readonly part: string
  readonly record: string
  /** For a lock that processes share. */
  readonly lock: string
}

/** Two regions may have files of one name: each address has its own folder. */
export const downloadFolder = (directory: string, url: string): DownloadFolder => {
  const fileName = fileNameOf(url)
  const path = join(directory, `${fileName.replace(/\..*$/, '')}-${sha256(url).slice(0, 12)}`)
  return {
    path,
    file: join(path, fileName),
    fileName,
    part: join(path, `${fileName}.part`),
    record: join(path, RECORD),
    lock: join(path, 'lock'),
  }
}

const RECORD = 'download.json'
const MAX_NAME = 100

const fileNameOf = (url: string): string => {
  const last = new URL(url).pathname.split('/').at(-1) ?? ''
  const name = last.replace(/%[\da-f]{2}/gi, '_').replace(/[^\w.-]/g, '_')
  return /^[.-]*$/.test(name) ? 'extract.osm.pbf' : name.slice(-MAX_NAME).replace(/^[.-]+/, '')
}

/** A record that cannot be read is none: at worst a file is downloaded again. */
export const readRecord = async (path: string): Promise<DownloadRecord | null> => {
  const text = await readFile(path, 'utf8').catch(unlessMissing)
  try {
    const { url, wanted, part, file, imported, checkedAt } = JSON.parse(text ?? 'null')
    if (typeof url !== 'string' || typeof wanted !== 'string') return null
    const at = textIn(imported?.at)
    const version = versionIn(imported)
    return {
      url,
      wanted,
      part: versionIn(part),
      file: versionIn(file),
      imported: version === null || at === null ? null : { ...version, at },
      checkedAt: textIn(checkedAt),
    }
  } catch {
    return null
  }
}

export const writeRecord = (path: string, record: DownloadRecord): Promise<void> =>
  writeFileAtomic(path, Buffer.from(`${JSON.stringify(record)}\n`), { aside: `${path}.tmp` })

/** Returns the records of all downloads, by address. */
export const listRecords = async (directory: string): Promise<readonly DownloadRecord[]> => {
  const entries = (await readdir(directory, { withFileTypes: true }).catch(unlessMissing)) ?? []
  // The index of regions is a file beside the folders.
  const folders = entries.filter((entry) => entry.isDirectory())
  const records = await Promise.all(folders.map(({ name }) => readRecord(join(directory, name, RECORD))))
  return records.filter((record) => record !== null).sort((a, b) => (a.url < b.url ? -1 : 1))
}

const versionIn = (value: unknown): FileVersion | null => {
  if (typeof value !== 'object' || value === null) return null
  const { etag, lastModified } = value as Partial<Record<keyof FileVersion, unknown>>
  return { etag: textIn(etag), lastModified: textIn(lastModified) }
}

const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null)

export const versionOf = (headers: Headers): FileVersion => ({
  etag: headers.get('etag'),
  lastModified: headers.get('last-modified'),
})

/** Returns headers to which the server answers 304 if it still has the state. */
export const unlessChanged = ({ etag, lastModified }: FileVersion): Readonly<Record<string, string>> =>
  etag !== null
    ? { 'If-None-Match': etag }
    : lastModified !== null
      ? { 'If-Modified-Since': lastModified }
      : {}

/** Returns headers for the rest of a part; null if the server's version cannot be recognised (RFC 9110 §13.1.5). */
export const restOf = (
  { etag, lastModified }: FileVersion,
  bytes: number,
): Readonly<Record<string, string>> | null => {
  const validator = etag === null || etag.startsWith('W/') ? lastModified : etag
  return validator === null ? null : { Range: `bytes=${bytes}-`, 'If-Range': validator }
}
