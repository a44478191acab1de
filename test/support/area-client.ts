/** Requests areas and their boundaries from a server, over HTTP like a caller. */
import type { AreaCase } from '../../bench/areas/cases.ts'
import type { Judged } from '../../bench/areas/judge.ts'
import { type GeoJsonArea, ringsFromGeoJson } from '../../src/domain/geometry/geojson-rings.ts'
import type { Rings } from '../../src/domain/geometry/rings.ts'

export interface AreaAnswer {
  readonly status: number
  readonly judged: Judged
  /** Null for a refusal. */
  readonly rings: Rings | null
  readonly notes: readonly string[]
  /** From the first byte sent to the last one received. */
  readonly ms: number
}

export interface FullBoundary {
  /** As the server knows it. */
  readonly id: string
  readonly rings: Rings
}

export interface AreaClient {
  /** Rejects for everything but an area and a refusal. */
  ask(question: Pick<AreaCase, 'text' | 'country' | 'seed'>): Promise<AreaAnswer>
  boundary(id: string): Promise<FullBoundary>
}

export const areaClient = (url: string, key: string): AreaClient => {
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' }
  return {
    ask: async ({ text, country, seed }) => {
      const startedMs = performance.now()
      const body = JSON.stringify({ text, country, seed })
      const response = await fetch(`${url}/v1/areas`, { method: 'POST', headers, body })
      const bytes = await response.arrayBuffer()
      const ms = performance.now() - startedMs
      const answer = JSON.parse(new TextDecoder().decode(bytes))
      if (response.status === 422)
        return {
          status: 422,
          judged: { ok: false, unmapped: answer.unmapped ?? [] },
          rings: null,
          notes: answer.notes ?? [],
          ms,
        }
      if (!response.ok) throw new Error(`"${text}" is answered ${response.status}: ${answer.detail}`)
      const { parts, notes } = answer.properties
      return { status: 200, judged: { ok: true, parts }, rings: await ringsOf(answer), notes, ms }
    },
    boundary: async (id) => {
      const response = await fetch(`${url}/v1/boundaries/${encodeURIComponent(id)}?detail=full`, { headers })
      if (!response.ok) throw new Error(`${id} is answered ${response.status}.`)
      const feature = (await response.json()) as Feature & { readonly id: string }
      return { id: feature.id, rings: await ringsOf(feature) }
    },
  }
}

interface Feature {
  readonly geometry: GeoJsonArea | null
  readonly download_url?: string
}

const ringsOf = async ({ geometry, download_url: address }: Feature): Promise<Rings> => {
  if (geometry !== null) return ringsFromGeoJson(geometry)
  const { geometry: whole } = (await (await fetch(String(address))).json()) as Feature
  if (whole === null) throw new Error(`${address} has no geometry.`)
  return ringsFromGeoJson(whole)
}
