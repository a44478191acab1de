/** What suites of one process share: opened for the first of them, closed after the last. */
import { after, before } from 'node:test'

/** Called in a suite or file, the result registers it. The fields are there when its tests run. */
export const sharedBySuites = <Resource extends object>(
  open: () => Promise<Resource>,
  close: (resource: Resource) => Promise<unknown>,
): (() => Resource) => {
  let suites = 0
  let opened: Promise<Resource> | null = null
  return () => {
    const shared = {} as Resource
    suites++
    before(async () => {
      opened ??= open()
      Object.assign(shared, await opened)
    })
    after(async () => {
      suites--
      if (suites > 0 || opened === null) return
      const last = opened
      opened = null
      await close(await last)
    })
    return shared
  }
}
