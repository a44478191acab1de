/** The processes of a service as `node:cluster` starts them: they share one port, whose connections the primary hands out in turn. */
import cluster, { type Worker } from 'node:cluster'
import { type Channel, createChannel, type Message } from './channel.ts'
import type { StartedProcess } from './member.ts'

/** Each process runs the command of this one again, with these settings, and finds that it has a primary. */
export const forkProcess = (settings: Readonly<Record<string, string>>): StartedProcess => {
  // Copies bytes as they are, which JSON cannot.
  cluster.setupPrimary({ serialization: 'advanced' })
  const worker = cluster.fork(settings)
  returnConnections(worker)
  const channel = createChannel({
    send: (messages) => {
      if (worker.isConnected()) worker.process.send(messages, undefined, undefined, ignore)
    },
    onMessages: (listener) => worker.on('message', listener),
  })
  const kill = (): void => void worker.process.kill('SIGKILL')
  return { pid: worker.process.pid!, channel, kill, ended: end(worker) }
}

const end = (worker: Worker): Promise<string> =>
  new Promise((resolve) => {
    worker.once('exit', (code, signal) => resolve(signal === null ? `exit code ${code}` : signal))
    worker.on('error', (error) => {
      // With a process, it is a message that did not arrive, because the process is ending.
      if (worker.process.pid === undefined) resolve(error.message)
    })
  })

/** What `node:cluster` sends itself. */
interface InternalMessage {
  readonly act?: string
  readonly seq?: number
  readonly ack?: number
}

/**
 * Gives connections that a dying process was handed and did not take to others. `node:cluster` forgets them, and their callers would wait
 * for ever; a refusal in the name of the process is what it expects. `test/processes/crashes.test.ts` fails if a version of Node does it
 * in another way.
 */
const returnConnections = (worker: Worker): void => {
  const child = worker.process
  const handed = new Map<number, Connected>()
  const send = child.send.bind(child) as (...given: readonly unknown[]) => boolean
  child.send = (...given: readonly unknown[]): boolean => {
    const { act, seq } = given[0] as InternalMessage
    if (act === 'newconn' && seq !== undefined) handed.set(seq, given[1] as Connected)
    return send(...given)
  }
  child.on('internalMessage', ({ act, ack }: InternalMessage) => {
    if (ack !== undefined) handed.delete(ack)
    if (act === 'close') listening.delete(worker)
  })
  worker.once('listening', () => listening.add(worker))
  // From now on the process is handed no more.
  let isLeft = false
  worker.once('disconnect', () => {
    isLeft = true
    listening.delete(worker)
    for (const [ack, connected] of handed) {
      if (listening.size === 0) connected.close()
      else child.emit('internalMessage', { cmd: 'NODE_CLUSTER', ack, accepted: false })
    }
  })
  // Node calls it when it has read all that the process sent. It would then wait for the rest of a message that a killed process began.
  const disconnect = child.disconnect.bind(child)
  child.disconnect = () => {
    disconnect()
    process.nextTick(() => {
      if (!isLeft) child.emit('disconnect')
    })
  }
}

/** A connection as `node:cluster` hands it out. */
interface Connected {
  readonly close: () => void
}

/** The processes that accept connections. With the last one, `node:cluster` closes the port and what waits there. */
const listening = new Set<Worker>()

/** In a process of a service: the way to its primary; null in other processes. */
export const openPrimary = (): Channel | null => {
  if (!cluster.isWorker) return null
  // A primary that is gone takes its port with it: `node:cluster` then ends this process.
  return createChannel({
    send: (messages) => {
      if (process.connected) process.send!(messages, undefined, undefined, ignore)
    },
    onMessages: (listener) => process.on('message', (messages) => listener(messages as readonly Message[])),
  })
}

/** The process at the other end may be gone: its end is seen elsewhere. */
const ignore = (): void => {}
