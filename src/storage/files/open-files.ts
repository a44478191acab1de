/** Opens the configured file store: a bucket, or a directory on this machine. */
import type { FileStore } from '../../domain/files/ports.ts'
import type { Clock } from '../../util/clock.ts'
import type { Random } from '../../util/random.ts'
import { diskFiles } from './disk.ts'
import { parseS3Url, type S3Defaults } from './s3-url.ts'

export interface FileStoreSettings {
  /** `s3://…`; null for the directory. */
  readonly url: string | null
  readonly directory: string
  readonly s3Defaults: S3Defaults
}

export const openFileStore = async (
  { url, directory, s3Defaults }: FileStoreSettings,
  { clock, random }: { readonly clock: Clock; readonly random: Random },
): Promise<FileStore> => {
  if (url === null) return diskFiles(directory, random)
  // Loaded only if it is used: it brings Node's whole HTTP client with it.
  const { s3Files } = await import('./s3.ts')
  return s3Files(parseS3Url(url, s3Defaults), clock)
}
