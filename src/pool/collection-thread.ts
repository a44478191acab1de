/** Thread that writes collections one after the other: receives a task, then features, and answers each message. */
import { parentPort } from 'node:worker_threads'
import { beginCollectionFile, type CollectionFile } from '../domain/collections/collection-file.ts'
import type { CollectionMessage, CollectionReply } from './collection-threads.ts'
import { unpackBatch } from './packed-batch.ts'

let file: CollectionFile | null = null

const take = ({ task, packed }: CollectionMessage): CollectionReply => {
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

parentPort?.on('message', (message: CollectionMessage) => {
  let reply: CollectionReply
  try {
    reply = take(message)
  } catch (error) {
    const { name, message, code } = error as NodeJS.ErrnoException
    reply = { failure: { name, message, code: code ?? null } }
  }
  parentPort?.postMessage(reply)
})
