/**
 * Messages between two processes of the service. All that are sent in one turn of the event loop go together, because the system's part
 * of a message costs more than most messages.
 */

/** The end of a connection in this process. */
export interface Connection {
  readonly send: (messages: readonly Message[]) => void
  readonly onMessages: (listener: (messages: readonly Message[]) => void) => void
}

export interface Message {
  /** What it is about, or null for an answer. */
  readonly topic: string | null
  /** Of a question, and of its answer; absent if none is expected. */
  readonly id?: number
  readonly body?: unknown
  /** Why a question could not be answered. */
  readonly failure?: string
}

export interface Channel {
  readonly send: (topic: string, body?: unknown) => void
  /** Rejects if the other process cannot answer, or leaves. */
  readonly ask: (topic: string, body?: unknown) => Promise<unknown>
  /** Handles a topic; what the handler returns is the answer to a question. */
  readonly on: (topic: string, handle: (body: unknown) => unknown) => void
  /** Call it when the other process has left. */
  readonly close: () => void
}

export const createChannel = ({ send, onMessages }: Connection): Channel => {
  const handlers = new Map<string, (body: unknown) => unknown>()
  const asked = new Map<number, PromiseWithResolvers<unknown>>()
  let waiting: Message[] = []
  let questions = 0
  let isClosed = false

  const flush = (): void => {
    const messages = waiting
    waiting = []
    if (!isClosed) send(messages)
  }

  const post = (message: Message): void => {
    if (waiting.length === 0) setImmediate(flush)
    waiting.push(message)
  }

  const answer = async (id: number | undefined, given: unknown): Promise<void> => {
    if (id === undefined) return
    try {
      post({ topic: null, id, body: await given })
    } catch (error) {
      post({ topic: null, id, failure: error instanceof Error ? error.message : String(error) })
    }
  }

  const receive = ({ topic, id, body, failure }: Message): void => {
    if (topic !== null) {
      const given = handlers.get(topic)?.(body)
      // Most answers are there at once, and need no promise.
      if (id !== undefined && !(given instanceof Promise)) post({ topic: null, id, body: given })
      else void answer(id, given)
      return
    }
    const question = asked.get(Number(id))
    asked.delete(Number(id))
    if (failure === undefined) question?.resolve(body)
    else question?.reject(new Error(failure))
  }

  onMessages((messages) => messages.forEach(receive))

  return {
    send: (topic, body) => post({ topic, body }),
    ask: (topic, body) => {
      const question = Promise.withResolvers<unknown>()
      if (isClosed) {
        question.reject(new Error(GONE))
        return question.promise
      }
      const id = ++questions
      asked.set(id, question)
      post({ topic, id, body })
      return question.promise
    },
    on: (topic, handle) => void handlers.set(topic, handle),
    close: () => {
      isClosed = true
      for (const { reject } of asked.values()) reject(new Error(GONE))
      asked.clear()
    },
  }
}

const GONE = 'The other process has left.'
