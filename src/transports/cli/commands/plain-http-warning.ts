/** Warns about keys that are sent over plain HTTP. */
import { isLoopback } from '../../../util/loopback.ts'
import type { CliIo } from '../host.ts'
import { terminalText } from '../terminal/terminal-text.ts'

/** For commands that send a key to the server or receive one. */
export const warnOfPlainHttp = ({ protocol, hostname, host }: URL, io: CliIo): void => {
  if (protocol === 'https:' || isLoopback(hostname)) return
  io.stderr.write(
    `Warning: your key is sent to ${terminalText(host)} unencrypted. Use https:// if the server supports it, and revoke the key if others may have read it.\n`,
  )
}
