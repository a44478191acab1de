/** Returns the buffers of a grid, to measure its memory or transfer it to another thread. */
import type { Grid } from './contains-grid.ts'

export const gridBuffers = ({ coords, root }: Grid): readonly ArrayBuffer[] => {
  const buffers = new Set([coords.buffer])
  const levels = [root]
  for (let level = levels.pop(); level !== undefined; level = levels.pop()) {
    for (const { buffer } of [level.cells.starts, level.cells.edges, level.corners]) buffers.add(buffer)
    levels.push(...level.crowded.values())
  }
  return [...buffers] as ArrayBuffer[]
}
