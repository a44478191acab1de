/** An answer of Overpass, parsed when it is first read: large ones are parsed in a thread instead. */
import { type OverpassAnswer, readOverpassAnswer } from './answer.ts'

export interface OverpassReply extends OverpassAnswer {
  /** The body as it came. */
  readonly raw: Uint8Array
}

/** Its fields throw `UnusableAnswer`. */
export const replyOf = (raw: Uint8Array): OverpassReply => {
  let parsed: OverpassAnswer | null = null
  const answer = (): OverpassAnswer => (parsed ??= readOverpassAnswer(raw))
  return {
    raw,
    get mapTimestamp() {
      return answer().mapTimestamp
    },
    get sections() {
      return answer().sections
    },
  }
}
