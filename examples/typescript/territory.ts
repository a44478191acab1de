/**
 * A sales territory from the words of a contract, and which customers lie in it.
 *
 *     npm install ./metes-client-0.1.0.tgz
 *     METES_URL=http://localhost:8080 METES_API_KEY=mts_… node territory.ts
 */
import { createClient, MetesProblem } from 'metes-client'

const { METES_URL: baseUrl = 'http://localhost:8080', METES_API_KEY: apiKey } = process.env
const metes = createClient({ baseUrl, apiKey, language: 'en' })

const describe = async (text: string): Promise<void> => {
  try {
    // The answer at once if it takes less than five seconds, else a job.
    const answer = await metes.createArea({ text, detail: 'low' }, { respondAsync: { afterSeconds: 5 } })
    const area =
      answer.status === 200 ? answer.output : await metes.waitForJob(answer.job, { onStep: console.log })
    console.log(area.properties.summary)
    for (const { role, name, id } of area.properties.parts) console.log(`  ${role} ${name} (${id})`)
  } catch (error) {
    // The service draws the whole description or says what it cannot map.
    if (!(error instanceof MetesProblem) || error.code !== 'unmappable_area') throw error
    for (const { text, reason } of error.problem.unmapped ?? []) console.log(`  "${text}": ${reason}`)
  }
}

await describe('Benelux without Luxembourg')
await describe('Benelux and Narnia')

const { candidates } = await metes.searchBoundaries({ q: 'Luxembourg', kind: 'country', limit: 1 })
const [{ id, name }] = candidates
const customers = { Clervaux: [6.03, 50.05], Brussels: [4.35, 50.85] } as const
const { inside } = await metes.containsPoints({ id, points: Object.values(customers) })
for (const [index, customer] of Object.keys(customers).entries())
  console.log(`${customer} ${inside[index] ? 'is' : 'is not'} in ${name}`)
