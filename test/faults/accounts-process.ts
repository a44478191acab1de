/** Makes accounts, as `metes admin create-key` makes one, and prints a key of each: `node accounts-process.ts ACCOUNTS`. */
import { createKeys } from '../../src/platform/keys.ts'
import { openStorage } from '../../src/storage/sql/open-storage.ts'
import { systemClock } from '../../src/util/clock.ts'
import { systemRandom } from '../../src/util/random.ts'
import { silentBookkeeping } from '../support/silent-bookkeeping.ts'

export interface NewAccount {
  readonly email: string
  readonly plan: string
}

const accounts: readonly NewAccount[] = JSON.parse(process.argv[2])
const storage = await openStorage({
  databaseUrl: process.env.METES_DATABASE_URL ?? null,
  dataDir: String(process.env.METES_DATA_DIR),
  secretKey: process.env.METES_SECRET_KEY ?? null,
})
const keys = createKeys({
  store: storage.keys,
  audit: { recordSeen: () => {} },
  bookkeeping: silentBookkeeping,
  defaultPlan: 'unlimited',
  clock: systemClock,
  random: systemRandom,
})
const made: string[] = []
for (const account of accounts) made.push((await keys.create(account)).apiKey)
await storage.close()
process.stdout.write(JSON.stringify(made))
