/** The port for heavy work with a span around each task, from its arrival to its result. */
import type { Compute } from '../compute/port.ts'
import { describeSpan, inSpan } from '../util/tracing.ts'

export const tracedCompute = (compute: Compute): Compute => ({
  ...compute,
  run: (work, task, options) =>
    inSpan('compute', () => {
      describeSpan('metes.work', work.name)
      describeSpan('metes.lane', options.lane)
      return compute.run(work, task, options)
    }),
})
