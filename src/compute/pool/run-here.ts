/** Does work in the calling thread. */
import { Askers } from '../../util/waiting-owners.ts'
import type { RunOptions, TaskOrLoad } from '../port.ts'
import type { Work } from '../work.ts'

export const runHere = async <Task extends object, Result, Input, Report>(
  work: Work<Task, Result, Input, Report>,
  task: TaskOrLoad<Task>,
  { owner, signal, input, onReport }: RunOptions<Input, Report>,
): Promise<Result> => {
  signal?.throwIfAborted()
  const ready = await loaded(task)
  if (!(owner instanceof Askers)) owner.processorTime?.resume()
  return work.run(ready, {
    input: untilAborted(input, signal),
    report: (report) => onReport?.(report),
  })
}

export const loaded = async <Task extends object>(task: TaskOrLoad<Task>): Promise<Task> =>
  typeof task === 'function' ? task() : task

async function* untilAborted<Input>(
  input: AsyncIterable<Input> | undefined,
  signal: AbortSignal | undefined,
): AsyncGenerator<Input> {
  if (input === undefined) return
  for await (const piece of input) {
    signal?.throwIfAborted()
    yield piece
  }
}
