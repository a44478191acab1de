/** `metes whoami`: shows the account of the stored key and where the key is stored, never the key itself. */
import type { Command } from 'commander'
import type { Account } from '../../../client/index.ts'
import { METES } from '../../../util/command-name.ts'
import { CommandFailure } from '../../client/command-failure.ts'
import { parsedAnswer } from '../../client/parsed-answer.ts'
import { remoteCall } from '../../client/remote-call.ts'
import { credentialFile } from '../../client/saved-login.ts'
import { interruptible } from '../exit-codes.ts'
import type { CliHost, CliIo } from '../host.ts'
import { blockTexts } from '../output/answer-text/sentences.ts'
import { LOCAL_MODE, ProblemError } from '../output/problem-text.ts'
import { terminalText } from '../terminal/terminal-text.ts'
import { serverOption } from './operation-command.ts'
import { keyFor, namedServer } from './server-and-key.ts'

export const addWhoami = (program: Command, io: CliIo, host: CliHost): void => {
  const command = program
    .command('whoami')
    .summary('Show the signed-in account.')
    .description(
      'Shows the account of the key that commands send to the server, and where the key is stored. Without a server, it explains local mode.',
    )
    .addOption(serverOption())
  command.action(async () => {
    const server = namedServer({ ...program.opts(), ...command.opts() }, io)
    if (server === null) {
      io.stdout.write(
        `${blockTexts([[LOCAL_MODE, localAccount(io)]], { width: io.stdout.columns || null }).join('')}\n`,
      )
      return
    }
    const apiKey = await keyFor(server, io)
    if (apiKey === undefined)
      throw new CommandFailure(`You are not signed in to ${server.href}. Run "${METES} login" first.`)
    const call = remoteCall(server, apiKey, host.version)
    const { signal } = io
    const answer = await interruptible(signal, call({ operation: 'get_account', input: {}, signal }))
    if (!answer.ok) throw new ProblemError(answer.problem)
    const { email, plan } = parsedAnswer<Account>(answer.bytes)
    io.stdout.write(`${terminalText(String(email))} (plan ${terminalText(String(plan))}) at ${server.href}\n`)
    const place = io.env.METES_API_KEY ? 'METES_API_KEY' : credentialFile(server, io.env)?.path
    io.stdout.write(`The key is in ${terminalText(String(place))}.\n`)
  })
}

const localAccount = ({ env }: CliIo): string =>
  env.METES_API_KEY
    ? 'Commands about an account, such as get-account, use the key in METES_API_KEY.'
    : `Commands about an account, such as get-account, need a key in METES_API_KEY; "${METES} admin create-key --email ADDRESS" creates one. To sign in to a server, run "${METES} login --server URL".`
