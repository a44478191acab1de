/** `metes logout`: revokes the key of `metes login` at the server, and removes it here in any case. */
import type { Command } from 'commander'
import type { ListKeysOutput } from '../../../client/index.ts'
import { METES } from '../../../util/command-name.ts'
import type { CallOperation, ProblemBody } from '../../client/command-call.ts'
import { parsedAnswer } from '../../client/parsed-answer.ts'
import { remoteCall } from '../../client/remote-call.ts'
import { interruptible } from '../exit-codes.ts'
import type { CliHost, CliIo } from '../host.ts'
import { terminalText } from '../terminal/terminal-text.ts'
import { serverOption } from './operation-command.ts'
import { warnOfPlainHttp } from './plain-http-warning.ts'
import { requiredCredentialFile, requiredServer } from './server-and-key.ts'

export const addLogout = (program: Command, io: CliIo, host: CliHost): void => {
  const command = program
    .command('logout')
    .summary('Revoke and delete the stored key of a server.')
    .description(
      `Revokes the key of "${METES} login" if the server can be reached, and removes it from this machine.\nA key in METES_API_KEY is not affected.`,
    )
    .addOption(serverOption())
  command.action(async () => {
    const server = requiredServer({ ...program.opts(), ...command.opts() }, io)
    const file = requiredCredentialFile(server, io)
    // An unreadable file is removed as well.
    const credential = await file.read().catch(() => null)
    if (credential !== null) warnOfPlainHttp(server, io)
    const left = credential === null ? null : await revoke(credential.apiKey, server, io, host)
    await file.remove()
    if (left !== null) io.stderr.write(`The key was removed from this machine but not revoked: ${left}\n`)
    io.stderr.write(`You are signed out of ${server.href}.\n`)
  })
}

/** Null, or the reason why the key was not revoked. */
const revoke = async (apiKey: string, server: URL, io: CliIo, host: CliHost): Promise<string | null> => {
  const ask = asker(remoteCall(server, apiKey, host.version), io)
  try {
    const { keys } = (await ask('list_keys', {})) as ListKeysOutput
    const own = keys.filter(({ prefix, revoked_at }) => apiKey.startsWith(prefix) && revoked_at === null)
    if (own.length !== 1) return 'other keys of your account have the same prefix.'
    await ask('revoke_key', { id: own[0].id })
    return null
  } catch (error) {
    io.signal.throwIfAborted()
    if (error instanceof RevocationRefused) return error.code === 'unauthorized' ? null : error.message
    return terminalText((error as Error).message)
  }
}

class RevocationRefused extends Error {
  readonly code: string | undefined
  constructor({ title, code }: ProblemBody) {
    super(`${terminalText(title)}.`)
    this.code = code
  }
}

const asker =
  (call: CallOperation, { signal }: CliIo) =>
  async (operation: string, input: Readonly<Record<string, unknown>>): Promise<unknown> => {
    const answer = await interruptible(signal, call({ operation, input, signal }))
    if (!answer.ok) throw new RevocationRefused(answer.problem)
    return parsedAnswer(answer.bytes)
  }
