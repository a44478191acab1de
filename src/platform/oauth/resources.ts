/** Resources for which a token can be valid (RFC 8707): the API, the endpoint for agents, or both. */

export const AGENT_PATH = '/mcp'

/** Path of a resource, after which its metadata are named (RFC 9728 §3.1): the API's is empty. */
export type ResourcePath = '' | typeof AGENT_PATH

export type Resources = ReturnType<typeof resourcesAt>

export const resourcesAt = (baseUrl: string) => {
  const any = `${baseUrl}/*`
  const paths = new Map<string, ResourcePath | null>([
    [any, null],
    [baseUrl, ''],
    // Clients that parse the address of the service send it with a slash.
    [`${baseUrl}/`, ''],
    [`${baseUrl}${AGENT_PATH}`, AGENT_PATH],
  ])
  /** Returns the resource of one token for all of these; an unknown one if there is one. */
  const joined = (requested: readonly string[]): string =>
    requested.find((resource) => !paths.has(resource)) ??
    (new Set(requested.map((resource) => paths.get(resource))).size > 1 ? any : requested[0])
  return {
    /** The resource of a token that was requested without one, or for both. */
    any,
    /** Returns the path of a requested resource; null for both, undefined for another service. */
    pathOf: (resource: string) => paths.get(resource),
    joined,
    /**
     * Adds the resources that the given ones include, so that a client can request a token for one of them, or for both. `any` is first only if
     * it was granted itself.
     */
    withIncluded: (granted: readonly string[]): readonly string[] => {
      if (granted.includes(any)) return [...paths.keys()]
      return joined(granted) === any ? [...granted, any] : granted
    },
  }
}
