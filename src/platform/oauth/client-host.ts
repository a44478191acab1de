/** The host that vouches for an app: it publishes the metadata document at the client id. Null for an app that only calls itself so. */
export const clientHost = (clientId: string): string | null =>
  clientId.startsWith('https://') ? (URL.parse(clientId)?.host ?? null) : null
