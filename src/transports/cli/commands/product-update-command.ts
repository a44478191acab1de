/** `metes admin send-product-update FILE`: emails product news to all subscribed accounts. */

import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import type { ProductUpdateReport, ProductUpdateRequest } from '../../../platform/mail/product-update.ts'
import { counted } from '../../../util/count-with-noun.ts'
import type { CliHost, CliIo } from '../host.ts'
import { terminalText } from '../terminal/terminal-text.ts'
import { withService } from './with-service.ts'

export interface ProductUpdateNeeds {
  sendProductUpdate(request: ProductUpdateRequest): Promise<ProductUpdateReport>
}

export const addProductUpdate = (admin: Command, io: CliIo, host: CliHost<ProductUpdateNeeds>): void => {
  admin
    .command('send-product-update')
    .summary('Email product news to every account that subscribes to it.')
    .description(
      'Emails a text to every account that subscribes to product updates. The first line is the subject: "# What is new".\nWithout --send it only counts the recipients. No account gets the same text twice. A running service sends the queued emails.',
    )
    .argument('<file>', 'Text file: subject, empty line, paragraphs')
    .option('--send', 'Send the emails; this cannot be undone')
    .action(async (file: string, { send = false }: { send?: boolean }) => {
      const text = await readFile(file, 'utf8')
      const { subject, recipients } = await withService(host, (service) =>
        service.sendProductUpdate({ text, send }),
      )
      const mailing = `"${terminalText(subject)}" to ${counted(recipients, 'account')}`
      io.stderr.write(send ? `Queued ${mailing}.\n` : `Would send ${mailing}. Add --send to send it.\n`)
    })
}
