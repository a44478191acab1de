/** MCP over HTTP: problems, large polygons, pages of lists and unknown resources. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { MAX_INLINE_BYTES } from '../../src/transports/mcp/call-tool.ts'
import { callTool, postMcp, repliesOf } from '../support/mcp-post.ts'
import { suiteService } from '../support/suite-service.ts'

const service = suiteService({ METES_SOURCES: 'atlas', METES_PUBLIC_RATE: '1000' })
const withKey = () => ({ authorization: `Bearer ${service.key}` })

describe('answers', () => {
  test('problems are results that say what to do next', async () => {
    for (const [name, input, text] of [
      ['get_boundary', { id: 'r999999999' }, /^not_found: .*\nNext: find the id with search_boundaries/],
      ['get_boundary', { id: 'iso:LU', detial: 'low' }, /^invalid_input: .*Did you mean detail\?/],
      ['get_boundary', { id: 5 }, /^invalid_input: id must be a string/],
      ['get_account', { x: 1 }, /^invalid_input: .*There are no fields/],
      ['get_boundry', {}, /^unknown_tool: .*Did you mean get_boundary\?\nNext: /],
      ['show_map', {}, /^invalid_input: Pass either boundaries or download_url/],
      ['show_map', { boundaries: ['iso:QQ'] }, /^not_found: /],
      [
        'create_area',
        { text: 'Washington County' },
        /^unmappable_area: .*\n- "Washington County": .*Candidates: .*\(county, /s,
      ],
    ] as const) {
      const refused = await callTool(service.server.url, name, input, withKey())
      assert.equal(refused.isError, true)
      assert.match(refused.content[0].text ?? '', text)
      assert.equal(refused.structuredContent, undefined)
    }
  })

  test('a large polygon is in a file, also that of Russia', async () => {
    for (const [name, input] of [
      ['get_boundary', { id: 'iso:RU' }],
      ['union_boundaries', { include: ['iso:RU'] }],
      ['create_area', { text: 'Russia' }],
    ] as const) {
      const answer = await callTool(service.server.url, name, input, withKey())
      const { geometry, download_url: url } = answer.structuredContent ?? {}
      assert.equal(geometry, null, name)
      assert.ok(JSON.stringify(answer).length < MAX_INLINE_BYTES, name)
      assert.deepEqual(
        answer.content.map(({ type, uri }) => [type, uri]),
        [
          ['text', undefined],
          ['resource_link', url],
        ],
      )
      const file = (await (await fetch(String(url))).json()) as { geometry: { coordinates: unknown[] } }
      assert.ok(file.geometry.coordinates.length > 0)
      const map = await callTool(service.server.url, 'show_map', { download_url: url }, withKey())
      assert.equal((map._meta?.['metes/features'] as unknown[] | undefined)?.length, 1)
    }
  })

  test('show_map reads no address but those of our files', async () => {
    for (const url of ['http://127.0.0.1:1/files/x', `${service.server.url}/docs`, 'file:///etc/passwd']) {
      const refused = await callTool(service.server.url, 'show_map', { download_url: url })
      assert.equal(refused.isError, true)
      assert.match(refused.content[0].text ?? '', /is not in the file storage/)
    }
  })

  test('lists come in pages', async () => {
    const names: string[] = []
    let cursor: unknown
    do {
      const page = await callTool(service.server.url, 'list_children', {
        id: 'iso:US',
        ...(cursor ? { cursor } : {}),
      })
      const { children, next_cursor } = page.structuredContent as {
        children: { id: string }[]
        next_cursor: unknown
      }
      assert.ok(children.length <= 40)
      names.push(...children.map(({ id }) => id))
      cursor = next_cursor
    } while (cursor !== null)
    assert.ok(names.length > 40)
    assert.equal(new Set(names).size, names.length)
    const strange = await callTool(service.server.url, 'list_children', { id: 'iso:US', cursor: 'r1' })
    assert.match(strange.content[0].text ?? '', /^invalid_input: cursor must be the next_cursor/)
  })

  test('a resource that does not exist is an error of the protocol', async () => {
    for (const uri of [
      'metes://boundary/r999999999',
      'metes://boundary/',
      'metes://boundary/%',
      'file:///etc/passwd',
    ]) {
      const message = { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri } }
      const [{ error }] = await repliesOf(await postMcp(service.server.url, message))
      assert.equal(error?.code, -32602, uri)
    }
  })
})
