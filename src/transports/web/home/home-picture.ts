/** Draws the picture on the home page: the polygon that the call next to it returns. */
import type { Compute } from '../../../compute/port.ts'
import type { Catalog } from '../../../domain/catalog/catalog.ts'
import { renderIn } from '../../../domain/files/render-geometry.ts'
import { SERVICE } from '../../../util/work-owner.ts'
import { type Html, html } from '../../page/html.ts'

export interface PictureParts {
  readonly catalog: Pick<Catalog, 'find' | 'geometry' | 'version'>
  readonly compute: Compute
}

/** Returns the drawing; null if it is unavailable, and the page is shown without it. */
export type HomePicture = () => Promise<Html | null>

/** A recognizable outline with fjords and islands. */
export const PICTURED = { code: 'IS', name: 'Iceland' } as const

/** A thousandth of a degree is a twentieth of a pixel of the drawing. */
const DECIMALS = 3
const MAX_BYTES = 200_000
/** Margin around the land in degrees. */
const MARGIN = 0.35
/** Drawing units in a degree of latitude. */
const SCALE = 100

export const createHomePicture = ({ catalog, compute }: PictureParts): HomePicture => {
  let kept: { readonly version: string; readonly picture: Html } | null = null

  const draw = async (): Promise<Html | null> => {
    const answer = await catalog.find({ by: 'iso', code: PICTURED.code })
    if (!answer.found) return null
    const geometry = await catalog.geometry(answer.record)
    const task = { geometry, detail: 'low', precision: DECIMALS, maxBytes: MAX_BYTES } as const
    const { json } = await renderIn(compute, task, SERVICE)
    return json === null ? null : pictureOf(picturePolygons(JSON.parse(new TextDecoder().decode(json))))
  }

  return async () => {
    try {
      const version = await catalog.version()
      if (kept?.version === version) return kept.picture
      const picture = await draw()
      if (picture !== null) kept = { version, picture }
      return picture
    } catch {
      // Calls report such failures themselves; the page works without the picture.
      return null
    }
  }
}

/** `[lon, lat]` in degrees. */
type Ring = readonly (readonly [number, number])[]

interface GeoJsonArea {
  readonly type: 'Polygon' | 'MultiPolygon'
  readonly coordinates: unknown
}

const picturePolygons = ({ type, coordinates }: GeoJsonArea): readonly (readonly Ring[])[] =>
  (type === 'Polygon' ? [coordinates] : coordinates) as readonly (readonly Ring[])[]

const pictureOf = (polygons: readonly (readonly Ring[])[]): Html => {
  const positions = polygons.flat(2)
  const [lons, lats] = [positions.map(([lon]) => lon), positions.map(([, lat]) => lat)]
  const [west, east] = [Math.min(...lons) - 2 * MARGIN, Math.max(...lons) + 2 * MARGIN]
  const [south, north] = [Math.min(...lats) - MARGIN, Math.max(...lats) + MARGIN]
  const shrink = Math.cos((((south + north) / 2) * Math.PI) / 180)
  const x = (lon: number): number => Math.round((lon - west) * SCALE * shrink)
  const y = (lat: number): number => Math.round((north - lat) * SCALE)
  const [width, height] = [x(east), y(south)]
  const outline = polygons
    .flat()
    .map(
      (ring) =>
        `M${ring
          .slice(0, -1)
          .map(([lon, lat]) => `${x(lon)} ${y(lat)}`)
          .join('L')}z`,
    )
    .join('')
  const meridians = wholeBetween(west, east, 2).map((lon) => `M${x(lon)} 0v${height}`)
  const parallels = wholeBetween(south, north, 1).map((lat) => `M0 ${y(lat)}h${width}`)
  return html`<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="Outline of ${PICTURED.name}">
<path class="grid" d="${[...meridians, ...parallels].join('')}"/>
<path class="land" d="${outline}"/>
</svg>`
}

const wholeBetween = (from: number, to: number, step: number): readonly number[] => {
  const first = Math.ceil(from / step)
  return Array.from(
    { length: Math.max(0, Math.floor(to / step) - first + 1) },
    (_, index) => (first + index) * step,
  )
}
