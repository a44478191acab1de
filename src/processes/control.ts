/** The channel by which commands on the same machine ask the primary of a data directory for something. One question, one answer. */
import { once } from 'node:events'
import { chmod, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { join, resolve } from 'node:path'
import { PRIVATE_FILE } from '../util/file-modes.ts'
import { atControlAddress, CONTROL_FILE, isPipe } from './control-path.ts'

export interface ControlActions {
  /** Resolves with the number of replaced processes. */
  readonly reload: () => Promise<number>
}

type ReloadOutcome = { readonly replaced: number } | { readonly failure: string }

const RELOAD = 'reload'
/** A question is one word, an answer one sentence. */
const MAX_LINE = 10_000

/** Call it with the lock of the directory: a socket that is there is of a primary that was killed. */
export const openControl = async (
  dataDir: string,
  actions: ControlActions,
): Promise<{ readonly close: () => Promise<void> }> => {
  const file = isPipe(process.platform) ? null : join(resolve(dataDir), CONTROL_FILE)
  if (file !== null) await rm(file, { force: true })
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    void answer(socket, actions)
  })
  await atControlAddress(dataDir, async (address) => {
    server.listen(address)
    await once(server, 'listening')
  })
  if (file !== null) await chmod(file, PRIVATE_FILE)
  return {
    close: async () => {
      server.close()
      for (const socket of open) socket.destroy()
      if (file !== null) await rm(file, { force: true })
    },
  }
}

const answer = async (socket: Socket, { reload }: ControlActions): Promise<void> => {
  // The command may be interrupted while it waits.
  socket.on('error', () => {})
  const send = (given: ReloadOutcome) => socket.end(`${JSON.stringify(given)}\n`)
  try {
    if ((await line(socket)) !== RELOAD) throw new Error('This version does not know the command.')
    send({ replaced: await reload() })
  } catch (error) {
    send({ failure: error instanceof Error ? error.message : String(error) })
  }
}

/** Returns the line that the other end sends; empty if it closes before. The end of a pipe would close it in both directions on Windows. */
const line = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    let sent = ''
    socket.setEncoding('utf8').on('data', (piece) => {
      sent += piece
      const end = sent.indexOf('\n')
      if (end >= 0) resolve(sent.slice(0, end))
      else if (sent.length > MAX_LINE) resolve('')
    })
    socket.once('close', () => resolve(''))
  })

/** Asks the primary of the directory to replace its processes, and waits until it has. Returns null if there is no primary. */
export const askReload = async (dataDir: string, signal: AbortSignal): Promise<number | null> => {
  const socket = await atControlAddress(dataDir, async (address) => {
    const opened = connect(address)
    await once(opened, 'connect')
    return opened
  }).catch(unlessNobody)
  if (socket === null) return null
  const stop = (): void => void socket.destroy()
  signal.addEventListener('abort', stop, { once: true })
  try {
    socket.write(`${RELOAD}\n`)
    const given = await line(socket)
    signal.throwIfAborted()
    if (given === '') throw new Error('The service stopped before its processes were replaced.')
    const answer = JSON.parse(given) as ReloadOutcome
    if ('failure' in answer) throw new Error(answer.failure)
    return answer.replaced
  } finally {
    signal.removeEventListener('abort', stop)
    socket.destroy()
  }
}

/** No socket, or one that a killed primary left. */
const unlessNobody = (error: NodeJS.ErrnoException): null => {
  if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') return null
  throw error
}
