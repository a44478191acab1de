/** `metes admin audit`: shows who created, used and revoked keys, signed in, approved devices and changed plans, when and from where. */
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { AuditQuery, AuditRecord } from '../../../platform/audit/ports.ts'
import { keyPrefix } from '../../../platform/key-format.ts'
import { type Clock, rfc3339 } from '../../../util/clock.ts'
import { CommandFailure } from '../../client/command-failure.ts'
import type { CliHost, CliIo } from '../host.ts'
import { wholeNumber } from '../input/values.ts'
import { renderTable, tableColumns } from '../output/answer-text/table.ts'
import { painter } from '../terminal/colours.ts'
import { writeJson } from '../terminal/standard-output.ts'
import { withService } from './with-service.ts'

interface AuditCommandOptions {
  readonly email?: string
  readonly key?: string
  readonly since?: string
  readonly limit: number
  readonly format?: 'json' | 'table'
}

export interface AuditNeeds {
  /** Returns the audit trail, newest first; null if no account has the address. */
  listAudit(
    query: Omit<AuditQuery, 'accountId'> & { readonly email: string | null },
  ): Promise<readonly AuditRecord[] | null>
}

export const addAudit = (admin: Command, io: CliIo, host: CliHost<AuditNeeds>): void => {
  admin
    .command('audit')
    .summary('Show the audit trail of keys, accounts and sign-ins.')
    .description(
      'Shows the audit trail, newest event first: keys created, used and revoked, sign-ins, devices, plans, feedback statuses.\nUses of a key and sign-ins are combined into one event per day. Events are kept for a year, with networks instead of addresses and without secrets.',
    )
    .option('--email <address>', 'Only events of the account with this address')
    .option('--key <prefix>', 'Only events of keys with this prefix: mts_ and four letters, or a whole key')
    .addOption(
      new Option(
        '--since <time>',
        'Only events since this time: 2026-01-31, 2026-01-31T12:00:00Z, 36h or 7d',
      ).argParser((text) => sinceOf(text, host.clock)),
    )
    .option('--limit <count>', 'Maximum number of events', wholeNumber(1, 99_999), 100)
    .addOption(
      new Option(
        '--format <format>',
        'json, or table for people (default: table on a terminal, json elsewhere)',
      ).choices(['json', 'table']),
    )
    .action(async ({ email, key, since, limit, format }: AuditCommandOptions) => {
      const found = await withService(host, (service) =>
        service.listAudit({
          email: email ?? null,
          keyPrefix: key === undefined ? null : keyPrefix(key),
          since: since ?? null,
          // One extra event shows whether there are more.
          limit: limit + 1,
        }),
      )
      if (found === null) throw new CommandFailure(`There is no account for ${email}.`)
      const shown = found.slice(0, limit)
      if ((format ?? (io.stdout.isTTY === true ? 'table' : 'json')) === 'json')
        writeJson({ events: shown.map(eventJson) }, io)
      else io.stdout.write(auditTable(shown, io))
      if (found.length > limit)
        io.stderr.write(`Only the last ${limit} events are shown. Use --limit to show more.\n`)
    })
}

const AGO_MS: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000 }

const sinceOf = (text: string, clock: Clock): string => {
  const [, count, unit] = /^(\d{1,5})([hd])$/.exec(text) ?? []
  if (unit !== undefined) return rfc3339(clock.now() - Number(count) * AGO_MS[unit])
  const atMs = /^\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d))?$/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isFinite(atMs)) return rfc3339(atMs)
  throw new InvalidArgumentError(
    'It must be a date, an RFC 3339 time, or a number of hours or days: 36h, 7d.',
  )
}

const eventJson = (event: AuditRecord): object => {
  const { action, at, lastAt, count, email, keyId, keyPrefix: key, way, network, detail } = event
  const told = { last_at: lastAt, count, email, key_id: keyId, key_prefix: key }
  return { action, at, ...told, way, network, detail }
}

const COLUMNS = tableColumns(
  ['last', 'action', 'times', 'account', 'key', 'way', 'network', 'detail'],
  ['times'],
)

const auditTable = (events: readonly AuditRecord[], io: CliIo): string => {
  if (events.length === 0) return 'No events found.\n'
  const rows = events.map(({ lastAt, action, count, email, keyPrefix: key, way, network, detail }) => [
    lastAt,
    action,
    count === null ? '' : String(count),
    email ?? '',
    key ?? '',
    way,
    network ?? '',
    detail ?? '',
  ])
  const onTerminal = io.stdout.isTTY === true
  const paint = onTerminal ? painter(io.stdout, io.env) : (_style: unknown, text: string) => text
  return `${renderTable(COLUMNS, rows, onTerminal ? (io.stdout.columns ?? 80) : null, paint)}\n`
}
