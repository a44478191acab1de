/** Resources for which a token can be valid (RFC 8707): the API, the endpoint for agents, or both. */

export const AGENT_PATH = '/mcp'

/** Path of a resource, after which its metadata are named (RFC 9728 §3.1): the API's is empty. */
export type ResourcePath = '' | typeof AGENT_PATH

export interface Resources {
  /** The resource of a token that was requested without one, or for both. */
  readonly any: string
  /** Returns the path of a requested resource; null for both, undefined for another service. */
  readonly pathOf: (resource: string) => ResourcePath | null | undefined
  /** Returns the resource of one token for all of these; an unknown one if there is one. */
  readonly joined: (requested: readonly string[]) => string
  /**
   * Adds the resources that the given ones include, so that a client can request a token for one of them, or for both. `any` is first only if
   * it was granted itself.
   */
  readonly withIncluded: (granted: readonly string[]) => readonly string[]
}

export const resourcesAt = (baseUrl: string): Resources => {
  const any = `${baseUrl}/*`
  const paths = new Map<string, ResourcePath | null>([
    [any, null],
    [baseUrl, ''],
    // Clients that parse the address of the service send it with a slash.
    [`${baseUrl}/`, ''],
    [`${baseUrl}${AGENT_PATH}`, AGENT_PATH],
  ])
  const joined = (requested: readonly string[]): string =>
    requested.find((resource) => !paths.has(resource)) ??
    (new Set(requested.map((resource) => paths.get(resource))).size > 1 ? any : requested[0])
  return {
    any,
    pathOf: (resource) => paths.get(resource),
    joined,
    withIncluded: (granted) => {
      if (granted.includes(any)) return [...paths.keys()]
      return joined(granted) === any ? [...granted, any] : granted
    },
  }
}
