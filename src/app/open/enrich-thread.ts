/** The module with which threads that enrich points start. */
import { readConfig } from '../../config/config.ts'
import { enrichThread } from '../../pool/enrich/thread.ts'
import { openStorage } from '../../storage/sql/open-storage.ts'
import { openAtlas } from './atlas.ts'
import { openCatalog } from './catalog.ts'

export const { enrichPart, orientationOf } = enrichThread(async () => {
  const config = { ...readConfig(), live: null }
  return openCatalog({ config, storage: await openStorage(config) }, await openAtlas(config))
})
