/** OGC API – Features of a service with the bundled atlas, which the tests of a file share. */
import { after, before } from 'node:test'
import { type AtlasService, startAtlasService } from '../registry/atlas-service.ts'
import { type Get, ogcClient } from './ogc-client.ts'

interface AtlasSuite {
  /** Reads with the key. */
  readonly get: Get
  /** Address of the landing page. */
  readonly root: () => string
  readonly key: () => string
}

/** For tests alone: the hooks of a file start at once, so another hook cannot read yet. */
export const atlasSuite = (): AtlasSuite => {
  let service: AtlasService
  before(async () => {
    service = await startAtlasService()
  })
  after(() => service?.close())
  const root = () => `${service.url}/ogc`
  const key = () => service.key
  return {
    get: (address, headers) => ogcClient(root(), { 'x-api-key': key() })(address, headers),
    root,
    key,
  }
}
