/**
 * A separate process that draws islands into a mask: `node coast-process.ts DIRECTORY draw FIRST STEP` draws every STEPth island from
 * FIRST on, one after the other; `… hold` begins to draw one, reports when it has the lock, and never ends.
 */
import { ISLANDS, islandLines, openCoast } from './drawn-islands.ts'

const [directory, task, first, step] = process.argv.slice(2)

if (task === 'hold') {
  setInterval(() => {}, 60_000)
  const coast = await openCoast(directory, (mask) => ({
    ...mask,
    landIn: () => {
      process.stdout.write('locked\n')
      return new Promise(() => {})
    },
  }))
  await coast.redraw(islandLines(0))
} else {
  const coast = await openCoast(directory)
  for (let island = Number(first); island < ISLANDS; island += Number(step))
    await coast.redraw(islandLines(island))
  await coast.close()
}
