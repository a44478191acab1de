/** Failures of calls and of commands. */

/** The command was valid but failed: exit code 1. The message is a full sentence for the user. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure'
}
