/**
 * Reads exported files back without any code of the writers. The result is degrees, `[lon, lat]`, ring by ring with
 * the closing position, for every format.
 */
import assert from 'node:assert/strict'
import { child, descendants, readXml, type XmlElement } from './xml-reader.ts'

export type ReadRing = [lon: number, lat: number][]
export type ReadPolygons = ReadRing[][]

export const FILE_READERS: Readonly<Record<string, (text: string) => ReadPolygons>> = {
  geojson: (text) => {
    const { geometry } = JSON.parse(text)
    return geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
  },
  wkt: (text) => {
    const match = /^(POLYGON|MULTIPOLYGON) (\(.*\))\n$/.exec(text)
    assert.ok(match !== null, 'a polygon or several')
    const json = match[2]
      .replace(/[^(),]+/g, (position) => `[${position.split(' ').join()}]`)
      .replaceAll('(', '[')
      .replaceAll(')', ']')
    return match[1] === 'POLYGON' ? [JSON.parse(json)] : JSON.parse(json)
  },
  geojsonl: (text) => FILE_READERS.geojson(text),
  geojsons: (text) => {
    assert.ok(text.startsWith('\u001e') && text.endsWith('\n'))
    return FILE_READERS.geojson(text.slice(1))
  },
  csv: (text) => FILE_READERS.wkt(`${/"([^"]*)"\r\n$/.exec(text)![1]}\n`),
  poly: (text) => {
    const [, ...sections] = text.slice(0, -'\nEND\nEND\n'.length).split('\n')
    const rings = sections.join('\n').split('\nEND\n')
    const polygons: ReadPolygons = []
    for (const ring of rings) {
      const [name, ...lines] = ring.split('\n')
      const positions = lines.map((line) => line.split(' ').map(Number) as [number, number])
      if (name.startsWith('!')) polygons[polygons.length - 1].push(positions)
      else polygons.push([positions])
    }
    return polygons
  },
  topojson: (text) => {
    const { objects, arcs, transform } = JSON.parse(text)
    const [{ type, arcs: indexes }] = objects.boundaries.geometries
    const decimals = -Math.round(Math.log10(transform.scale[0]))
    const arcOf = (index: number): ReadRing => {
      let [x, y] = [0, 0]
      const positions = arcs[index < 0 ? ~index : index].map(([dx, dy]: [number, number]) => {
        x += dx
        y += dy
        return [Number(`${x}e-${decimals}`), Number(`${y}e-${decimals}`)]
      })
      return index < 0 ? positions.reverse() : positions
    }
    const ringOf = (indexes: number[]): ReadRing =>
      indexes.flatMap((index, at) => (at === 0 ? arcOf(index) : arcOf(index).slice(1)))
    const polygons: number[][][] = type === 'Polygon' ? [indexes] : indexes
    return polygons.map((rings) => rings.map(ringOf))
  },
  kml: (text) =>
    descendants(readXml(text), 'Polygon').map((polygon) => [
      ...sides(polygon, 'outerBoundaryIs').map(kmlRing),
      ...sides(polygon, 'innerBoundaryIs').map(kmlRing),
    ]),
  gml: (text) =>
    descendants(readXml(text), 'gml:Polygon').map((polygon) => [
      ...sides(polygon, 'gml:exterior').map(gmlRing),
      ...sides(polygon, 'gml:interior').map(gmlRing),
    ]),
}

/** Well-known binary, little-endian: a polygon or several. */
export const readWkb = (bytes: Uint8Array): ReadPolygons => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  const count = (type: number): number => {
    assert.equal(view.getUint8(at), 1)
    assert.equal(view.getUint32(at + 1, true), type)
    at += 9
    return view.getUint32(at - 4, true)
  }
  const ring = (): ReadRing => {
    const positions = view.getUint32(at, true)
    at += 4
    return Array.from({ length: positions }, () => {
      at += 16
      return [view.getFloat64(at - 16, true), view.getFloat64(at - 8, true)] as [number, number]
    })
  }
  const polygon = (): ReadRing[] => Array.from({ length: count(3) }, ring)
  const polygons = view.getUint32(1, true) === 3 ? [polygon()] : Array.from({ length: count(6) }, polygon)
  assert.equal(at, bytes.length)
  return polygons
}

const sides = (polygon: XmlElement, name: string): XmlElement[] =>
  polygon.children.filter((each) => each.name === name)

const kmlRing = (side: XmlElement): ReadRing =>
  child(child(side, 'LinearRing'), 'coordinates')
    .text.split(' ')
    .map((position) => position.split(',').map(Number) as [number, number])

const gmlRing = (side: XmlElement): ReadRing => {
  const numbers = child(child(side, 'gml:LinearRing'), 'gml:posList').text.split(' ').map(Number)
  assert.equal(numbers.length % 2, 0)
  return Array.from({ length: numbers.length / 2 }, (_, index) => [
    numbers[2 * index + 1],
    numbers[2 * index],
  ])
}

/** The outlines of a drawing in its own units, each closed, and the number of degrees in a unit. */
export interface ReadDrawing {
  readonly root: XmlElement
  /** One list of outlines per path. */
  readonly paths: ReadRing[][]
  readonly unitsPerDegreeLon: number
  readonly unitsPerDegreeLat: number
  readonly west: number
  readonly north: number
}

export const readSvg = (text: string): ReadDrawing => {
  const root = readXml(text)
  const { attributes } = descendants(root, 'metes:equirectangular')[0]
  return {
    root,
    paths: descendants(root, 'path').map((path) => readPath(path.attributes.d)),
    unitsPerDegreeLon: Number(attributes['units-per-degree-lon']),
    unitsPerDegreeLat: Number(attributes['units-per-degree-lat']),
    west: Number(attributes.west),
    north: Number(attributes.north),
  }
}

const readPath = (d: string): ReadRing[] => {
  assert.match(d, /^(M[\d. -]+l[\d. -]+z?)*$/, 'moves, relative lines and closings')
  const outlines: ReadRing[] = []
  for (const [, start, steps, closed] of d.matchAll(/M([\d. -]+)l([\d. -]+)(z?)/g)) {
    const [x, y] = numbersOf(start)
    const outline: ReadRing = [[x, y]]
    const deltas = numbersOf(steps)
    assert.equal(deltas.length % 2, 0)
    for (let index = 0; index < deltas.length; index += 2) {
      const [lastX, lastY] = outline[outline.length - 1]
      outline.push([lastX + deltas[index], lastY + deltas[index + 1]])
    }
    if (closed === 'z') outline.push([x, y])
    outlines.push(outline)
  }
  return outlines
}

const numbersOf = (text: string): number[] => (text.match(/-?\d+(\.\d+)?/g) ?? []).map(Number)

/** Square degrees (or square units of a drawing) that the rings enclose; holes are wound the other way. */
export const planarArea = (polygons: ReadPolygons): number =>
  polygons.flat().reduce((sum, ring) => sum + signedArea(ring), 0)

const signedArea = (ring: ReadRing): number => {
  const [lon0, lat0] = ring[0]
  let doubled = 0
  for (let index = 1; index < ring.length; index++) {
    const [lon1, lat1] = ring[index - 1]
    const [lon2, lat2] = ring[index]
    doubled += (lon1 - lon0) * (lat2 - lat0) - (lon2 - lon0) * (lat1 - lat0)
  }
  return doubled / 2
}

export const positionCount = (polygons: ReadPolygons): number =>
  polygons.flat().reduce((sum, ring) => sum + ring.length, 0)
