/** Shares regions of the map between threads: each region is built once, by one thread, and the main thread passes it on. */
import type { MessagePort } from 'node:worker_threads'
import type { RegionContent, RegionSharing } from '../../catalog/reverse-many.ts'
import { bytesOfEdges } from '../../geometry/stacked-edges.ts'

/** From a thread: requests the content of a square, or delivers it. */
type RegionRequest =
  | { readonly wanted: number }
  | { readonly built: number; readonly content: RegionContent | null }
/** To a thread: the content, a request to build it, or a request to drop a square. */
type RegionResponse =
  | { readonly square: number; readonly content: RegionContent | null }
  | { readonly square: number; readonly content: 'build' }
  | { readonly dropped: number }

export const createSharedRegions = (maxBytes: number) => {
  /** By square, the oldest first. */
  const kept = new Map<number, RegionContent | null>()
  let bytes = 0
  /** Threads that wait for each square that is being built. */
  const waiting = new Map<number, MessagePort[]>()
  const ports: MessagePort[] = []

  /** Serves a thread. */
  const connect = (port: MessagePort): void => {
    ports.push(port)
    port.on('message', (request: RegionRequest) => {
      if ('wanted' in request) find(request.wanted, port)
      else keep(request.built, request.content)
    })
  }

  const close = (): void => {
    for (const port of ports) port.close()
  }

  const find = (square: number, port: MessagePort): void => {
    const content = kept.get(square)
    const others = waiting.get(square)
    if (content !== undefined) respond(port, { square, content })
    else if (others !== undefined) others.push(port)
    else {
      waiting.set(square, [])
      respond(port, { square, content: 'build' })
    }
  }

  const keep = (square: number, content: RegionContent | null): void => {
    for (const port of waiting.get(square) ?? []) respond(port, { square, content })
    waiting.delete(square)
    kept.set(square, content)
    bytes += contentBytes(content)
    for (const [oldest, dropped] of kept) {
      if (bytes <= maxBytes || oldest === square) return
      kept.delete(oldest)
      bytes -= contentBytes(dropped)
      for (const port of ports) respond(port, { dropped: oldest })
    }
  }

  return { connect, close }
}

const contentBytes = (content: RegionContent | null): number =>
  content === null ? 0 : bytesOfEdges(content.edges)

const respond = (port: MessagePort, response: RegionResponse): void => port.postMessage(response)

/** The thread's side of the exchange. */
export const sharedBy = (threads: number, port: MessagePort): RegionSharing => {
  const waiting = new Map<number, (content: RegionContent | null | 'build') => void>()
  const listeners: ((square: number) => void)[] = []
  port.on('message', (response: RegionResponse) => {
    if ('dropped' in response) for (const listener of listeners) listener(response.dropped)
    else {
      waiting.get(response.square)?.(response.content)
      waiting.delete(response.square)
    }
  })
  const request = (request: RegionRequest): void => port.postMessage(request)
  return {
    threads,
    get: async (square, build) => {
      const { promise, resolve } = Promise.withResolvers<RegionContent | null | 'build'>()
      waiting.set(square, resolve)
      request({ wanted: square })
      const content = await promise
      if (content !== 'build') return content
      const built = await build()
      request({ built: square, content: built })
      return built
    },
    onDropped: (listener) => {
      listeners.push(listener)
    },
  }
}
