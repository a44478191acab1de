/** Opens the place that METES_CATALOG_URL names. */
import { fileURLToPath } from 'node:url'
import { PublishError } from '../../platform/publishing/ports.ts'
import type { Clock } from '../../util/clock.ts'
import type { S3Defaults } from '../files/s3-url.ts'
import type { PublishedPlace, ReadablePlace } from './place.ts'

export interface PlaceSettings {
  /** `s3://…`, `file:///…`, `https://…` or `http://…`. */
  readonly catalogUrl: string
  readonly s3Defaults: S3Defaults
}

/** For readers. */
export const openReadablePlace = async (settings: PlaceSettings, clock: Clock): Promise<ReadablePlace> =>
  /^https?:/.test(settings.catalogUrl)
    ? (await import('./web-place.ts')).webPlace(settings.catalogUrl)
    : openPublishedPlace(settings, clock)

/** For publishers. @throws PublishError if the address is only for readers */
export const openPublishedPlace = async (
  { catalogUrl, s3Defaults }: PlaceSettings,
  clock: Clock,
): Promise<PublishedPlace> => {
  if (/^https?:/.test(catalogUrl))
    throw new PublishError(
      'METES_CATALOG_URL is a web address, which only readers use. Where you publish, set it to the bucket (s3://…) or the folder (file:///…) behind it.',
    )
  if (catalogUrl.startsWith('file:'))
    return (await import('./folder-place.ts')).folderPlace(fileURLToPath(catalogUrl))
  const [{ bucketPlace }, { parseS3Url }] = await Promise.all([
    import('./bucket-place.ts'),
    import('../files/s3-url.ts'),
  ])
  return bucketPlace(parseS3Url(catalogUrl, s3Defaults), clock)
}
