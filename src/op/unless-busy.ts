/** Work in the threads that draw polygons may be refused; callers are told to come back. */
import { RendererBusy } from '../domain/boundary/renderer.ts'
import { problem } from './problem.ts'

export const unlessBusy = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof RendererBusy) throw problem('overloaded', error, error)
    throw error
  }
}
