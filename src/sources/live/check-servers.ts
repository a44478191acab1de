/** Checks for `metes doctor` that the servers of the live map answer, with one small request to each. */
import type { Clock } from '../../util/clock.ts'
import { TEST_QUERY } from '../overpass/queries.ts'
import { fetchBounded, HttpFailed, type UpstreamAnswer } from '../upstream/fetch-bounded.ts'

export interface ServerProbe {
  readonly userAgent: string
  readonly timeoutMs: number
  readonly clock: Clock
}

export interface ServerState {
  /** The result, as a clause. */
  readonly finding: string
  /** This machine's clock minus the server's; null if the server does not state its time. */
  readonly clockAheadMs: number | null
  readonly bytes: number
}

const MAX_BYTES = 100_000
const MS_PER_HOUR = 3_600_000
/** The public servers are minutes behind the map; a server this far behind is out of date. */
const OLD_HOURS = 48

/** @throws Error that says how to fix it */
export const checkOverpass = async (url: string, probe: ServerProbe): Promise<ServerState> => {
  const answer = await timed(
    url,
    {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams({ data: TEST_QUERY }).toString(),
    },
    'METES_OVERPASS_URL',
    probe,
  )
  const body = answerJson(answer, 'METES_OVERPASS_URL must be the address of an interpreter')
  if (!Array.isArray(body.elements))
    throw new Error(`${answer.host} does not answer as Overpass does. Check METES_OVERPASS_URL.`)
  const { timestamp_osm_base: base } = (body.osm3s ?? {}) as { timestamp_osm_base?: unknown }
  return serverState(answer, softwareOf(body.generator), dataEpochMs(base), probe.clock.now())
}

/** @throws Error that says how to fix it */
export const checkNominatim = async (url: string, probe: ServerProbe): Promise<ServerState> => {
  const address = `${url.replace(/\/+$/, '')}/status?format=json`
  const answer = await timed(
    address,
    { headers: { accept: 'application/json' } },
    'METES_NOMINATIM_URL',
    probe,
  )
  const body = answerJson(answer, 'METES_NOMINATIM_URL must be the base address of /search')
  if (body.status !== 0)
    throw new Error(
      `${answer.host} reports that it does not work. Wait, or set METES_NOMINATIM_URL to another server.`,
    )
  const version = softwareOf(body.software_version)
  const software = version === null ? null : `Nominatim ${version}`
  return serverState(answer, software, dataEpochMs(body.data_updated), probe.clock.now())
}

interface TimedAnswer extends UpstreamAnswer {
  readonly host: string
  readonly latencyMs: number
  readonly clockAheadMs: number | null
}

const timed = async (
  url: string,
  init: { readonly method?: string; readonly headers: Record<string, string>; readonly body?: string },
  setting: string,
  { userAgent, timeoutMs, clock }: ServerProbe,
): Promise<TimedAnswer> => {
  const startedMs = clock.elapsedMs()
  const answer = await fetchBounded(
    url,
    { ...init, headers: { ...init.headers, 'user-agent': userAgent } },
    { maxBytes: MAX_BYTES, timeoutMs },
  ).catch((error: unknown) => {
    if (!(error instanceof HttpFailed)) throw error
    throw new Error(`${error.message} ${ADVICE[error.fault](setting)}`)
  })
  const latencyMs = clock.elapsedMs() - startedMs
  const { host } = new URL(url)
  const { status } = answer
  if (status === 403)
    throw new Error(
      `${host} refuses this installation (HTTP 403). Check that METES_CONTACT reaches you, and ask its operators.`,
    )
  if (status === 429)
    throw new Error(`${host} asks to wait (HTTP 429). Metes slows down by itself; run this again later.`)
  if (status !== 200)
    throw new Error(`${host} answers HTTP ${status}. Wait if it is overloaded; otherwise check ${setting}.`)
  const serverMs = Date.parse(answer.headers.get('date') ?? '')
  // The server wrote its time while the answer was under way.
  const clockAheadMs = Number.isNaN(serverMs) ? null : clock.now() - latencyMs / 2 - serverMs
  return { ...answer, host, latencyMs, clockAheadMs }
}

const ADVICE: Readonly<Record<HttpFailed['fault'], (setting: string) => string>> = {
  unreachable: (setting) => `Check the network, the firewall and ${setting}.`,
  timeout: (setting) => `It may be overloaded: run this again later, or add another server to ${setting}.`,
  'too large': (setting) => `Check ${setting}.`,
  redirected: (setting) => `Write the final address into ${setting}: redirects are not followed.`,
}

const answerJson = ({ host, bytes }: TimedAnswer, advice: string): Readonly<Record<string, unknown>> => {
  try {
    const body: unknown = JSON.parse(new TextDecoder().decode(bytes))
    if (typeof body === 'object' && body !== null) return body as Record<string, unknown>
  } catch {
    // Handled below.
  }
  throw new Error(`${host} answers with something other than JSON; ${advice}.`)
}

/** Returns "Overpass API 0.7.62.1 084b4234" or "4.4.0"; null if the server does not state it. */
const softwareOf = (text: unknown): string | null =>
  typeof text === 'string' && /^[\w .+-]{1,60}$/.test(text) ? text : null

const dataEpochMs = (text: unknown): number => (typeof text === 'string' ? Date.parse(text) : Number.NaN)

/** @param dataMs NaN if the server does not state it */
const serverState = (
  { host, latencyMs, clockAheadMs, bytes }: TimedAnswer,
  software: string | null,
  dataMs: number,
  nowMs: number,
): ServerState => ({
  finding: `${host}${software === null ? '' : ` (${software})`} answers in ${Math.round(latencyMs)} ms; ${ageText(dataMs, nowMs)}`,
  clockAheadMs,
  bytes: bytes.byteLength,
})

const ageText = (dataMs: number, nowMs: number): string => {
  if (Number.isNaN(dataMs)) return 'the age of its data is unknown'
  const hours = Math.max(0, (nowMs - dataMs) / MS_PER_HOUR)
  if (hours < 1) return `its data is ${Math.round(hours * 60)} min old`
  if (hours < OLD_HOURS) return `its data is ${Math.round(hours)} h old`
  return `its data is ${Math.round(hours / 24)} days old, so its updates may have stopped`
}
