/** Every example of every operation, on the bundled atlas: it works, matches its schema, and gives the same by every route. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { parse } from 'yaml'
import { describeOp } from '../../src/op/describe.ts'
import { OPS } from '../../src/ops/index.ts'
import { type AtlasService, startAtlasService } from './atlas-service.ts'

let service: AtlasService
before(async () => {
  service = await startAtlasService()
})
after(() => service.close())

/** They need the id of a key, a job or a device code, which no example can know: test/acceptance tests them. */
const UNKNOWABLE: readonly string[] = ['revoke_key', 'poll_device_login', 'get_job', 'cancel_job']

/** Operations with a new answer on every call. */
const NEW_EACH_TIME: readonly string[] = [
  'create_key',
  'get_usage',
  'start_device_login',
  'report_issue',
  'request_feature',
  'comment_feedback',
]

/** Of a usual terminal. */
const COLUMNS = 80

/** Lists on request: an example that finds nothing teaches nothing. */
const MAIN_LISTS: readonly string[] = ['candidates', 'boundaries', 'children', 'results', 'ops']

for (const op of OPS) {
  describe(op.name, () => {
    if (UNKNOWABLE.includes(op.name)) return
    for (const { title, input } of op.examples) {
      test(`${title}: the answer matches its schema`, async () => {
        const response = await service.rpc(op, input, { 'x-api-key': service.key })
        const body: unknown = await response.json()
        assert.equal(response.status, 200, JSON.stringify(body))
        assert.equal(response.headers.get('content-type'), op.mediaType ?? 'application/json')
        const parsed = op.output.safeParse(body)
        assert.deepEqual(parsed.error?.issues ?? [], [])
        for (const [member, list] of Object.entries(body as Readonly<Record<string, unknown>>))
          if (MAIN_LISTS.includes(member)) assert.notDeepEqual(list, [], `${member} is empty`)
      })

      test(`${title}: a terminal shows sentences and tables that fit it`, async () => {
        const text = await service.command(op, input, { columns: COLUMNS })
        const tooLong = text.split('\n').filter((line) => line.length > COLUMNS && line.trim().includes(' '))
        assert.deepEqual(tooLong, [])
        assert.doesNotMatch(text, /undefined|null|NaN|\[object|[{}]|\n\n\n/)
      })

      if (NEW_EACH_TIME.includes(op.name)) continue

      test(`${title}: the same answer by the resource route, RPC and the command`, async () => {
        const headers = { authorization: `Bearer ${service.key}` }
        const [rest, rpc, command] = await Promise.all([
          service.rest(op, input, headers),
          service.rpc(op, input, headers).then((response) => response.text()),
          service.command(op, input),
        ])
        assert.equal(rest.status, op.redirect === undefined ? 200 : 302)
        assert.equal(await rest.text(), rpc)
        assert.deepEqual(JSON.parse(command), JSON.parse(rpc))
        if (!Object.hasOwn(describeOp(op).input.properties ?? {}, 'format'))
          assert.deepEqual(
            parse(await service.command(op, input, { args: ['--format', 'yaml'] })),
            JSON.parse(rpc),
          )
        if (op.redirect !== undefined)
          assert.equal(rest.headers.get('location'), op.redirect(JSON.parse(rpc)))
      })
    }
  })
}
