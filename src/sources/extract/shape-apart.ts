/**
 * Repeats a task whose thread exceeded a limit with each of its boundaries alone, so that only the guilty one is refused. Work that is
 * counted never gets here: see `work-limits.ts`.
 */
import { ComputeBusy } from '../../compute/compute-busy.ts'
import type { ShapeResult, ShapeTask } from './shape.ts'

export interface ExceededLimit {
  readonly limit: 'memory' | 'time'
  readonly max: number
}

/** @param exceededBy null for an error that is no exceeded limit, which is thrown */
export const shapeApart = async (
  task: ShapeTask,
  shape: (task: ShapeTask) => Promise<ShapeResult>,
  exceededBy: (error: unknown) => ExceededLimit | null,
): Promise<ShapeResult> => {
  try {
    return await shape(task)
  } catch (error) {
    const exceeded = exceededBy(error)
    if (exceeded === null) throw error
    if (task.boundaries.length === 1) return [{ flaws: [{ is: 'too complex', ...exceeded }] }]
    const results: ShapeResult[number][] = []
    for (const boundary of task.boundaries)
      results.push(...(await shapeApart({ ...task, boundaries: [boundary] }, shape, exceededBy)))
    return results
  }
}

/** Null for other errors. */
export const exceededBy = (error: unknown): ExceededLimit | null => {
  if (error instanceof ComputeBusy && error.reason === 'took_too_long')
    return { limit: 'time', max: error.max ?? 0 }
  if (error instanceof ComputeBusy && error.reason === 'out_of_memory')
    return { limit: 'memory', max: error.max ?? 0 }
  return null
}
