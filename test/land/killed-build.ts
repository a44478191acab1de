/** Cuts a land file and kills itself in the middle. Started by `own-land.test.ts`. */
import { tilesOfOwnLand } from '../../src/sources/land/own-land.ts'

const [file, data] = process.argv.slice(2)

await tilesOfOwnLand(file, data, (phase, done) => {
  if (phase === 'cutting' && done > 0.5) process.kill(process.pid, 'SIGKILL')
})
