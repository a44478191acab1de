import { after, before } from 'node:test'
import { type Installation, install, type RunningServer } from './service.ts'

export interface SuiteService {
  readonly metes: Installation
  readonly server: RunningServer
  /** Of an account without a limit. */
  readonly key: string
}

/** An installation, a key and a server, which the tests of the file or suite share. Hooks of a file, unlike those of a suite, start at once and cannot read its fields. */
export const suiteService = (env?: Readonly<Record<string, string>>): SuiteService => {
  const service: { -readonly [Part in keyof SuiteService]?: SuiteService[Part] } = {}
  before(async () => {
    service.metes = await install()
    service.key = await service.metes.createKey()
    service.server = await service.metes.serve(env)
  })
  after(async () => {
    await service.server?.stop()
    await service.metes?.remove()
  })
  return service as SuiteService
}
