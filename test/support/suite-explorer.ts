import assert from 'node:assert/strict'
import { after, afterEach, before } from 'node:test'
import { type ExplorerSite, openExplorer } from './explorer.ts'
import { sharedBySuites } from './shared-by-suites.ts'

/**
 * The map page of a service that the tests of a suite share, and with the default settings all suites. After each test, no page has
 * asked another host or met a fault.
 */
export const suiteExplorer = (
  env?: Readonly<Record<string, string>>,
): Omit<ExplorerSite, 'close' | 'leave'> => {
  const site = env === undefined ? sharedExplorer() : ownExplorer(env)
  afterEach(async (context) => {
    // The types of Node.js leave it out.
    const { passed } = context as { readonly passed?: boolean }
    if (passed === false) for (const text of (await site.texts?.()) ?? []) context.diagnostic(text)
    await site.leave?.()
    assert.deepEqual(site.foreignRequests?.(), [])
    assert.deepEqual(site.faults?.(), [])
  })
  return site as ExplorerSite
}

const sharedExplorer: () => Partial<ExplorerSite> = sharedBySuites(openExplorer, (site) => site.close())

const ownExplorer = (env: Readonly<Record<string, string>>): Partial<ExplorerSite> => {
  const site: Partial<ExplorerSite> = {}
  before(async () => {
    Object.assign(site, await openExplorer(env))
  })
  after(() => site.close?.())
  return site
}
