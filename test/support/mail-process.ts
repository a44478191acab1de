/**
 * A separate process that delivers mail of a test database: `node mail-process.ts PLACE PORT` sends to the server on the port
 * until it is killed. Its clock can be set ahead, in milliseconds, so that nobody has to wait for a claim to end.
 */
import { openMailTransport } from '../../src/mail/open-mail.ts'
import { createDelivery } from '../../src/platform/mail/delivery.ts'
import { openUnsubscribeTokens } from '../../src/platform/mail/unsubscribe-tokens.ts'
import { systemClock } from '../../src/util/clock.ts'
import { systemRandom } from '../../src/util/random.ts'
import { openAt } from './databases.ts'
import { silentLog } from './silent-log.ts'

const [place, port, aheadMs] = process.argv.slice(2)
const storage = await openAt(place)
const delivery = createDelivery({
  store: storage.mails,
  preferences: storage.emailPreferences,
  transport: openMailTransport({
    smtpUrl: `smtp://127.0.0.1:${port}`,
    from: null,
    baseUrl: 'https://metes.example',
    directory: '/nowhere',
    log: silentLog,
  }),
  openTokens: () => openUnsubscribeTokens(storage.secrets, systemRandom),
  baseUrl: 'https://metes.example',
  clock: { ...systemClock, now: () => systemClock.now() + Number(aheadMs) },
  random: systemRandom,
  log: silentLog,
})
await delivery.run()
await delivery.close()
await storage.close()
