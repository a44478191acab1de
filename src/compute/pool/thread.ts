/** Entry of every thread: imports the work that it is sent by name, and does it. */
import { parentPort, type Transferable } from 'node:worker_threads'
import { measured, threadMs } from '../../util/processor-time.ts'
import { yieldProcessor } from '../../util/yield-processor.ts'
import type { Failure, Work, WorkName } from '../work.ts'
import type { FromThread, ToThread } from './messages.ts'
import { inSharedMemory } from './shared-memory.ts'
import { InputQueue } from './streamed-input.ts'

type AnyWork = Work<unknown, unknown, unknown, unknown>

yieldProcessor()

let input = new InputQueue()

parentPort?.on('message', (message: ToThread) => {
  if ('begin' in message) void beginTask(message.begin, message.task)
  else if ('input' in message) input.add(message.input)
  else if ('inputEnds' in message) input.end()
  // A failure comes again with the work.
  else workOf(message.prepare).catch(() => {})
})

const workOf = async ({ module, name }: WorkName): Promise<AnyWork> =>
  ((await import(module)) as Readonly<Record<string, AnyWork>>)[name]

const beginTask = async (name: WorkName, task: unknown): Promise<void> => {
  const pieces = new InputQueue()
  // Before the code is loaded, because input may come meanwhile.
  input = pieces
  const work = await workOf(name)
  const outcome = await measured(async (lap) => {
    pieces.onProcessed = () => sendToPool({ processedMs: lap() })
    const result = await work.run(task, {
      input: pieces,
      report: (report, moved) => sendToPool({ report }, moved),
    })
    return work.sharesResult === true ? inSharedMemory(result as object) : result
  })
  const { processorMs } = outcome
  if (!outcome.ok) return fail(outcome.error, processorMs)
  try {
    sendToPool(
      { result: outcome.value, processorMs, threadMs: threadMs() },
      work.movedFromResult?.(outcome.value),
    )
  } catch (error) {
    fail(error, processorMs)
  }
}

const fail = (error: unknown, processorMs: number): void => {
  const failure = taskFailure(error)
  try {
    sendToPool({ error, failure, processorMs, threadMs: threadMs() })
  } catch {
    // It has something that cannot be sent.
    sendToPool({ error: new Error(failure.message), failure, processorMs, threadMs: threadMs() })
  }
}

const taskFailure = (error: unknown): Failure =>
  error instanceof Error
    ? { name: error.name, message: error.message, code: (error as NodeJS.ErrnoException).code ?? null }
    : { name: 'Error', message: String(error), code: null }

const sendToPool = (message: FromThread, moved: readonly Transferable[] = []): void =>
  parentPort?.postMessage(message, moved)
