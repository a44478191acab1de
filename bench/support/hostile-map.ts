/**
 * The map server of bench/hostile.ts, in a thread: odd relations are one way that crosses itself hundreds of thousands of times, even
 * ones a border of 200,000 positions. Every number is another relation, so that nothing is remembered.
 */

import { parentPort } from 'node:worker_threads'
import { yieldProcessor } from '../../src/util/yield-processor.ts'
import { HOSTILE_SHAPES } from '../../test/support/hostile-ways.ts'
import { serveLocally } from '../../test/support/local-server.ts'
import { countOf, queryOf, relationOfLines } from '../../test/support/overpass-sections.ts'
import { seededRandom } from '../../test/support/shapes.ts'

// It stands for another machine.
yieldProcessor()

const TANGLED_POSITIONS = 2_000
const LARGE_POSITIONS = 200_000
/** The relation in the texts, whose number is replaced. */
const NUMBER = 123_456_789

const textOf = (name: string, size: number): string =>
  JSON.stringify(relationOfLines(NUMBER, HOSTILE_SHAPES[name](size, seededRandom(1))))

const TANGLED = textOf('a ring of random positions', TANGLED_POSITIONS)
const LARGE = textOf('rings that touch', LARGE_POSITIONS)
const NOTHING = JSON.stringify({ elements: [countOf(0), countOf(0)] })

const { url } = await serveLocally(async (request, response) => {
  const number = Number(/rel\((\d+)\)/.exec(await queryOf(request))?.[1] ?? 0)
  response.setHeader('content-type', 'application/json')
  const text = number === 0 ? NOTHING : number % 2 === 1 ? TANGLED : LARGE
  response.end(text.replaceAll(`${NUMBER}`, `${number}`))
})
parentPort?.postMessage({ url, tangledBytes: TANGLED.length, largeBytes: LARGE.length })
