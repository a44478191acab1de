/** `metes admin send-product-update FILE`: news to every account that wants them. */
import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import type { CliHost, CliIo } from './host.ts'
import { terminalText } from './terminal-text.ts'

export const addProductUpdate = (admin: Command, io: CliIo, host: CliHost): void => {
  admin
    .command('send-product-update')
    .summary('Email product news to every account that subscribes to it.')
    .description(
      'Mails a text to every account that wants product updates. Its first line is the subject: "# What is new".\nWithout --send it only says how many would be sent. Nobody is sent the same text twice. A running service sends the mails.',
    )
    .argument('<file>', 'Text file: subject, empty line, paragraphs')
    .option('--send', 'Send it; mails cannot be taken back')
    .action(async (file: string, { send = false }: { send?: boolean }) => {
      const text = await readFile(file, 'utf8')
      const service = await host.openService()
      try {
        const { subject, recipients } = await service.sendProductUpdate({ text, send })
        const whom = `"${terminalText(subject)}" to ${recipients} ${recipients === 1 ? 'account' : 'accounts'}`
        io.stderr.write(send ? `Queued ${whom}.\n` : `Would send ${whom}. Add --send to send it.\n`)
      } finally {
        await service.close()
      }
    })
}
