/** A process that counts as many calls as it is told, sends its snapshot, and waits for its end. */
import { createProcessMetrics } from '../../src/metrics/process-metrics.ts'

// A channel that nobody listens to would not keep the process alive.
process.on('message', () => {})
const metrics = createProcessMetrics()
for (let count = 0; count < Number(process.argv[2]); count++)
  metrics.record({ operation: 'get_boundary', outcome: 'ok', durationMs: 3, units: 1 }, 'rest')
process.send?.(await metrics.snapshot())
