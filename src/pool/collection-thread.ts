/** Thread that writes collections one after the other: receives a task, then features, and answers each message. */
import { parentPort } from 'node:worker_threads'
import { beginCollectionFile, type CollectionFile } from '../domain/collections/collection-file.ts'
import { measured } from '../util/processor-time.ts'
import type { CollectionMessage, CollectionReply } from './collection-threads.ts'
import { unpackBatch } from './packed-batch.ts'

let file: CollectionFile | null = null

const take = ({ task, packed }: CollectionMessage): Pick<CollectionReply, 'written'> => {
  if (task !== undefined) file = beginCollectionFile(task)
  else if (packed !== undefined) file?.add(unpackBatch(packed))
  else {
    const written = file?.end()
    // Release the memory of the finished file.
    file = null
    return { written }
  }
  return {}
}

const failureOf = ({ name, message, code }: NodeJS.ErrnoException): Pick<CollectionReply, 'failure'> => ({
  failure: { name, message, code: code ?? null },
})

parentPort?.on('message', async (message: CollectionMessage) => {
  const outcome = await measured(() => take(message))
  const { processorMs } = outcome
  const result = outcome.ok ? outcome.value : failureOf(outcome.error as NodeJS.ErrnoException)
  parentPort?.postMessage({ ...result, processorMs } satisfies CollectionReply)
})
