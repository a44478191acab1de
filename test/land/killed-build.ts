/** Cuts a land file and kills itself in the middle. Started by `own-land.test.ts`. */
import { tilesOfOwnLand } from '../../src/sources/land/own-land.ts'

const [file, data] = process.argv.slice(2)

await tilesOfOwnLand(file, data, (phase) => {
  if (phase === 'cutting') process.kill(process.pid, 'SIGKILL')
})
