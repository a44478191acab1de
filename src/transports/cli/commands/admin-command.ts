/** `metes admin …`: commands for the operator. */
import type { Command } from 'commander'
import { MAX_NAME_LENGTH } from '../../../platform/key-limits.ts'
import { CommandFailure } from '../../client/command-failure.ts'
import { UsageError } from '../exit-codes.ts'
import type { CliHost, CliIo } from '../host.ts'
import { terminalText } from '../terminal/terminal-text.ts'
import { type AdminKeysNeeds, addAdminKeys } from './admin-keys-command.ts'
import { type AuditNeeds, addAudit } from './audit-command.ts'
import { addFeedbackStatus, type FeedbackStatusNeeds } from './feedback-status-command.ts'
import { addProductUpdate, type ProductUpdateNeeds } from './product-update-command.ts'
import { withService } from './with-service.ts'

interface AdminNeeds extends AdminKeysNeeds, AuditNeeds, FeedbackStatusNeeds, ProductUpdateNeeds {
  createKey(request: {
    readonly email: string
    readonly plan: string | null
    readonly name: string | null
  }): Promise<{ readonly apiKey: string }>
  /** Returns false if no account has the address. */
  setPlan(email: string, plan: string): Promise<boolean>
}

interface KeyOptions {
  readonly email: string
  readonly plan?: string
  readonly name?: string
  readonly json?: boolean
}

export const addAdmin = (program: Command, io: CliIo, host: CliHost<AdminNeeds>): void => {
  const admin = program
    .command('admin')
    .summary('Manage accounts and keys on this machine.')
    .usage('<command> [options]')
    .helpCommand(false)
  admin
    .command('create-key')
    .summary('Create an API key for an email address.')
    .description(
      'Creates an API key, and the account if this email address has none yet.\nThe key is shown only once: the service stores only its hash.',
    )
    .requiredOption('--email <address>', 'Email address of the account')
    .option(
      '--plan <plan>',
      'Plan of the account (default: METES_DEFAULT_PLAN for a new account, no change for an existing one)',
    )
    .option('--name <name>', 'Name of the key, such as the machine or program that uses it')
    .option('--json', 'Print {"api_key":"mts_…"} instead of the bare key')
    .action(async ({ email, plan, name, json }: KeyOptions) => {
      if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new UsageError(`"${email}" is not an email address.`)
      if ((name ?? '').length > MAX_NAME_LENGTH)
        throw new UsageError(`The name of a key has at most ${MAX_NAME_LENGTH} characters.`)
      const { apiKey } = await withService(host, (service) =>
        service.createKey({ email, plan: plan ?? null, name: name ?? null }),
      )
      if (!json) io.stderr.write(`Key for ${terminalText(email)}, shown only once:\n`)
      io.stdout.write(json ? `${JSON.stringify({ api_key: apiKey })}\n` : `${apiKey}\n`)
    })
  admin
    .command('set-plan')
    .summary('Change the plan of an account.')
    .description(
      'Changes the plan of the account with this email address. A running service applies it within seconds.',
    )
    .argument('<email>', 'Email address of the account')
    .argument('<plan>', 'Name of the plan: free, pro, unlimited, or one from METES_PLANS_FILE')
    .action(async (email: string, plan: string) => {
      if (!(await withService(host, (service) => service.setPlan(email, plan))))
        throw new CommandFailure(`There is no account for ${email}.`)
      io.stderr.write(`${terminalText(email)} now has the plan ${terminalText(plan)}.\n`)
    })
  addAdminKeys(admin, io, host)
  addAudit(admin, io, host)
  addFeedbackStatus(admin, io, host)
  addProductUpdate(admin, io, host)
}
