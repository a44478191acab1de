/**
 * Returns the host that vouches for an app by publishing the metadata document at the client id. Null for a registered app,
 * whose name nobody has verified.
 */
export const clientHost = (clientId: string): string | null =>
  clientId.startsWith('https://') ? (URL.parse(clientId)?.host ?? null) : null
