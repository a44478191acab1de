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

export class SharedRegions {
  readonly #maxBytes: number
  /** By square, the oldest first. */
  readonly #kept = new Map<number, RegionContent | null>()
  #bytes = 0
  /** Threads that wait for each square that is being built. */
  readonly #waiting = new Map<number, MessagePort[]>()
  readonly #ports: MessagePort[] = []

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Serves a thread. */
  connect(port: MessagePort): void {
    this.#ports.push(port)
    port.on('message', (request: RegionRequest) => {
      if ('wanted' in request) this.#find(request.wanted, port)
      else this.#keep(request.built, request.content)
    })
  }

  close(): void {
    for (const port of this.#ports) port.close()
  }

  #find(square: number, port: MessagePort): void {
    const content = this.#kept.get(square)
    const waiting = this.#waiting.get(square)
    if (content !== undefined) respond(port, { square, content })
    else if (waiting !== undefined) waiting.push(port)
    else {
      this.#waiting.set(square, [])
      respond(port, { square, content: 'build' })
    }
  }

  #keep(square: number, content: RegionContent | null): void {
    for (const port of this.#waiting.get(square) ?? []) respond(port, { square, content })
    this.#waiting.delete(square)
    this.#kept.set(square, content)
    this.#bytes += contentBytes(content)
    for (const [oldest, dropped] of this.#kept) {
      if (this.#bytes <= this.#maxBytes || oldest === square) return
      this.#kept.delete(oldest)
      this.#bytes -= contentBytes(dropped)
      for (const port of this.#ports) respond(port, { dropped: oldest })
    }
  }
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
