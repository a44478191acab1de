/** One keep-alive connection of the load generator. It reads no more of an answer than its status and its length, so that it costs little. */
import { createConnection, type Socket } from 'node:net'

/** Status of a call without a complete answer. */
export const NO_ANSWER = 0

export interface Connection {
  /** One request at a time. Calls back with the status of the answer. */
  readonly send: (request: string, answered: (status: number) => void) => void
  /** False once the other side has closed it, or said that it will. */
  readonly isOpen: () => boolean
  /** The running request ends without an answer. */
  readonly destroy: () => void
}

export const connect = (port: number): Connection => {
  const socket: Socket = createConnection({ port, host: '127.0.0.1', noDelay: true })
  let answered: ((status: number) => void) | null = null
  let isOpen = true
  let head: Buffer | null = null
  let status = NO_ANSWER
  let missingBytes = 0

  const end = (known: number): void => {
    const tell = answered
    answered = null
    head = null
    missingBytes = 0
    tell?.(known)
  }
  const closed = (): void => {
    isOpen = false
    end(NO_ANSWER)
  }
  socket.on('error', closed)
  socket.on('close', closed)
  socket.on('end', closed)
  socket.on('data', (piece: Buffer) => {
    if (missingBytes === 0) {
      const known: Buffer = head === null ? piece : Buffer.concat([head, piece])
      const headEnd = known.indexOf('\r\n\r\n')
      head = known
      if (headEnd === -1) return
      const text = known.toString('latin1', 0, headEnd)
      status = Number(text.slice(9, 12))
      if (/\r\nconnection: close/i.test(text)) isOpen = false
      missingBytes = lengthOf(text, status) - (known.length - headEnd - 4)
    } else missingBytes -= piece.length
    if (missingBytes === 0) end(status)
  })
  return {
    send: (request, tell) => {
      answered = tell
      socket.write(request)
    },
    isOpen: () => isOpen,
    destroy: () => {
      socket.destroy()
      closed()
    },
  }
}

const lengthOf = (head: string, status: number): number => {
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined && status !== 204)
    throw new Error(`An answer without Content-Length cannot be measured:\n${head}`)
  return Number(length ?? 0)
}
