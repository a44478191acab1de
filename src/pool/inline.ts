/** Renders in the calling thread: right for a command that answers one question and ends. */
import { renderFile } from '../domain/boundary/render-file.ts'
import { renderGeometry } from '../domain/boundary/render-geometry.ts'
import type { GeometryRenderer } from '../domain/boundary/renderer.ts'

export const createInlineRenderer = (): GeometryRenderer => ({
  render: async (task) => renderGeometry(task),
  renderFile: async (task) => renderFile(task),
  close: async () => {},
})
