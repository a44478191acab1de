import { after, before } from 'node:test'
import { type ExplorerSite, openExplorer } from './explorer.ts'

/** The map page of a service that the tests of a suite share. */
export const suiteExplorer = (env?: Readonly<Record<string, string>>): Omit<ExplorerSite, 'close'> => {
  const site: Partial<ExplorerSite> = {}
  before(async () => {
    Object.assign(site, await openExplorer(env))
  })
  after(() => site.close?.())
  return site as ExplorerSite
}
