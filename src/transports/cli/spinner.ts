/** A line that shows that something is waited for: it moves on a terminal, and is written once elsewhere. */
import type { OutputStream } from './host.ts'

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
const FRAME_MS = 100

/** Gives what ends it, and clears the line. */
export const showSpinner = (stream: OutputStream, text: string): (() => void) => {
  if (stream.isTTY !== true) {
    stream.write(`${text}\n`)
    return () => {}
  }
  let frame = 0
  const draw = () => stream.write(`\r\x1b[K${FRAMES[frame++ % FRAMES.length]} ${text}`)
  draw()
  const drawing = setInterval(draw, FRAME_MS)
  return () => {
    clearInterval(drawing)
    stream.write('\r\x1b[K')
  }
}
