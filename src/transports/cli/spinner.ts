/** A line that shows that something is waited for, and what: it moves on a terminal. */
import type { OutputStream } from './host.ts'
import { cut } from './table.ts'
import { terminalText } from './terminal-text.ts'

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
const FRAME_MS = 100
const DEFAULT_COLUMNS = 80
/** The frame, the space after it, and the last column, in which some terminals break the line. */
const NOT_TEXT = 3

export interface Spinner {
  /** Shows the line, or another text in it. */
  readonly say: (text: string) => void
  /** Clears the line. */
  readonly end: () => void
}

/** For a terminal; anywhere else it says nothing. */
export const createSpinner = (stream: OutputStream): Spinner => {
  if (stream.isTTY !== true) return { say: () => {}, end: () => {} }
  let frame = 0
  let shown = ''
  let drawing: NodeJS.Timeout | null = null
  const draw = () => {
    // A terminal that does not know its width says 0.
    const width = (stream.columns || DEFAULT_COLUMNS) - NOT_TEXT
    stream.write(`\r\x1b[K${FRAMES[frame++ % FRAMES.length]} ${cut(shown, width)}`)
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

/** One text until it is over, written once where there is no terminal. Gives what ends it. */
export const showSpinner = (stream: OutputStream, text: string): (() => void) => {
  if (stream.isTTY !== true) stream.write(`${terminalText(text)}\n`)
  const spinner = createSpinner(stream)
  spinner.say(text)
  return spinner.end
}
