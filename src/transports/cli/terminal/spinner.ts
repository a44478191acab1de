/** Shows an animated progress line on a terminal. */

import type { OutputStream } from '../host.ts'
import { cutToWidth } from '../output/answer-text/table.ts'
import { terminalText } from './terminal-text.ts'

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
const FRAME_MS = 100
const DEFAULT_COLUMNS = 80
/** The frame, the space after it, and the last column, where some terminals wrap. */
const NOT_TEXT = 3

export interface Spinner {
  /** Shows the text. */
  readonly say: (text: string) => void
  /** Clears the line. */
  readonly end: () => void
}

/** Does nothing when the stream is not a terminal. */
export const createSpinner = (stream: OutputStream): Spinner => {
  if (stream.isTTY !== true) return { say: () => {}, end: () => {} }
  let frame = 0
  let shown = ''
  let drawing: NodeJS.Timeout | null = null
  const draw = () => {
    // A terminal of unknown width reports 0.
    const width = (stream.columns || DEFAULT_COLUMNS) - NOT_TEXT
    stream.write(`\r\x1b[K${FRAMES[frame++ % FRAMES.length]} ${cutToWidth(shown, width)}`)
  }
  return {
    say: (text) => {
      shown = terminalText(text)
      drawing ??= setInterval(draw, FRAME_MS)
      draw()
    },
    end: () => {
      if (drawing === null) return
      clearInterval(drawing)
      drawing = null
      stream.write('\r\x1b[K')
    },
  }
}

/** Shows one text, printed once when there is no terminal. Returns a function that ends it. */
export const showSpinner = (stream: OutputStream, text: string): (() => void) => {
  if (stream.isTTY !== true) stream.write(`${terminalText(text)}\n`)
  const spinner = createSpinner(stream)
  spinner.say(text)
  return spinner.end
}
