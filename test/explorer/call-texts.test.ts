/** Calls as texts: what a shell, a program and a tool server make of any description, with and without accounts. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type CallLanguage, type Service, textOfCall, WAYS } from '../../src/explorer/call-texts.ts'
import { areaCall, boundaryCall, COMMANDS, pointCall, unionCall } from '../../src/explorer/shown-calls.ts'
import { commandName } from '../../src/transports/cli/short-names.ts'
import { callDirectly, type Desk, openDesk } from '../support/copied-calls.ts'
import { type Installation, install, type RunningServer } from '../support/service.ts'

const ALL_WAYS = Object.keys(WAYS) as CallLanguage[]

test('commands have the names that the command line shows', () => {
  for (const [op, command] of Object.entries(COMMANDS)) assert.equal(command, commandName(op))
})

describe('at a service without accounts', () => {
  let metes: Installation
  let server: RunningServer
  let desk: Desk
  let service: Service
  before(async () => {
    metes = await install()
    server = await metes.serve({ METES_ACCESS: 'open' })
    desk = await openDesk(server.url, null)
    service = { baseUrl: server.url, isOpen: true }
  })
  after(async () => {
    await desk?.remove()
    await server?.stop()
    await metes?.remove()
  })

  const CALLS = [
    boundaryCall('r1155955', 'full'),
    pointCall([-120.5, -40.25]),
    unionCall(['iso:LI', 'iso:CH'], ['iso:CH-ZH']),
    areaCall('Malta'),
    // Quotes, what shells expand, a word like an option, lines, and letters beyond ASCII: each must arrive as it is.
    areaCall(`-o'Brien "County" \\n $HOME \`id\` !! #1 %20 {a,b} [x] *\n\tÎle d’Œuf 東京\u2028 🏝`),
  ]
  for (const call of CALLS)
    for (const way of ALL_WAYS)
      test(`${WAYS[way]} of ${call.op} ${JSON.stringify(call.input).slice(0, 50)} needs no key`, async () => {
        const text = textOfCall(way, call, service)
        assert.doesNotMatch(text, /API_KEY/)
        await desk.check(way, text, await callDirectly(server.url, call.op, call.input, null))
      })
})
