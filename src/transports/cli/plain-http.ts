/** A key over plain HTTP is read by everybody on the way. */
import { isLoopback } from '../../util/loopback.ts'
import type { CliIo } from './host.ts'
import { terminalText } from './terminal-text.ts'

/** For commands that send a key to the server, or get one from it. */
export const warnOfPlainHttp = ({ protocol, hostname, host }: URL, io: CliIo): void => {
  if (protocol === 'https:' || isLoopback(hostname)) return
  io.stderr.write(
    `Warning: your key goes to ${terminalText(host)} unencrypted. Use https:// if the server has it, and revoke the key if others may have read it.\n`,
  )
}
