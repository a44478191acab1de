/** Opens the folder or the bucket that a command or a setting names. */
import type { Clock } from '../../util/clock.ts'
import type { S3Defaults } from '../files/s3-url.ts'
import type { BackupPlace } from './place.ts'

export const isBucketAddress = (address: string): boolean => address.startsWith('s3:')

export const openPlace = async (
  address: string,
  { s3Defaults, clock }: { readonly s3Defaults: S3Defaults; readonly clock: Clock },
): Promise<BackupPlace> => {
  if (!isBucketAddress(address)) return (await import('./backup-in-folder.ts')).folderPlace(address)
  // Brings Node's whole HTTP client with it.
  const [{ bucketPlace }, { parseS3Url }] = await Promise.all([
    import('./backup-in-bucket.ts'),
    import('../files/s3-url.ts'),
  ])
  return bucketPlace(parseS3Url(address, s3Defaults), clock)
}
