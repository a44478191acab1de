/** Callers learn of the gaps of the atlas: by REST, by RPC, by the command, and by doctor. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { listChildren } from '../../src/ops/boundaries/list_children.ts'
import { startAtlasService } from '../registry/atlas-service.ts'
import { install } from '../support/service.ts'

const service = await startAtlasService()
after(() => service.close())
const metes = await install()
after(() => metes.remove())

const NOTE = /^The atlas shows the 8 provinces of Kenya from before 2013: 47 counties replaced them\./

const notesIn = (answer: unknown): readonly string[] => {
  assert.ok(typeof answer === 'object' && answer !== null && 'notes' in answer && Array.isArray(answer.notes))
  return answer.notes.map(String)
}

test('list_children says that the list is outdated, by every way to call it', async () => {
  const input = { id: 'iso:KE' }
  const answers = [
    await (await service.rest(listChildren, input)).json(),
    await (await service.rpc(listChildren, input)).json(),
    JSON.parse(await service.command(listChildren, input)),
  ]
  for (const answer of answers) assert.match(notesIn(answer)[0], NOTE)
})

test('list_children names the levels that it combines, and a complete list has no notes', async () => {
  const portugal = await (await service.rest(listChildren, { id: 'iso:PT' })).json()
  assert.match(notesIn(portugal)[0], /^Level 4 covers only \d+ % of this boundary/)
  assert.deepEqual(notesIn(await (await service.rest(listChildren, { id: 'iso:DE' })).json()), [])
})

test('doctor says in one line how many countries the atlas shows completely', async () => {
  const { stdout } = await metes.runHere(['doctor'])
  const [, ...counts] =
    /✓ Atlas: opens \(edition \S+\); first-level subdivisions of (\d+) countries: (\d+) complete, (\d+) outdated, (\d+) partly missing, (\d+) missing\n/.exec(
      stdout,
    ) ?? []
  const [all, ...states] = [...counts].map(Number)
  assert.equal(
    states.reduce((sum, count) => sum + count, 0),
    all,
  )
})
