/** `metes mcp`: serves the operations as agent tools over stdin and stdout. */
import type { Command } from 'commander'
import { METES } from '../../../util/command-name.ts'
import type { OpenFile } from '../../client/command-call.ts'
import { CommandFailure } from '../../client/command-failure.ts'
import { remoteCall, remoteFile } from '../../client/remote-call.ts'
import type { CliHost, CliIo, LocalCalls } from '../host.ts'
import { languageOption } from '../input/language-option.ts'
import { serverOption } from './operation-command.ts'
import { keyFor, namedServer } from './server-and-key.ts'

export const addMcp = (program: Command, io: CliIo, host: CliHost<LocalCalls>): void => {
  const command = program
    .command('mcp')
    .summary('Offer every operation to agents as a tool (Model Context Protocol, stdio).')
    .description(
      `Serves the Model Context Protocol on stdin and stdout, for agents that start it as a command.\nThe tools are the operations. They run on the data of this machine, or with --server, on a server with the key of "${METES} login" or METES_API_KEY. Without --server, tools about an account are offered only if METES_API_KEY names the account.`,
    )
    .addOption(languageOption())
    .addOption(serverOption())
  command.action(async () => {
    const options: { readonly language?: readonly string[] } = { ...program.opts(), ...command.opts() }
    const languages = options.language ?? []
    const server = namedServer({ ...options }, io)
    if (server !== null) {
      const call = remoteCall(server, await keyFor(server, io), host.version)
      await host.serveMcp(
        { call, openFile: filesOf(server, host.version), languages, offersAccount: true },
        io.signal,
      )
      return
    }
    const service = await host.openService({ long: true, apiKey: io.env.METES_API_KEY })
    try {
      const { call, openFile } = service
      const offersAccount = Boolean(io.env.METES_API_KEY)
      await host.serveMcp({ call, openFile, languages, offersAccount }, io.signal)
    } finally {
      await service.close()
    }
  })
}

/** A model chooses the address, so it must not lead to other machines. */
const filesOf = (server: URL, version: string): OpenFile => {
  const open = remoteFile(version)
  return (url, signal) => {
    if (URL.parse(url)?.origin === server.origin) return open(url, signal)
    throw new CommandFailure(`${url} is not a file of ${server.origin}. Pass ids of boundaries instead.`)
  }
}
