/** Turns the bodies of answers into the parts of boundaries: the work of a thread, because answers have up to hundreds of megabytes. */
import { defineWork } from '../../compute/work.ts'
import { UnusableAnswer } from '../upstream/unusable-answer.ts'
import { type OverpassParts, partsOf } from './answer-parts.ts'
import { replyOf } from './reply.ts'

export interface PartsTask {
  /** Answer to a query for whole boundaries, then those to queries for their member relations. */
  readonly answers: readonly [Uint8Array, ...Uint8Array[]]
}

export interface ReadParts extends OverpassParts {
  /** RFC 3339 UTC: date of the map data of the first answer. */
  readonly mapTimestamp: string | null
}

/** Errors lose their class between threads, so an unusable answer is a result. */
type PartsResult = ReadParts | { readonly unusable: { readonly message: string } }

const runParts = ({ answers }: PartsTask): PartsResult => {
  try {
    const [reply, ...nested] = answers.map(replyOf)
    return { ...partsOf(reply, nested), mapTimestamp: reply.mapTimestamp }
  } catch (error) {
    if (!(error instanceof UnusableAnswer)) throw error
    return { unusable: { ...error, message: error.message } }
  }
}

export const partsWork = defineWork({ module: import.meta.url, name: 'partsWork', run: runParts })
