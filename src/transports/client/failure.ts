/** Why a call, or the command that made it, could not be done. */

/** The command was understood and could not be done: exit code 1. The message is a full sentence for the user. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure'
}
