/** Requests that are made from the OpenAPI document alone, valid and broken ones: the service keeps to what it declares. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { OPS } from '../../src/ops/index.ts'
import { openApi } from '../../src/transports/rest/openapi.ts'
import { casesOf } from '../cases.ts'
import { type AtlasService, startAtlasService } from '../registry/atlas-service.ts'
import { arbitraryOf, type Known } from '../support/arbitrary-from-schema.ts'
import { type DocumentedOperation, type Parameter, readOpenApi } from '../support/openapi-document.ts'

const REQUESTS = casesOf('requests of every operation')
const { operations, resolve, isValid } = readOpenApi(openApi(OPS, 'https://metes.example'))
const RUNS = Math.ceil(REQUESTS / operations.length)

/** Ids of the atlas, so that half of the calls do their work. Small places: the test is about answers, not polygons. */
const KNOWN: Known = {
  '#/components/schemas/BoundaryId': [
    'iso:LI',
    'iso:LU',
    'LI-11',
    'r1155955',
    'wikidata:Q347',
    'iso:MC',
    'AD',
  ],
}

/** Limits of fields that a JSON Schema cannot express: the document describes them in words. */
const REFUSED_IN_WORDS: readonly RegExp[] = [
  /^(?:id|include\.\d+|exclude\.\d+|ids\.\d+)$/, // not the id of a boundary
  /^within$/, // not the id of a boundary, or beside ids, or neither
  /^cursor$/, // not one that a page gave
  /^(?:title|text)$/, // without visible text, or of several lines
]

interface Sent {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  readonly isValid: boolean
}

let service: AtlasService
before(async () => {
  service = await startAtlasService()
})
after(() => service.close())

/** A dot ends the id of a file's address, and a segment of dots is removed by `fetch`. */
const inPath = (value: unknown): string => encodeURIComponent(String(value)).replaceAll('.', '%2E')
const isSendable = ({ in: place }: Parameter, value: unknown): boolean =>
  place !== 'path' || !/^\.{0,2}$/.test(String(value))

const inQuery = (value: unknown): string =>
  Array.isArray(value) ? value.join(',') : typeof value === 'string' ? value : JSON.stringify(value)

const WORTHLESS = ['no!', '', '999999', 'null'] as const

/** One field is replaced by something that its schema refuses, or is not known at all. */
const brokenBody = (operation: DocumentedOperation, body: unknown): fc.Arbitrary<unknown> => {
  const fields = Object.keys((body ?? {}) as object)
  return fc
    .oneof(
      fc.constant({ ...(body as object), colour: 'red' }),
      fc.constantFrom(null, 3, 'text', []),
      ...fields.map((name) =>
        fc
          .constantFrom<unknown>(null, -1e9, {}, [[]], true, '', 'x'.repeat(20_000))
          .map((value) => ({ ...(body as object), [name]: value })),
      ),
    )
    .filter((value) => operation.body !== null && !isValid(operation.body.schema, value))
}

const requestsOf = (operation: DocumentedOperation): fc.Arbitrary<Sent> => {
  const place = (where: Parameter['in']) => {
    const parameters = operation.parameters.filter((each) => each.in === where)
    return fc.record(
      Object.fromEntries(
        parameters.map((each) => [
          each.name,
          arbitraryOf(each.schema, resolve, KNOWN).filter((value) => isSendable(each, value)),
        ]),
      ),
      { requiredKeys: parameters.filter(({ required }) => required).map(({ name }) => name) },
    ) as fc.Arbitrary<Readonly<Record<string, unknown>>>
  }
  const body =
    operation.body === null ? fc.constant(undefined) : arbitraryOf(operation.body.schema, resolve, KNOWN)
  return fc
    .tuple(place('path'), place('query'), place('header'), body, fc.integer({ min: 0, max: 3 }))
    .chain(([path, query, header, body, fate]) => {
      const sent = (query: object, body: unknown, isValid: boolean): Sent => {
        const search = new URLSearchParams(
          Object.entries(query).map(([name, value]): [string, string] => [name, inQuery(value)]),
        )
        return {
          path: `${operation.path.replace(/\{(\w+)\}/g, (_all, name: string) => inPath(path[name]))}?${search}`,
          headers: header as Readonly<Record<string, string>>,
          body: body === undefined ? undefined : JSON.stringify(body),
          isValid,
        }
      }
      const valid = fc.constant(sent(query, body, true))
      if (fate > 0) return valid
      if (operation.body !== null) return brokenBody(operation, body).map((each) => sent(query, each, false))
      const typed = operation.parameters.filter(
        ({ in: place, schema }) =>
          place === 'query' && (schema.type !== 'string' || schema.pattern !== undefined),
      )
      return fc.oneof(
        fc.constant(sent({ ...query, colour: 'red' }, undefined, false)),
        ...typed.map(({ name, schema }) =>
          fc
            .constantFrom(...WORTHLESS)
            // An empty list is one, and the words of an enumeration are none of these.
            .filter((text) => schema.type !== 'array' || text !== '')
            .map((text) => sent({ ...query, [name]: text }, undefined, false)),
        ),
      )
    })
}

const send = (operation: DocumentedOperation, { path, headers, body }: Sent): Promise<Response> =>
  fetch(`${service.url}${path}`, {
    method: operation.method,
    redirect: 'manual',
    headers: {
      'x-api-key': service.key,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  })

const faultOf = (
  operation: DocumentedOperation,
  status: number,
  type: string,
  body: string,
): string | null => {
  const declared = operation.answers.get(status)
  if (declared === undefined) return `${status} is not declared`
  if (declared === null) return body === '' ? null : `${status} has a body`
  const validate = declared.get(type)
  if (validate === undefined) return `${status} as ${type} is not declared`
  return validate(JSON.parse(body)) ? null : `${JSON.stringify(validate.errors)}`
}

const seen = new Map<number, number>()

for (const operation of operations) {
  test(`${operation.method} ${operation.path}`, async () => {
    await fc.assert(
      fc.asyncProperty(requestsOf(operation), async (request) => {
        const answer = await send(operation, request)
        const { status } = answer
        seen.set(status, (seen.get(status) ?? 0) + 1)
        const text = await answer.text()
        const type = answer.headers.get('content-type') ?? ''
        assert.ok(status < 500, `${status}: ${text}`)
        assert.equal(faultOf(operation, status, type, text), null, text.slice(0, 500))
        if (!request.isValid)
          return assert.ok(status === 400 || status === 413, `${status}: ${text.slice(0, 500)}`)
        if (status !== 400) return
        const { issues = [] } = JSON.parse(text) as { issues?: readonly { path: string; message: string }[] }
        for (const { path, message } of issues)
          assert.ok(
            REFUSED_IN_WORDS.some((pattern) => pattern.test(path)),
            `valid by schema, but: ${message}`,
          )
      }),
      { numRuns: RUNS },
    )
  })
}

test('a body that is no JSON, and a call without enough units, are refused as declared', async () => {
  const draw = operations.find(({ method, path }) => method === 'POST' && path === '/v1/areas')
  assert.ok(draw)
  const key = await service.createFreeKey()
  const ask = async (type: string): Promise<number> => {
    const answer = await fetch(`${service.url}${draw.path}`, {
      method: 'POST',
      headers: { 'content-type': type, 'x-api-key': key },
      body: JSON.stringify({ text: 'Liechtenstein' }),
    })
    const text = await answer.text()
    assert.equal(faultOf(draw, answer.status, answer.headers.get('content-type') ?? '', text), null, text)
    return answer.status
  }
  assert.equal(await ask('text/plain'), 415)
  const statuses = new Set<number>()
  for (let calls = 0; calls < 30 && !statuses.has(402); calls++) statuses.add(await ask('application/json'))
  assert.deepEqual([...statuses], [200, 402])
})

test('the requests did what they are for: calls that work, and calls that are refused', () => {
  const count = [...seen.values()].reduce((sum, each) => sum + each, 0)
  assert.ok(count >= REQUESTS, `${count} requests`)
  for (const status of [200, 202, 302, 400, 404]) assert.ok(seen.has(status), `${status} was never answered`)
})
