/** A separate process that polls: `node device-sign-in-process.ts PLACE DEVICE_CODE POLLS` prints the number of keys that it got. */
import { approverOf } from './approver.ts'
import { openAt } from './databases.ts'

const [place, deviceCode, polls] = process.argv.slice(2)
const storage = await openAt(place)
const { signIns } = await approverOf(storage, 'ann@example.org')
const answers = await Promise.all(Array.from({ length: Number(polls) }, () => signIns.poll(deviceCode, null)))
process.stdout.write(`${answers.filter(({ result }) => result === 'key').length}\n`)
await storage.close()
