/** The processes of a service as `node:cluster` starts them: they share one port, whose connections the primary hands out in turn. */
import cluster, { type Worker } from 'node:cluster'
import { createChannel, type Message } from './channel.ts'
import type { StartedProcess } from './member.ts'

/** Each process runs the command of this one again, and finds that it has a primary. */
export const forkProcess = (): StartedProcess => {
  // Copies bytes as they are, which JSON cannot.
  cluster.setupPrimary({ serialization: 'advanced' })
  const worker = cluster.fork()
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
    worker.once('error', (error) => resolve(error.message))
  })

/** In a process of a service: the way to its primary; null in other processes. */
export const openPrimary = () => {
  if (!cluster.isWorker) return null
  const channel = createChannel({
    send: (messages) => {
      if (process.connected) process.send!(messages, undefined, undefined, ignore)
    },
    onMessages: (listener) => process.on('message', (messages) => listener(messages as readonly Message[])),
  })
  // A primary that is gone takes its port with it: `node:cluster` then ends this process.
  return { channel, disconnect: () => process.disconnect() }
}

/** The process at the other end may be gone: its end is seen elsewhere. */
const ignore = (): void => {}
