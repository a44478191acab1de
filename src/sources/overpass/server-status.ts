/** Reads the status of an Overpass server's slots: https://wiki.openstreetmap.org/wiki/Overpass_API#Rate_limiting */
import { fetchBounded } from '../upstream/fetch-bounded.ts'

export interface ServerStatus {
  /** Concurrent queries from one address; null if the server has no limit or does not state it. */
  readonly slots: number | null
  /** Seconds until the next slot is free. */
  readonly waitSeconds: number
}

const UNKNOWN: ServerStatus = { slots: null, waitSeconds: 15 }

/** @param url address of the interpreter */
export const fetchServerStatus = async (
  url: string,
  { userAgent, signal }: { readonly userAgent: string; readonly signal?: AbortSignal },
): Promise<ServerStatus> => {
  try {
    const { status, bytes } = await fetchBounded(
      new URL('status', url).href,
      { headers: { 'user-agent': userAgent } },
      { maxBytes: 100_000, timeoutMs: 10_000, signal },
    )
    return status === 200 ? statusOf(new TextDecoder().decode(bytes)) : UNKNOWN
  } catch {
    return UNKNOWN
  }
}

/** Parses "Rate limit: 2", "1 slots available now.", "Slot available after: 2026-01-02T03:04:05Z, in 12 seconds." */
const statusOf = (text: string): ServerStatus => {
  const slots = Number(/^Rate limit: (\d{1,4})$/m.exec(text)?.[1] ?? 0)
  return { slots: slots === 0 ? null : slots, waitSeconds: waitSecondsOf(text) }
}

const waitSecondsOf = (text: string): number => {
  if (/^[1-9]\d* slots? available now/m.test(text)) return 1
  const waits = Array.from(text.matchAll(/in (\d{1,6}) seconds?/g), ([, seconds]) => Number(seconds))
  return waits.length === 0 ? UNKNOWN.waitSeconds : Math.max(1, Math.min(...waits))
}
