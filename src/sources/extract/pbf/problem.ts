/** Errors of PBF files: the place in the file, and the reason. */

/** Thrown by decoders, which see one block and do not know its place in the file. */
export class MalformedBlock extends Error {
  override readonly name = 'MalformedBlock'
}

/** A file that cannot be read as OpenStreetMap PBF. */
export class PbfProblem extends Error {
  override readonly name = 'PbfProblem'
  readonly path: string
  /** Byte offset of the unreadable part. */
  readonly offset: number
  readonly reason: string

  constructor(facts: { path: string; offset: number; reason: string }) {
    super(`${facts.path} cannot be read at byte ${facts.offset}: ${facts.reason}`)
    this.path = facts.path
    this.offset = facts.offset
    this.reason = facts.reason
  }
}
