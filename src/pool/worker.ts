/** What runs in a thread of the pool, by name. */
export { renderFile } from '../domain/boundary/render-file.ts'
export { renderGeometry } from '../domain/boundary/render-geometry.ts'
