/** Serves `/metrics` on a port of its own, which the operator opens to the collector alone. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Log } from '../util/log.ts'
import { METRICS_TYPE } from './all-processes.ts'

export interface MetricsListener {
  /** Address of the metrics. */
  readonly url: string
  readonly close: () => Promise<void>
}

export interface MetricsListenOptions {
  readonly host: string
  /** 0 for any free port. */
  readonly port: number
  readonly text: () => Promise<string>
  readonly log: Pick<Log, 'error'>
}

/** A collector and a person who looks need no more. */
const MAX_CONNECTIONS = 32
const PATH = '/metrics'

export const listenForMetrics = async ({
  host,
  port,
  text,
  log,
}: MetricsListenOptions): Promise<MetricsListener> => {
  const server = createServer(async (request, response) => {
    if (request.url?.split('?')[0] !== PATH) return answer(response, 404, `The metrics are at ${PATH}.\n`)
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return answer(response.setHeader('Allow', 'GET, HEAD'), 405, 'Only GET is allowed.\n')
    try {
      answer(response, 200, await text(), METRICS_TYPE)
    } catch (error) {
      log.error({ error }, 'collecting metrics failed')
      answer(response, 500, 'The metrics could not be collected; the log has the reason.\n')
    }
  })
  server.maxConnections = MAX_CONNECTIONS
  const listening = Promise.withResolvers<void>()
  server.once('error', (error) => listening.reject(Object.assign(error, { setting: 'METES_METRICS_PORT' })))
  server.listen(port, host, listening.resolve)
  await listening.promise
  const { address, family, port: opened } = server.address() as AddressInfo
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${opened}${PATH}`,
    close: async () => {
      const closed = Promise.withResolvers<void>()
      server.close(() => closed.resolve())
      server.closeAllConnections()
      await closed.promise
    },
  }
}

const answer = (response: ServerResponse, status: number, text: string, type = 'text/plain; charset=utf-8') =>
  void response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(text)
