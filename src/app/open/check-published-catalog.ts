/** The check of the published catalog: what its place has, what this machine serves of it, and how it is protected. */
import { join, resolve } from 'node:path'
import type { Config } from '../../config/read-config.ts'
import { ageOf } from '../../platform/publishing/ports.ts'
import { MAX_MANIFEST_BYTES, readManifest } from '../../storage/published/manifest.ts'
import { openReadablePlace } from '../../storage/published/open-place.ts'
import { MANIFEST } from '../../storage/published/place.ts'
import { readServedState, SERVED_FOLDER } from '../../storage/published/served-state.ts'
import { systemClock } from '../../util/clock.ts'
import { METES } from '../../util/command-name.ts'
import { counted } from '../../util/count-with-noun.ts'

/** @throws Error if what is published cannot be read, or if this machine cannot serve it */
export const checkPublishedCatalog = async ({
  publishedCatalog,
  dataDir,
  s3Defaults,
}: Config): Promise<string> => {
  if (publishedCatalog === null) return 'not used; the catalog is that of this machine'
  const { url: catalogUrl, publicKeys } = publishedCatalog
  const place = await openReadablePlace({ catalogUrl, s3Defaults }, systemClock)
  const found = await place.read(MANIFEST, { maxBytes: MAX_MANIFEST_BYTES })
  if (found === null || found === 'unchanged')
    throw new Error(`${place.name} has no catalog yet. Run "${METES} catalog publish" where you import.`)
  const { version, published_at: publishedAt, boundaries } = readManifest(found.bytes, publicKeys, place.name)
  const { served, fault } = await readServedState(join(resolve(dataDir), SERVED_FOLDER))
  if (fault !== null)
    throw new Error(
      `Since ${fault.since} this machine cannot serve what is published, and goes on with ${served?.version ?? 'nothing'}: ${fault.details}`,
    )
  const age = counted(ageOf({ publishedAt }, systemClock.now()), 'second')
  return [
    `version ${version} with ${boundaries.toLocaleString('en')} boundaries, published ${age} ago`,
    served === null
      ? 'no server on this machine has fetched it'
      : served.version === version
        ? 'served by this machine'
        : `this machine serves ${served.version}`,
    publicKeys.length === 0
      ? 'not signed: only checksums protect it, so set METES_CATALOG_PUBLIC_KEYS'
      : 'signed',
  ].join('; ')
}
