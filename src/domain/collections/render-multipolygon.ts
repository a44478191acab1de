/** Renders a stored polygon for a table of features: always as a MultiPolygon, in a reference system. */
import { defineWork } from '../../compute/work.ts'
import { type DetailTask, ringsAtDetail } from '../files/render-geometry.ts'
import { multiPolygonJson } from '../formats/geojson.ts'
import { vertexCount } from '../geometry/rings.ts'
import { COORDINATES, type ReferenceSystem } from './reference-system.ts'

interface MultiPolygonTask extends DetailTask {
  readonly system: ReferenceSystem
}

interface RenderedMultiPolygon {
  /** The text of the GeoJSON geometry object. */
  readonly json: Uint8Array
  readonly vertices: number
}

const render = (task: MultiPolygonTask): RenderedMultiPolygon => {
  const { rings, style } = COORDINATES[task.system].drawn(ringsAtDetail(task), task.precision)
  return { json: multiPolygonJson(rings, style), vertices: vertexCount(rings) }
}

export const multiPolygonWork = defineWork({
  module: import.meta.url,
  name: 'multiPolygonWork',
  run: render,
})
