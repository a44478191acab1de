/** Opens what publishes versions of the catalog of this machine: for commands, without the service. */
import type { Config } from '../../config/read-config.ts'
import { PublishError } from '../../platform/publishing/ports.ts'
import type { PublishedPlace } from '../../storage/published/place.ts'
import type { PublishingCommands } from '../../transports/cli/host.ts'
import { systemClock } from '../../util/clock.ts'
import { maskSecrets } from '../../util/mask-secrets.ts'
import { PACKAGE_VERSION } from '../package-version.ts'

export const openPublishing = ({ publishedCatalog, dataDir, s3Defaults }: Config): PublishingCommands => {
  const opened = async () => {
    if (publishedCatalog === null)
      throw new PublishError(
        'METES_CATALOG_URL is not set: set it to the bucket (s3://…) or the folder (file:///…) where the catalog is to be published.',
      )
    const [{ openPublishedPlace }, { publishingTo }, { publicKeyOf }] = await Promise.all([
      import('../../storage/published/open-place.ts'),
      import('../../storage/published/publishing.ts'),
      import('../../storage/published/signing.ts'),
    ])
    const { url: catalogUrl, signingKey, publicKeys, keep } = publishedCatalog
    const place: PublishedPlace = await openPublishedPlace({ catalogUrl, s3Defaults }, systemClock)
    const own = signingKey === null ? [] : [publicKeyOf(signingKey)]
    return publishingTo(place, {
      dataDir,
      keep,
      signingKey,
      publicKeys: [...own, ...publicKeys],
      version: PACKAGE_VERSION,
      clock: systemClock,
    })
  }
  return {
    place: publishedCatalog === null ? null : withoutCredentials(publishedCatalog.url),
    publish: async (options) => (await opened()).publish(options),
    versions: async () => (await opened()).versions(),
    rollback: async (version, options) => (await opened()).rollback(version, options),
    diff: async (before, after) => (await opened()).diff(before, after),
    createSigningKey: async () => (await import('../../storage/published/signing.ts')).createKeyPair(),
  }
}

const withoutCredentials = (address: string): string => maskSecrets(address.replace(/\/\/[^/@]*@/, '//')).text
