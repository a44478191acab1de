/** What tools cost a model: the characters of their definitions, and of the largest answer to their examples. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { OPS } from '../../src/ops/index.ts'
import { listedTools } from '../../src/transports/mcp/server.ts'
import { type AtlasService, startAtlasService } from '../registry/atlas-service.ts'
import { PINNED } from '../registry/pinned-operations.ts'
import { callTool } from '../support/mcp-post.ts'

/** At most these characters: [definition, largest answer]. Answers are counted whole, without what only the map page gets. */
const SIZES: Readonly<Record<string, readonly [definition: number, answer: number]>> = {
  ...Object.fromEntries(Object.entries(PINNED).map(([name, { toolSizes }]) => [name, toolSizes])),
  show_map: [1_225, 475],
}

const MAX_ALL_DEFINITIONS = 40_000
/** A bound that is far above the figure says nothing. */
const SLACK = 1.25

let service: AtlasService
before(async () => {
  service = await startAtlasService()
})
after(() => service.close())

const EXAMPLES: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>> = {
  ...Object.fromEntries(OPS.map(({ name, examples }) => [name, examples.map(({ input }) => input)])),
  show_map: [{ boundaries: ['iso:LU', 'iso:BE'] }],
}

test('all definitions together are small', () => {
  const characters = JSON.stringify({ tools: listedTools(OPS) }).length
  assert.ok(characters <= MAX_ALL_DEFINITIONS, `${characters}`)
})

test('the table has every tool', () => {
  assert.deepEqual(Object.keys(SIZES).sort(), Object.keys(EXAMPLES).sort())
})

for (const tool of listedTools(OPS)) {
  test(`${tool.name} costs what the table says`, async () => {
    const sizes: number[] = []
    for (const input of EXAMPLES[tool.name]) {
      const { _meta, ...answer } = await callTool(service.url, tool.name, input, {
        authorization: `Bearer ${service.key}`,
      })
      sizes.push(JSON.stringify(answer).length)
    }
    const actual = [JSON.stringify(tool).length, Math.max(...sizes)]
    const [definition, answer] = SIZES[tool.name]
    assert.ok(actual[0] <= definition && actual[1] <= answer, `${tool.name} has ${actual}`)
    assert.ok(
      definition <= actual[0] * SLACK && answer <= actual[1] * SLACK,
      `${tool.name} has only ${actual}`,
    )
  })
}
