/** `metes mcp`: serves the operations as agent tools over stdin and stdout. */
import { type Command, Option } from 'commander'
import { remoteCall } from '../client/remote-call.ts'
import type { CliHost, CliIo } from './host.ts'
import { serverOption } from './operation-command.ts'
import { keyFor, namedServer } from './server.ts'

export const addMcp = (program: Command, io: CliIo, host: CliHost): void => {
  const command = program
    .command('mcp')
    .summary('Offer every operation as a tool to agents (Model Context Protocol, stdio).')
    .description(
      'Serves the Model Context Protocol on stdin and stdout, for agents that start it as a command.\nThe tools are the operations. They run on the data of this machine, or with --server on a server, using the key of "metes login" or METES_API_KEY. Without --server, METES_API_KEY names the account for tools about an account.',
    )
    .addOption(
      new Option(
        '--language <tags>',
        'Preferred languages of names, best first: de or pt-BR,en (default: local names)',
      ),
    )
    .addOption(serverOption())
  command.action(async () => {
    const options: { readonly language?: string } = { ...program.opts(), ...command.opts() }
    const languages = options.language?.split(',') ?? []
    const server = namedServer({ ...options }, io)
    if (server !== null) {
      const call = remoteCall(server, await keyFor(server, io), host.version)
      await host.serveMcp({ call, languages }, io.signal)
      return
    }
    const service = await host.openService({ long: true, apiKey: io.env.METES_API_KEY })
    try {
      await host.serveMcp({ call: service.call, languages }, io.signal)
    } finally {
      await service.close()
    }
  })
}
