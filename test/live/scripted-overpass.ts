/**
 * An Overpass of a made-up world, over HTTP, that fails in every way that such servers fail. Relation N is a square named "Place N"; those whose
 * number is divisible by three do not exist.
 */

import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { serveLocally } from '../support/local-server.ts'
import { countOf, emptyFrom, queryOf } from '../support/overpass-sections.ts'
import { seededRandom } from '../support/shapes.ts'

export interface ScriptedOverpass {
  readonly url: string
  latencyMs: number
  /** Share of requests that fail. */
  faults: number
  /** How often each relation was asked for and answered. */
  readonly answered: ReadonlyMap<number, number>
  /** Most requests that were under way at once. */
  readonly mostAtOnce: number
  readonly requests: number
  readonly close: () => Promise<void>
}

export const isThere = (relation: number): boolean => relation % 3 !== 0

/** West, south, east, north in degrees. */
export const boxOf = (relation: number): readonly [number, number, number, number] => {
  const west = -40 + (relation % 100) * 0.02
  const south = -40 + Math.floor(relation / 100) * 0.02
  return [west, south, west + 0.01, south + 0.01].map((degrees) => Number(degrees.toFixed(7))) as [
    number,
    number,
    number,
    number,
  ]
}

export const serveScriptedOverpass = async (seed: number, latencyMs = 0): Promise<ScriptedOverpass> => {
  const random = seededRandom(seed)
  const answered = new Map<number, number>()
  const counts = { requests: 0, atOnce: 0, mostAtOnce: 0 }
  const { url, close } = await serveLocally(async (request, response) => {
    const query = await queryOf(request)
    if (request.url === '/api/status') {
      response.end('Rate limit: 2\nSlot available after: 2026-01-02T03:04:05Z, in 1 seconds.\n')
      return
    }
    counts.requests++
    counts.mostAtOnce = Math.max(counts.mostAtOnce, ++counts.atOnce)
    response.on('close', () => counts.atOnce--)
    if (scripted.latencyMs > 0)
      await new Promise((resolve) => setTimeout(resolve, scripted.latencyMs).unref())
    const relation = Number(/\(rel\((\d+)\);\)->\.found/.exec(query)?.[1] ?? 0)
    const body = JSON.stringify(relation === 0 ? NO_HISTORY : answerOf(relation))
    if (random() < scripted.faults) {
      FAULTS[Math.floor(random() * FAULTS.length)](response, body)
      return
    }
    if (relation > 0) answered.set(relation, (answered.get(relation) ?? 0) + 1)
    sendJson(response, body)
  })
  const scripted = {
    url: `${url}/api/interpreter`,
    faults: 0,
    latencyMs,
    answered,
    get mostAtOnce() {
      return counts.mostAtOnce
    },
    get requests() {
      return counts.requests
    },
    close,
  }
  return scripted
}

const sendJson = (response: ServerResponse, body: string): void => {
  response.setHeader('content-type', 'application/json')
  response.end(body)
}

const NO_HISTORY = { elements: [countOf(0)] }

const answerOf = (relation: number) => {
  if (!isThere(relation)) return { osm3s: {}, elements: emptyFrom('relations') }
  const [west, south, east, north] = boxOf(relation)
  const corners = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
  const node = (corner: number): number => relation * 10 + (corner % 4)
  return {
    osm3s: { timestamp_osm_base: '2026-01-02T03:04:05Z' },
    elements: [
      {
        type: 'relation',
        id: relation,
        version: 3,
        timestamp: '2025-01-02T03:04:05Z',
        tags: { type: 'boundary', boundary: 'administrative', admin_level: '8', name: `Place ${relation}` },
        members: [{ type: 'way', ref: relation, role: 'outer' }],
      },
      countOf(1),
      {
        type: 'way',
        id: relation,
        version: 1,
        nodes: corners.map((_, corner) => node(corner)),
        geometry: corners.map(([lon, lat]) => ({ lat, lon })),
      },
      countOf(1),
      ...emptyFrom('labels'),
    ],
  }
}

type Fault = (response: ServerResponse, body: string) => void

const withElements = (body: string, change: (elements: Record<string, unknown>[]) => unknown): string => {
  const answer = JSON.parse(body)
  return JSON.stringify({ ...answer, elements: change(answer.elements) })
}

const FAULTS: readonly Fault[] = [
  // A page of the proxy in front, with status 200.
  (response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<html><body>Service unavailable</body></html>')
  },
  (response) => sendJson(response, '<html></html>'),
  (response, body) =>
    sendJson(
      response,
      JSON.stringify({
        ...JSON.parse(body),
        elements: [],
        remark: 'runtime error: Query timed out in "query" at line 1 after 91 seconds.',
      }),
    ),
  (response, body) =>
    sendJson(
      response,
      JSON.stringify({ ...JSON.parse(body), remark: 'runtime error: Query run out of memory' }),
    ),
  // Ends in the middle, with and without an orderly end of the transfer.
  (response, body) => sendJson(response, body.slice(0, body.length >> 1)),
  (response, body) => {
    response.setHeader('content-type', 'application/json')
    response.setHeader('content-length', body.length)
    response.write(body.slice(0, body.length >> 1), () => response.destroy())
  },
  // Whole JSON, of half the elements.
  (response, body) =>
    sendJson(
      response,
      withElements(body, (elements) => elements.slice(0, 2)),
    ),
  (response, body) =>
    sendJson(
      response,
      withElements(body, () => []),
    ),
  (response, body) =>
    sendJson(
      response,
      withElements(body, (elements) => elements.filter(({ type }) => type !== 'way')),
    ),
  (response, body) =>
    sendJson(
      response,
      withElements(body, (elements) => elements.filter(({ type }) => type !== 'relation')),
    ),
  (response, body) =>
    sendJson(
      response,
      withElements(body, (elements) => elements.map(({ geometry: _, ...element }) => element)),
    ),
  (response, body) =>
    sendJson(
      response,
      withElements(body, (elements) =>
        elements.map((element) =>
          Array.isArray(element.geometry)
            ? { ...element, geometry: [null, ...element.geometry.slice(1)] }
            : element,
        ),
      ),
    ),
  (response) => {
    response.setHeader('content-type', 'application/json')
    response.setHeader('content-encoding', 'gzip')
    response.end(BOMB)
  },
  (response) => {
    response.writeHead(302, { location: 'http://127.0.0.1:1/api/interpreter' })
    response.end()
  },
  (response) => {
    response.writeHead(429)
    response.end()
  },
  (response) => {
    response.writeHead(504)
    response.end('too busy')
  },
  (response) => {
    response.writeHead(503, { 'retry-after': '1' })
    response.end()
  },
  (response) => {
    response.writeHead(404, { 'content-type': 'application/json' })
    response.end('{"elements":[]}')
  },
  // Never ends.
  (response) => {
    response.setHeader('content-type', 'application/json')
    response.write('{"elements":[')
  },
  (response) => void response.destroy(),
]

/** 300 MB of spaces. */
const BOMB = gzipSync(Buffer.alloc(300_000_000, 0x20), { level: 9 })
