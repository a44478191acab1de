/** What tools cost a model: the characters of their definitions, and of the largest answer to their examples. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { OPS } from '../../src/ops/index.ts'
import { listedTools } from '../../src/transports/mcp/server.ts'
import { type AtlasService, startAtlasService } from '../registry/atlas-service.ts'
import { callTool } from '../support/mcp-post.ts'

/** At most these characters: [definition, largest answer]. Answers are counted whole, without what only the map page gets. */
const TABLE: Readonly<Record<string, readonly [definition: number, answer: number]>> = {
  list_ops: [1_050, 6_075],
  start_device_login: [1_100, 525],
  poll_device_login: [875, 350],
  search_boundaries: [2_150, 1_300],
  get_boundary: [3_350, 3_700],
  export_boundary: [1_600, 875],
  export_collection: [2_950, 1_050],
  reverse_boundaries: [1_275, 2_075],
  list_children: [1_550, 7_225],
  contains_points: [1_375, 325],
  union_boundaries: [2_325, 1_375],
  create_area: [3_175, 3_325],
  get_job: [1_475, 350],
  cancel_job: [1_325, 350],
  get_account: [1_325, 525],
  update_profile: [1_625, 550],
  update_email_preferences: [1_375, 225],
  get_usage: [900, 1_775],
  list_keys: [500, 300],
  create_key: [800, 350],
  revoke_key: [675, 325],
  report_issue: [1_875, 625],
  request_feature: [1_500, 425],
  list_feedback: [1_450, 1_075],
  get_feedback: [1_125, 375],
  upvote_feedback: [1_075, 375],
  remove_upvote: [1_050, 375],
  comment_feedback: [1_350, 500],
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
  assert.deepEqual(Object.keys(TABLE).sort(), Object.keys(EXAMPLES).sort())
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
    const [definition, answer] = TABLE[tool.name]
    assert.ok(actual[0] <= definition && actual[1] <= answer, `${tool.name} has ${actual}`)
    assert.ok(
      definition <= actual[0] * SLACK && answer <= actual[1] * SLACK,
      `${tool.name} has only ${actual}`,
    )
  })
}
