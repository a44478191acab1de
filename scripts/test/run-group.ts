/** Runs test files in one process, each as a suite: they load shared modules and start shared servers once. */
import { withBriefTracking } from './brief-tracking.ts'

const { describe } = await withBriefTracking(() => import('node:test'))

// One after the other, so that the tests of a file that awaits something get into its own suite.
for (const file of process.argv.slice(2))
  await new Promise<void>((loaded, failed) => {
    describe(file, () => import(`../../${file}`).then(loaded, failed))
  })
