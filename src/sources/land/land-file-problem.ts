/** Reason why a file cannot be a land mask: the message is a clause that follows the file's name. */
export class LandFileProblem extends Error {
  override readonly name = 'LandFileProblem'
}
