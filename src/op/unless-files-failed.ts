/** The place where exported files are kept may fail; callers are told so, and to come back. */
import { FileStoreError } from '../domain/files/ports.ts'
import { problem } from './problem.ts'

export const unlessFilesFailed = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof FileStoreError)
      throw problem('source_unavailable', { what: WHAT, fault: 'failing', retryAfterSeconds: 30 }, error)
    throw error
  }
}

const WHAT = 'The storage of exported files'
