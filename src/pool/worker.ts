/** What runs in a thread of the pool. */
import { renderGeometry } from '../domain/boundary/render-geometry.ts'
import type { RenderedGeometry, RenderTask } from '../domain/boundary/renderer.ts'

export default (task: RenderTask): RenderedGeometry => renderGeometry(task)
