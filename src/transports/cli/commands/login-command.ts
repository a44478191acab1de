/** `metes login`: gets a key for this machine after the user approves it in a browser. */
import { hostname } from 'node:os'
import type { Command } from 'commander'
import { remoteCall } from '../../client/remote-call.ts'
import type { CliHost, CliIo } from '../host.ts'
import { painter } from '../terminal/colours.ts'
import { showSpinner } from '../terminal/spinner.ts'
import { terminalText } from '../terminal/terminal-text.ts'
import { awaitApproval, startLogin } from './device-approval.ts'
import { serverOption } from './operation-command.ts'
import { warnOfPlainHttp } from './plain-http-warning.ts'
import { requiredCredentialFile, requiredServer } from './server-and-key.ts'

export const addLogin = (program: Command, io: CliIo, host: CliHost): void => {
  const command = program
    .command('login')
    .summary('Sign in to a server and store its key for later commands.')
    .description(
      'Signs in to a server: shows a code and an address, and waits until you approve in a browser on any machine.\nThe key is stored in your configuration directory, readable only by you. Commands send it to this server.',
    )
    .option('--no-browser', 'Only print the address')
    .addOption(serverOption())
  command.action(async () => {
    const options = { ...program.opts(), ...command.opts() }
    const server = requiredServer(options, io)
    const file = requiredCredentialFile(server, io)
    warnOfPlainHttp(server, io)
    // No key is sent: an invalid METES_API_KEY would be rejected here too.
    const call = remoteCall(server, undefined, host.version)
    const login = await startLogin(call, clientName(), io)
    io.stderr.write(instructions(login.user_code, login.verification_uri, io))
    if (options.browser === true && io.stderr.isTTY === true)
      host.openBrowser(login.verification_uri_complete)
    const endSpinner = showSpinner(io.stderr, 'Waiting for your approval …')
    const approval = await awaitApproval(call, login, io, host).finally(endSpinner)
    await file.write(approval)
    io.stderr.write(
      `Signed in to ${server.href}${approval.email === null ? '' : ` as ${terminalText(approval.email)}`}.\n`,
    )
    io.stderr.write(`The key is in ${terminalText(file.path)}.\n`)
    if (io.env.METES_API_KEY)
      io.stderr.write('METES_API_KEY is set: commands send that key instead of this one.\n')
  })
}

const instructions = (userCode: string, address: string, io: CliIo): string => {
  const paint = painter(io.stderr, io.env)
  return `Open ${paint('cyan', terminalText(address))} and enter the code ${paint('bold', terminalText(userCode))}\n`
}

const MAX_LETTERS = 80

const clientName = (): string => `metes on ${hostname()}`.slice(0, MAX_LETTERS)
