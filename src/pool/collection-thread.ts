/** The thread that writes one collection: it is sent features, answers each message, and ends with the file. */
import { parentPort, workerData } from 'node:worker_threads'
import {
  type CollectionFeature,
  CollectionFile,
  type CollectionTask,
} from '../domain/collections/collection-file.ts'
import type { CollectionReply } from './collection-threads.ts'

const file = new CollectionFile(workerData as CollectionTask)

const reply = (message: CollectionReply): void => parentPort?.postMessage(message)

/** Null when there are no more. */
parentPort?.on('message', (features: readonly CollectionFeature[] | null) => {
  try {
    if (features === null) reply({ written: file.end() })
    else {
      file.add(features)
      reply({})
    }
  } catch (error) {
    const { name, message, code } = error as NodeJS.ErrnoException
    reply({ failure: { name, message, code: code ?? null } })
  }
})
