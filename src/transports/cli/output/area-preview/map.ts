/** Draws the map of a preview: the area over the surrounding land, its parts in colours, numbered as in the list. */
import type { LandTile } from '../../../../domain/area/ports.ts'
import { atDetail } from '../../../../domain/boundary/simplify-to-detail.ts'
import { pathData } from '../../../../domain/formats/svg-path.ts'
import { projectionOf, type SvgProjection } from '../../../../domain/formats/svg-projection.ts'
import { wrapLongitude } from '../../../../domain/geometry/bbox.ts'
import { decodeRings } from '../../../../domain/geometry/codec.ts'
import { type BBox, type Position, type Rings, UNITS_PER_DEGREE } from '../../../../domain/geometry/rings.ts'
import { ringsOfBox } from '../../../../domain/geometry/tiles.ts'
import { type Html, html } from '../../../page/html.ts'

export interface MapPart {
  /** The number in the list. */
  readonly number: number
  readonly name: string
  /** The CSS class of its colour; null for an excluded part. */
  readonly colour: string | null
  /** Null when the outline is unavailable. */
  readonly outline: { readonly rings: Rings; readonly inside: Position } | null
}

export interface AreaMap {
  /** The box for which land is needed. */
  readonly frame: BBox
  draw(parts: readonly MapPart[], land: readonly LandTile[], seed: Position | null): Html
}

/** Margin in SVG units; the longer side of the area has 1000. */
const MARGIN = 60
/** Tenths of a unit are fine enough for the background. */
const LAND_DECIMALS = 1
/** More numbers would cover the map. */
const MAX_NUMBERED = 24

export const areaMap = (area: Rings, title: string): AreaMap => {
  const shown = atDetail(area, null, 'medium', 6)
  const projection = projectionOf(shown)
  const [width, height] = [projection.width + 2 * MARGIN, projection.height + 2 * MARGIN].map(Math.ceil)
  return {
    frame: frameOf(projection),
    draw: (parts, land, seed) => {
      const outlined = parts.filter(({ outline }) => outline !== null)
      const pins = parts.length > MAX_NUMBERED ? [] : outlined
      const whole = pathData(shown, projection, true)
      return html`<svg viewBox="${-MARGIN} ${-MARGIN} ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="Map of ${title}">
<defs>
<clipPath id="area"><path clip-rule="evenodd" d="${whole}"/></clipPath>
<pattern id="out" width="12" height="12" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="hatch" width="3" height="12"/></pattern>
</defs>
<path class="ground" fill-rule="evenodd" d="${landPath(land, projectionOf(shown, LAND_DECIMALS))}"/>
<path class="area" fill-rule="evenodd" d="${whole}"/>
<g clip-path="url(#area)">${outlined.flatMap((part) => (part.colour === null ? [] : [shape(part, projection)]))}</g>
${outlined.flatMap((part) => (part.colour === null ? [shape(part, projection)] : []))}
<path class="edge" d="${pathData(shown, projection, false)}"/>
${pins.map(({ number, colour, outline }) => outline !== null && pin(number, colour, outline.inside, projection))}
${seed !== null && seedMark(seed, projection)}
</svg>`
    },
  }
}

const frameOf = ({ west, north, width, height, perDegreeLon, perDegreeLat }: SvgProjection): BBox => {
  const left = west - MARGIN / perDegreeLon
  const right = west + (width + MARGIN) / perDegreeLon
  const [south, top] = [north - (height + MARGIN) / perDegreeLat, north + MARGIN / perDegreeLat]
  const lats = [Math.max(-90, south), Math.min(90, top)]
  if (right - left >= 360) return [-180, lats[0], 180, lats[1]]
  return [wrapLongitude(left), lats[0], wrapLongitude(right), lats[1]]
}

const shape = ({ number, name, colour, outline }: MapPart, projection: SvgProjection): Html =>
  html`<path class="part ${colour ?? 'out'}" fill-rule="evenodd" d="${outline === null ? '' : pathData(outline.rings, projection, true)}"><title>${number}. ${name}</title></path>`

const onDrawing = ([lon, lat]: Position, projection: SvgProjection): readonly [x: number, y: number] =>
  [projection.column(lon * UNITS_PER_DEGREE), projection.row(lat * UNITS_PER_DEGREE)].map(
    (grid) => grid / 10 ** projection.decimals,
  ) as [number, number]

const pin = (number: number, colour: string | null, at: Position, projection: SvgProjection): Html => {
  const [x, y] = onDrawing(at, projection)
  return html`<g class="pin ${colour ?? 'out'}" transform="translate(${x} ${y})"><circle r="16"/><text dy=".35em">${number}</text></g>`
}

const seedMark = (seed: Position, projection: SvgProjection): Html => {
  const [x, y] = onDrawing(seed, projection)
  return html`<g class="seed" transform="translate(${x} ${y})"><path d="M-14 0H14M0 -14V14"/><title>The point that must be inside</title></g>`
}

/** Tiles meet at their sides; the style sheet strokes them in their own colour, so that no seam shows. */
const landPath = (land: readonly LandTile[], projection: SvgProjection): string =>
  land
    .filter(({ box: [west, , east] }) => projection.column(west) < projection.column(east))
    .map(({ box, area }) => {
      if (area === 'none') return ''
      return pathData(area === 'all' ? ringsOfBox(box) : decodeRings(area), projection, true)
    })
    .join('')
