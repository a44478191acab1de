/** Addresses for which a token can be valid (RFC 8707): the service, and its endpoint for agents. */

export const AGENT_PATH = '/mcp'

/** The first is the default. Clients that parse the address of the service send it with a slash. */
export const resourcesAt = (baseUrl: string): readonly string[] => [
  baseUrl,
  `${baseUrl}/`,
  `${baseUrl}${AGENT_PATH}`,
]
