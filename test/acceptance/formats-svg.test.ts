/** A drawing is for people: the right way up, complete, and described in words too. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { writeSingle } from '../../src/domain/formats/write-single.ts'
import { planarAreaDegrees } from '../../src/domain/geometry/area.ts'
import { type Rings, vertexCount } from '../../src/domain/geometry/rings.ts'
import { planarArea, positionCount, type ReadDrawing, readSvg } from '../support/file-readers.ts'
import { fileOf, SHAPES } from '../support/format-samples.ts'
import { boxRing, coastRing, ringsOf, seededRandom } from '../support/shapes.ts'
import { child, type XmlElement } from '../support/xml-reader.ts'

const draw = (rings: Rings): ReadDrawing =>
  readSvg(Buffer.from(writeSingle('svg', fileOf(rings, 7))).toString())

/** Square degrees of the filled area. With y downwards the signs are reversed. */
const drawnArea = ({ paths, unitsPerDegreeLon, unitsPerDegreeLat }: ReadDrawing): number =>
  -planarArea(paths.slice(0, 1)) / (unitsPerDegreeLon * unitsPerDegreeLat)

const extent = ({ paths }: ReadDrawing): { width: number; height: number; least: number } => {
  const positions = paths.flat(2)
  const xs = positions.map(([x]) => x)
  const ys = positions.map(([, y]) => y)
  return { width: Math.max(...xs), height: Math.max(...ys), least: Math.min(...xs, ...ys) }
}

const every = (element: XmlElement): XmlElement[] => [element, ...element.children.flatMap(every)]

describe('an SVG file', () => {
  for (const [name, rings] of Object.entries(SHAPES)) {
    test(`of ${name} encloses the same area, within its view box`, () => {
      const drawing = draw(rings)
      assert.ok(Math.abs(drawnArea(drawing) / planarAreaDegrees(rings) - 1) < 2e-3)
      const [left, top, width, height] = drawing.root.attributes.viewBox.split(' ').map(Number)
      const drawn = extent(drawing)
      assert.ok(drawn.least > -1e-6 && left < 0 && top < 0)
      assert.ok(drawn.width < left + width && drawn.height < top + height)
      assert.ok(Math.abs(Math.max(drawn.width, drawn.height) - 1000) < 0.1)
    })
  }

  for (const doublings of [7, 10, 13]) {
    test(`of a coast of ${8 * 2 ** doublings} positions keeps them distinct`, () => {
      const rings = ringsOf([[coastRing(seededRandom(1), { lon: 10, lat: 50, radius: 2, doublings })]])
      const drawing = draw(rings)
      assert.ok(positionCount(drawing.paths) > 0.99 * vertexCount(rings))
      assert.ok(Math.abs(drawnArea(drawing) / planarAreaDegrees(rings) - 1) < 1e-5)
    })
  }

  test('has north at the top and is true to scale in the middle', () => {
    const drawing = draw(ringsOf([[boxRing(20, 59, 22, 61)]]))
    const { width, height } = extent(drawing)
    assert.equal(height, 1000)
    assert.equal(width, 500)
    const high = draw(
      ringsOf([
        [
          [
            [0, 0],
            [2, 0],
            [1, 1],
          ],
        ],
      ]),
    ).paths[0][0]
    assert.deepEqual(high, [
      [0, 500],
      [1000, 500],
      [500, 0],
      [0, 500],
    ])
  })

  test('of Fiji is whole: 4.5 degrees wide, the cut filled and not outlined', () => {
    const drawing = draw(SHAPES['islands on both sides of the antimeridian'])
    const { width } = extent(drawing)
    assert.equal(drawing.west, 177.2)
    assert.ok(Math.abs(width / drawing.unitsPerDegreeLon - 4.5) < 1e-3)
    const [filled, outlined] = drawing.paths
    assert.deepEqual(
      filled.map((outline) => outline.length),
      [5, 5, 4, 5, 5],
    )
    const seam = Math.round(2.8 * drawing.unitsPerDegreeLon * 10) / 10
    for (const outline of outlined) {
      outline.forEach(([x], index) => {
        assert.ok(index === 0 || Math.abs(x - seam) > 0.06 || Math.abs(outline[index - 1][0] - seam) > 0.06)
      })
    }
  })

  test('of the land around a pole has a coast, and no line where the map ends', () => {
    const drawing = draw(SHAPES['the land around a pole'])
    const [, [coast, ...more]] = drawing.paths
    assert.equal(more.length, 0)
    assert.equal(coast.length, 5)
    assert.ok(Math.max(...coast.map(([, y]) => y)) < 1000 - 1)
  })

  test('of islands too small for the grid is still a drawing', () => {
    const drawing = draw(ringsOf([[boxRing(0, 0, 10, 10)], [boxRing(20, 0, 20.000_000_1, 0.000_000_1)]]))
    assert.equal(drawing.paths[0].length, 1)
  })

  test('has a text alternative', () => {
    const { root } = draw(SHAPES.square)
    assert.equal(root.attributes.role, 'img')
    const said = root.attributes['aria-labelledby'].split(' ')
    assert.deepEqual(said, [child(root, 'title').attributes.id, child(root, 'desc').attributes.id])
    assert.equal(
      child(root, 'desc').text,
      'Outline of Viti, country (r571747). © OpenStreetMap contributors, ODbL 1.0',
    )
  })

  test('contains nothing that runs, loads or links elsewhere', () => {
    for (const element of every(draw(SHAPES.square).root)) {
      assert.doesNotMatch(element.name, /script|style|foreignObject|image|use|^a$/)
      for (const attribute of Object.keys(element.attributes))
        assert.doesNotMatch(attribute, /^on|href|^style$/)
    }
  })
})
