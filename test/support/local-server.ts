/** A web server of a test, at a free port of this machine. */
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface LocalServer {
  /** Address without a trailing slash. */
  readonly url: string
  /** Ends running answers too. */
  readonly close: () => Promise<void>
}

export const serveLocally = async (listener: RequestListener): Promise<LocalServer> => {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
