/** The work of threads that enrich points: each opens the catalog itself. */
import { defineWork, type Failure } from '../../compute/work.ts'
import { readConfig } from '../../config/read-config.ts'
import { type PartWorks, partWork } from '../../domain/enrich/parts/part-work.ts'
import { PointsFault } from '../../domain/enrich/points-reader.ts'
import { openStorage } from '../../storage/sql/open-storage.ts'
import { openAtlas } from './atlas.ts'
import { openCatalog } from './catalog.ts'

const { enrichPart, orientationOf } = partWork(async () => {
  const config = { ...readConfig(), live: null }
  return openCatalog({ config, storage: await openStorage(config) }, await openAtlas(config))
})

const shared = {
  module: import.meta.url,
  errorOf: ({ name, message }: Failure) => (name === 'PointsFault' ? new PointsFault(message) : null),
}

export const enrichPartWork: PartWorks['enrichPart'] = defineWork({
  ...shared,
  name: 'enrichPartWork',
  run: enrichPart,
  movedFromResult: ({ moved }) => moved,
})

export const orientationWork: PartWorks['orientationOf'] = defineWork({
  ...shared,
  name: 'orientationWork',
  run: orientationOf,
})
