/** What runs in a thread of the pool. */
import { type RenderedGeometry, type RenderTask, renderGeometry } from '../domain/boundary/renderer.ts'

export default (task: RenderTask): RenderedGeometry => renderGeometry(task)
