/** Finds the server and the key of a command. */

import { CommandFailure } from '../../client/command-failure.ts'
import { type CredentialFile, credentialFile } from '../../client/saved-login.ts'
import { UsageError } from '../exit-codes.ts'
import type { CliIo } from '../host.ts'
import { warnOfPlainHttp } from './plain-http-warning.ts'

/** The server from the command line or the environment; null: use the data on this machine. */
export const namedServer = (options: Readonly<Record<string, unknown>>, io: CliIo): URL | null => {
  const server = options.server ?? io.env.METES_SERVER
  return typeof server === 'string' && server !== '' ? serverUrl(server) : null
}

/** For commands that require a server. */
export const requiredServer = (options: Readonly<Record<string, unknown>>, io: CliIo): URL => {
  const server = namedServer(options, io)
  if (server !== null) return server
  throw new UsageError('Name the server, for example --server http://localhost:8080, or set METES_SERVER.')
}

/** The key to send to a server: from the environment, else from `metes login`. */
export const keyFor = async (server: URL, io: CliIo): Promise<string | undefined> => {
  const key = io.env.METES_API_KEY || (await credentialFile(server, io.env)?.read())?.apiKey
  if (key !== undefined) warnOfPlainHttp(server, io)
  return key
}

export const requiredCredentialFile = (server: URL, io: CliIo): CredentialFile => {
  const file = credentialFile(server, io.env)
  if (file !== null) return file
  throw new CommandFailure('There is no configuration directory for keys. Set HOME or XDG_CONFIG_HOME.')
}

const serverUrl = (server: string): URL => {
  const url = URL.parse(server.endsWith('/') ? server : `${server}/`)
  if (url !== null && ['http:', 'https:'].includes(url.protocol)) return url
  throw new UsageError(`The server must be a URL such as http://localhost:8080; "${server}" is not one.`)
}
