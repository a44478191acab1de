/** Reads the attribute `server`: the address of a Metes service. */

export interface FrameProblem {
  /** As the codes of `MetesProblem`. */
  readonly code: string
  /** A full sentence. */
  readonly message: string
}

/** Returns the address, ending in a slash, or what is wrong with it. */
export const readServer = (text: string | null, page: { readonly protocol: string }): URL | FrameProblem => {
  const url = URL.canParse(text ?? '') ? new URL(String(text)) : null
  if (
    url === null ||
    !/^https?:$/.test(url.protocol) ||
    url.username !== '' ||
    url.search !== '' ||
    url.hash !== ''
  )
    return {
      code: 'invalid_input',
      message: `The attribute server of <metes-map> must be the address of a Metes service, such as https://metes.example.org. ${text ? `It is “${text.slice(0, 100)}”.` : 'It is missing.'}`,
    }
  if (page.protocol === 'https:' && url.protocol === 'http:' && !isThisMachine(url.hostname))
    return {
      code: 'mixed_content',
      message: `A page with https can show only servers with https. Give the server at ${url.host} a certificate, or put a proxy with one in front of it.`,
    }
  if (!url.pathname.endsWith('/')) url.pathname += '/'
  return url
}

/** Browsers trust it without a certificate. */
const isThisMachine = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || host === '127.0.0.1' || host === '[::1]'

/** A server may accept a connection and never answer. */
const MAX_HEALTH_MS = 5_000

/** Finds out why the frame does not answer. */
export const explainSilence = async (server: URL, origin: string): Promise<FrameProblem> => {
  try {
    const signal = AbortSignal.timeout(MAX_HEALTH_MS)
    const { ok } = await fetch(new URL('healthz', server), { credentials: 'omit', signal })
    if (ok)
      return {
        code: 'not_framed',
        message: `The server at ${server.host} does not let this page show its map. Its operator can allow it: METES_EMBED_ORIGINS=${origin}`,
      }
  } catch {
    // Nobody answers, or no Metes service.
  }
  return {
    code: 'unreachable',
    message: `No map from ${server.host}. Check the attribute server, and that a Metes service runs there.`,
  }
}
