/** What can be wrong with a PBF file, made from facts: where in the file, and why. */

/** Thrown by decoders that see one block and do not know where in the file it lies. */
export class MalformedBlock extends Error {
  override readonly name = 'MalformedBlock'
}

/** A file that cannot be read as OpenStreetMap PBF. */
export class PbfProblem extends Error {
  override readonly name = 'PbfProblem'
  readonly path: string
  /** Byte in the file where the part that cannot be read begins. */
  readonly offset: number
  readonly reason: string

  constructor(facts: { path: string; offset: number; reason: string }) {
    super(`${facts.path} cannot be read at byte ${facts.offset}: ${facts.reason}`)
    this.path = facts.path
    this.offset = facts.offset
    this.reason = facts.reason
  }
}
