/** Colours, on terminals only and not where the user declines them (https://no-color.org). */
import { styleText } from 'node:util'
import type { CliIo, OutputStream } from './host.ts'

type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan'

/** Dresses text for one stream; leaves it as it is where colours are not wanted. */
export type Paint = (style: Style, text: string) => string

export const wantsColours = (stream: OutputStream, env: CliIo['env']): boolean =>
  stream.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb'

export const painter = (stream: OutputStream, env: CliIo['env']): Paint =>
  wantsColours(stream, env)
    ? (style, text) => styleText(style, text, { validateStream: false })
    : (_style, text) => text
