/** An installation whose catalog has this many bytes, so that copying it takes a while. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openAt } from './databases.ts'
import { type Installation, install } from './service.ts'

export const installLarge = async (bytes: number): Promise<Installation> => {
  const metes = await install()
  await metes.createKey()
  const storage = await openAt(metes.dataDir)
  await storage.create()
  await storage.close()
  const catalog = new DatabaseSync(join(metes.dataDir, 'catalog.db'))
  catalog.exec(`create table filler (bytes blob); insert into filler values (randomblob(${bytes}))`)
  catalog.close()
  return metes
}
