/** Cuts a land file and kills itself in the middle. Started by `own-land.test.ts`. */
import { LAND_FILES } from '../../src/compute/pool/lane-limits.ts'
import { openCompute } from '../../src/compute/pool/open-compute.ts'
import { tilesOfOwnLand } from '../../src/sources/land/own-land.ts'

const [file, data] = process.argv.slice(2)

await tilesOfOwnLand({ path: file, compute: openCompute({ import: LAND_FILES }) }, data, (phase) => {
  if (phase === 'cutting') process.kill(process.pid, 'SIGKILL')
})
