/** The page around the frame: takes its messages, and sends it those of the frame. */
import { type FrameMessage, type HostMessage, invalidInput, readHostMessage } from './host-message.ts'

export interface Host {
  /** Kept until the page has connected. */
  readonly send: (message: FrameMessage) => void
}

/** A page may send messages without end: of each type only the latest is handled, and no more often than this. */
const PAUSE_MS = 100
/** Messages that wait for a page that never connects. */
const MAX_WAITING = 20

export type Handled = Exclude<HostMessage, { readonly metes: 'connect' | 'invalid' }>

/**
 * @param handle called with one message at a time
 */
export const listenToHost = (handle: (message: Handled) => Promise<void>): Host => {
  const host = window.parent
  /** The origin that connected; no other is heard or told anything. */
  let origin: string | null = null
  const waiting: FrameMessage[] = []
  /** The latest of each type, unread. */
  const unread = new Map<string, unknown>()
  let isBusy = false

  const post = (message: FrameMessage): void => host.postMessage(message, origin!)
  const send = (message: FrameMessage): void => {
    if (host === window) return
    if (origin !== null) post(message)
    else if (waiting.length < MAX_WAITING) waiting.push(message)
  }
  const handleOne = async (data: unknown): Promise<void> => {
    const message = readHostMessage(data)
    if (message === null || message.metes === 'connect') return
    if (message.metes === 'invalid') return send(invalidInput(message.fault))
    try {
      await handle(message)
    } catch (error) {
      // The next message may be better.
      console.warn(error)
      send(invalidInput('The message could not be handled.'))
    }
  }
  const handleAll = async (): Promise<void> => {
    if (isBusy) return
    isBusy = true
    while (unread.size > 0) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
      const latest = [...unread.values()]
      unread.clear()
      for (const data of latest) await handleOne(data)
    }
    isBusy = false
  }

  window.addEventListener('message', ({ source, origin: from, data }) => {
    // A page without an origin of its own, such as a file, cannot be answered.
    if (source !== host || host === window || from === 'null') return
    if (origin !== null && from !== origin) return
    const type: unknown = data?.metes
    if (type === 'connect') {
      origin = from
      send({ metes: 'ready' })
      for (const message of waiting.splice(0)) post(message)
    } else if (origin !== null && (type === 'value' || type === 'area')) {
      unread.set(type, data)
      void handleAll()
    }
  })
  return { send }
}
