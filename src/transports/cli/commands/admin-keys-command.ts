/** `metes admin keys` and `metes admin revoke-key`: the keys of an account, without the keys themselves. */

import type { Command } from 'commander'
import type { ApiKey } from '../../../platform/ports.ts'
import { METES } from '../../../util/command-name.ts'
import { CommandFailure } from '../../client/command-failure.ts'
import type { CliHost, CliIo } from '../host.ts'
import { commandTable, tableColumns } from '../output/answer-text/table.ts'
import { writeJson } from '../terminal/standard-output.ts'
import { terminalText } from '../terminal/terminal-text.ts'
import { withService } from './with-service.ts'

export interface AdminKeysNeeds {
  /** Returns the keys of the account, newest first; null if no account has the address. */
  listKeys(email: string): Promise<readonly ApiKey[] | null>
  /** Returns the revoked key; null if the account has no such key, or there is no such account. */
  revokeKey(email: string, keyId: string): Promise<ApiKey | null>
}

export const addAdminKeys = (admin: Command, io: CliIo, host: CliHost<AdminKeysNeeds>): void => {
  admin
    .command('keys')
    .summary('List the API keys of an account.')
    .description(
      'Lists the keys of the account with this email address, newest first, including revoked keys.\nOnly the first characters of a key are shown: the service stores only its hash.',
    )
    .argument('<email>', 'Email address of the account')
    .option('--json', 'Print the list as JSON')
    .action(async (email: string, { json }: { json?: boolean }) => {
      const keys = await withService(host, (service) => service.listKeys(email))
      if (keys === null) throw new CommandFailure(`There is no account for ${email}.`)
      if (json) writeJson({ keys: keys.map(keyJson) }, io)
      else if (keys.length === 0) io.stderr.write(`${terminalText(email)} has no keys.\n`)
      else io.stdout.write(keyTable(keys, io))
    })
  admin
    .command('revoke-key')
    .summary('Revoke an API key of an account permanently.')
    .description(
      'Revokes a key of the account with this email address. A running service refuses it within two seconds. Revoking it again has no effect.',
    )
    .argument('<email>', 'Email address of the account')
    .argument('<id>', `Id of the key, from "${METES} admin keys"`)
    .action(async (email: string, id: string) => {
      const key = await withService(host, (service) => service.revokeKey(email, id))
      if (key === null)
        throw new CommandFailure(
          `There is no key ${id} of ${email}. Run "${METES} admin keys ${email}" to list the keys.`,
        )
      io.stderr.write(`Revoked the key ${key.prefix}… of ${terminalText(email)}.\n`)
    })
}

const keyJson = ({ id, name, prefix, createdAt, lastUsedAt, revokedAt }: ApiKey): object => {
  const times = { created_at: createdAt, last_used_at: lastUsedAt, revoked_at: revokedAt }
  return { id, name, prefix, ...times }
}

const COLUMNS = tableColumns(['id', 'key', 'name', 'created', 'last used', 'revoked'], [])

const keyTable = (keys: readonly ApiKey[], io: CliIo): string => {
  const rows = keys.map(({ id, prefix, name, createdAt, lastUsedAt, revokedAt }) => [
    id,
    `${prefix}…`,
    name ?? '',
    createdAt,
    lastUsedAt ?? 'never',
    revokedAt ?? '',
  ])
  return commandTable(COLUMNS, rows, io)
}
