/** How long a process that stops still answers. Running answers have `DRAIN_TIMEOUT_MS` of `transports/http/server.ts`. */

/** Time in which load balancers see that the service is not ready, before the port closes. */
export const NOTICE_MS = 1_000
/** A stop ends after this time, even if a store does not answer. */
export const MAX_STOP_MS = 11_000
/** Time in which clients may still send calls on connections that are idle when their process is replaced. */
export const LINGER_MS = 5_000
