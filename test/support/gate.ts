/** The way to a server, which a test can close and slow down. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

export interface Gate {
  readonly port: number
  /** Breaks all connections and refuses new ones, until `open`. */
  readonly close: () => Promise<void>
  readonly open: () => Promise<void>
  /** Time that each piece waits in both directions; 0 for none. */
  readonly slow: (ms: number) => void
}

/** @param host of the server behind it: `host:port` */
export const openGate = async (host: string): Promise<Gate> => {
  const [hostname, behind] = host.split(':')
  const sockets = new Set<Socket>()
  let port = 0
  let delayMs = 0
  let server: Server
  const forward = (from: Socket, to: Socket): void => {
    from.on('data', (piece) => setTimeout(() => to.write(piece), delayMs))
    from.on('end', () => setTimeout(() => to.end(), delayMs))
    from.on('error', () => {})
    from.on('close', () => {
      sockets.delete(from)
      setTimeout(() => to.destroySoon(), delayMs)
    })
    sockets.add(from)
  }
  const open = async (): Promise<void> => {
    server = createServer((caller) => {
      const called = connect(Number(behind), hostname)
      forward(caller, called)
      forward(called, caller)
    }).listen(port, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
  }
  await open()
  return {
    port,
    open,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
    slow: (ms) => {
      delayMs = ms
    },
  }
}
