/** `metes admin feedback-status`: changes the status of a feedback item. */
import { Argument, type Command, InvalidArgumentError, Option } from 'commander'
import type { Feedback } from '../../../platform/feedback/feedback.ts'
import { FEEDBACK_STATUSES, type FeedbackStatus } from '../../../platform/feedback/item.ts'
import { CommandFailure } from '../../client/command-failure.ts'
import { UsageError } from '../exit-codes.ts'
import type { CliHost, CliIo } from '../host.ts'
import { withService } from './with-service.ts'

export interface FeedbackStatusNeeds {
  readonly setFeedbackStatus: Feedback['setStatus']
}

export const addFeedbackStatus = (admin: Command, io: CliIo, host: CliHost<FeedbackStatusNeeds>): void => {
  admin
    .command('feedback-status')
    .summary('Change the status of a feedback item.')
    .description('Changes the status of an item. Its author and upvoters get an email.')
    .addArgument(new Argument('<id>', 'Number of the item').argParser(itemNumber))
    .addArgument(new Argument('<status>', 'New status').choices(FEEDBACK_STATUSES))
    .option('--note <text>', 'Comment with the reason')
    .addOption(new Option('--of <id>', 'With duplicate: number of the original item').argParser(itemNumber))
    .action(async (id: number, status: FeedbackStatus, { note, of }: { note?: string; of?: number }) => {
      if (of !== undefined && status !== 'duplicate')
        throw new UsageError('--of is only allowed with the status duplicate.')
      const change = { status, note: note ?? null, duplicateOf: of ?? null }
      const outcome = await withService(host, (service) => service.setFeedbackStatus(id, change))
      const { failed, sentence } = OUTCOMES[outcome]({ id, status, of })
      if (failed) throw new CommandFailure(sentence)
      io.stderr.write(`${sentence}\n`)
    })
}

const itemNumber = (text: string): number => {
  if (/^#?[1-9]\d{0,14}$/.test(text)) return Number(text.replace('#', ''))
  throw new InvalidArgumentError('It must be the number of an item.')
}

type StatusOutcome = Awaited<ReturnType<Feedback['setStatus']>>

interface StatusRequest {
  readonly id: number
  readonly status: FeedbackStatus
  readonly of: number | undefined
}

const OUTCOMES: Readonly<
  Record<StatusOutcome, (request: StatusRequest) => { readonly failed: boolean; readonly sentence: string }>
> = {
  changed: ({ id, status }) => ({ failed: false, sentence: `#${id} is now ${status}.` }),
  unchanged: ({ id, status }) => ({ failed: false, sentence: `#${id} was already ${status}.` }),
  unknown_item: ({ id }) => ({ failed: true, sentence: `There is no feedback item #${id}.` }),
  unknown_original: ({ of }) => ({ failed: true, sentence: `There is no other feedback item #${of}.` }),
}
