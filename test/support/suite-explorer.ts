import assert from 'node:assert/strict'
import { after, afterEach, before } from 'node:test'
import { type ExplorerSite, openExplorer } from './explorer.ts'

/** The map page of a service that the tests of a suite share. After each of them, no page has asked another host or met a fault. */
export const suiteExplorer = (env?: Readonly<Record<string, string>>): Omit<ExplorerSite, 'close'> => {
  const site: Partial<ExplorerSite> = {}
  before(async () => {
    Object.assign(site, await openExplorer(env))
  })
  afterEach(async () => {
    await site.leave?.()
    assert.deepEqual(site.foreignRequests?.(), [])
    assert.deepEqual(site.faults?.(), [])
  })
  after(() => site.close?.())
  return site as ExplorerSite
}
