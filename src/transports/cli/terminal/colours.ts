/** Colours output on terminals, unless the user disables it (https://no-color.org). */
import { styleText } from 'node:util'
import type { CliIo, OutputStream } from '../host.ts'

type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan'

/** Styles text for one stream; returns it unchanged when colours are off. */
export type Paint = (style: Style, text: string) => string

export const wantsColours = (stream: OutputStream, env: CliIo['env']): boolean =>
  stream.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb'

export const painter = (stream: OutputStream, env: CliIo['env']): Paint =>
  wantsColours(stream, env)
    ? (style, text) => styleText(style, text, { validateStream: false })
    : (_style, text) => text
