/**
 * The Model Context Protocol over Streamable HTTP at `/mcp`: without state between requests, in the protocol version of 2026
 * and older ones. Callers, limits and refusals are those of REST; only the answers of tools differ.
 */
import { AGENT_PATH } from '../../../platform/oauth/resources.ts'
import { lazily } from '../../../util/lazily.ts'
import { isLoopback } from '../../../util/loopback.ts'
import type { HttpRoute } from '../../http/message.ts'
import type { McpEndpointOptions } from './endpoint.ts'

export const mcpRoutes = (options: McpEndpointOptions): readonly HttpRoute[] => {
  // Loaded with the first message: the library of the protocol is a fifth of the program.
  const endpoint = lazily(async () => (await import('./endpoint.ts')).mcpEndpoint(options))
  return [
    {
      method: 'POST',
      path: AGENT_PATH,
      resourcePath: AGENT_PATH,
      endpoint: async (request) => (await endpoint.get())(request),
      allowsOrigin: allowsOriginAt(options.baseUrl),
    },
  ]
}

/**
 * Rejects pages of other sites, which could use a service at a loopback address or in a private network through their
 * visitor (DNS rebinding).
 */
const allowsOriginAt = (baseUrl: string): NonNullable<HttpRoute['allowsOrigin']> => {
  const own = new URL(baseUrl)
  return (origin) => {
    const theirs = URL.parse(origin)
    if (theirs === null) return false
    return theirs.origin === own.origin || (isLoopback(theirs.hostname) && isLoopback(own.hostname))
  }
}
