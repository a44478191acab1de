/**
 * Stores the keys of `metes login` in the user's configuration directory, readable only by that user. Each server has its own file, so that concurrent sign-ins to two servers do not conflict.
 */
import { readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { METES } from '../../util/command-name.ts'
import { PRIVATE_FILE } from '../../util/file-modes.ts'
import { makeDirectory } from '../../util/make-directory.ts'
import { unlessMissing } from '../../util/unless-missing.ts'
import { userDirectory } from '../../util/user-directory.ts'
import { CommandFailure } from './command-failure.ts'
import { writeUserFile } from './write-user-file.ts'

type Environment = Readonly<Record<string, string | undefined>>

export interface Credential {
  readonly apiKey: string
  /** Email address of the account; null if the server did not send it. */
  readonly email: string | null
}

export interface CredentialFile {
  readonly path: string
  readonly read: () => Promise<Credential | null>
  readonly write: (credential: Credential) => Promise<void>
  readonly remove: () => Promise<void>
}

/** Returns the credential file of a server; null if the environment has no configuration directory. */
export const credentialFile = (server: URL, env: Environment): CredentialFile | null => {
  const directory = userDirectory('config', env)
  if (directory === null) return null
  const path = join(directory, 'credentials', `${encodeURIComponent(server.href)}.json`)
  return {
    path,
    read: () => readCredential(path),
    write: async ({ apiKey, email }) => {
      await makeDirectory(dirname(path))
      const text = JSON.stringify({ server: server.href, api_key: apiKey, email }, null, 2)
      await writeUserFile(path, Buffer.from(`${text}\n`), PRIVATE_FILE)
    },
    remove: () => rm(path, { force: true }),
  }
}

const readCredential = async (path: string): Promise<Credential | null> => {
  const text = await readFile(path, 'utf8').catch(unlessMissing)
  if (text === null) return null
  const { api_key: apiKey, email } = parseCredential(text)
  if (typeof apiKey === 'string') return { apiKey, email: typeof email === 'string' ? email : null }
  throw new CommandFailure(`${path} contains no key. Remove it and run "${METES} login" again.`)
}

const parseCredential = (text: string): Readonly<Record<string, unknown>> => {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}
