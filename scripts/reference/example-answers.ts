/** What the service answers to the examples of the operations: asked of a new service with the bundled atlas, shortened for reading. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openService } from '../../src/app/main.ts'
import { readConfig } from '../../src/config/read-config.ts'
import { OPS } from '../../src/ops/index.ts'
import { localCall } from '../../src/transports/client/local-call.ts'
import { answerText } from './shortened-answers.ts'

/** Texts of answers by the name of the operation; operations whose example needs an id that only a real call gives have none. */
export type ExampleAnswers = ReadonlyMap<string, string>

/** Their examples name a key, a job or a device code that no new service has. */
const WITHOUT_ANSWER: readonly string[] = ['revoke_key', 'poll_device_login', 'get_job', 'cancel_job']

export const exampleAnswers = async (baseUrl: string): Promise<ExampleAnswers> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'metes-examples-'))
  const config = readConfig({ METES_DATA_DIR: dataDir, METES_LOG_LEVEL: 'silent' })
  const service = await openService(config)
  try {
    const { apiKey } = await service.createKey({ email: 'ann@example.org', plan: null })
    const call = localCall({
      ...service.composeAt(baseUrl),
      newRequestId: () => 'req_0000000000',
      baseUrl,
      account: () => service.accountOfKey(apiKey),
    })
    const answerTo = async (operation: string, input: Readonly<Record<string, unknown>>): Promise<string> => {
      const answer = await call({
        operation,
        input,
        languages: [],
        signal: new AbortController().signal,
        long: false,
        progress: () => {},
      })
      if (!answer.ok) throw new Error(`The example of ${operation} fails: ${JSON.stringify(answer.problem)}`)
      return new TextDecoder().decode(answer.bytes)
    }
    await answerTo('report_issue', { title: 'An island is missing', details: 'Corvo.' })
    const answers = new Map<string, string>()
    // One after the other, so that ids are counted in the same order each time.
    for (const { name, examples } of OPS)
      if (!WITHOUT_ANSWER.includes(name))
        answers.set(name, answerText(JSON.parse(await answerTo(name, examples[0].input)), Date.now()))
    return answers
  } finally {
    await service.close()
    await rm(dataDir, { recursive: true })
  }
}
