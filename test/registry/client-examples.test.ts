/** The examples in TypeScript on the pages of the reference make the calls beside which they stand. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { createClient } from '../../src/client/index.ts'
import { describeOp } from '../../src/op/describe.ts'
import { OPS } from '../../src/ops/index.ts'
import { blocksOf } from '../support/doc-examples.ts'

const pageOf = (name: string): string =>
  readFileSync(new URL(`../../docs/reference/${name}.md`, import.meta.url), 'utf8')

/** Runs a program with `metes`, and returns the calls that it makes. */
const callsOf = async (program: string): Promise<readonly (readonly [path: string, input: unknown])[]> => {
  const calls: [string, unknown][] = []
  const metes = createClient({
    baseUrl: 'http://localhost:8080',
    fetch: async (url, request) => {
      calls.push([new URL(String(url)).pathname, JSON.parse(String(request?.body))])
      return Response.json({})
    },
  })
  await new Function('metes', `return (async () => { ${program} })()`)(metes)
  return calls
}

for (const { name, examples, routes } of OPS.map(describeOp))
  test(`${name}: the client is called with the input of each example`, async () => {
    const programs = blocksOf(pageOf(name)).flatMap((block) =>
      block?.info === 'ts TypeScript' ? [block.code] : [],
    )
    const calls = await Promise.all(programs.map(callsOf))
    assert.deepEqual(
      calls.flat(),
      examples.map(({ input }) => [routes.rpc.path, input]),
    )
  })
