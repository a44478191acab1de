/** Files of an import that are hard to read, by their size. */
import { boundary } from '../../test/support/drawn-map.ts'
import { HOSTILE_SHAPES } from '../../test/support/hostile-ways.ts'
import {
  blob,
  concat,
  headerBlock,
  type MapSpec,
  type NodeSpec,
  type RelationSpec,
  writePbf,
} from '../../test/support/pbf-writer.ts'
import { seededRandom } from '../../test/support/shapes.ts'

const UNITS = 1e7
const EMPTY_GROUP = [2 * 8 + 2, 0]

interface ImportInput {
  readonly smallest: number
  readonly file: (size: number) => Uint8Array
  /** Imported before, without being measured. */
  readonly before?: (size: number) => Uint8Array
}

const range = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

/** Id of the way around all others. */
const COUNTRY = 1_000_000
const AROUND_ALL = { lon: -45, lat: 25, side: 60 }

/** Places of squares that lie beside one another. */
const placeOf = (id: number) => ({
  lon: -40 + 0.2 * (id % 100),
  lat: 30 + 0.2 * Math.floor(id / 100),
  side: 0.1,
})

/** A square as way `id`, with its nodes. */
const square = (
  id: number,
  { lon, lat, side } = placeOf(id),
): { readonly nodes: readonly NodeSpec[]; readonly way: MapSpec['ways'] } => {
  const corners = [
    [0, 0],
    [side, 0],
    [side, side],
    [0, side],
  ]
  const nodes = corners.map(([x, y], corner) => ({ id: 4 * id + corner, lon: lon + x, lat: lat + y }))
  const [first] = nodes
  return { nodes, way: [{ id, nodes: [...nodes.map((node) => node.id), first.id] }] }
}

const squares = (count: number, relations: readonly RelationSpec[]): Uint8Array => {
  const drawn = [...range(count, (index) => square(index + 1)), square(COUNTRY, AROUND_ALL)]
  return writePbf({
    nodes: drawn.flatMap(({ nodes }) => nodes),
    ways: drawn.flatMap(({ way }) => way ?? []),
    relations,
  })
}

const closedWay = (
  positions: readonly (readonly [lon: number, lat: number])[],
  tags: Readonly<Record<string, string>> = {},
  relations: readonly RelationSpec[] = [boundary(1, 'Ring', 8, [1])],
): Uint8Array =>
  writePbf({
    nodes: positions.map(([lon, lat], index) => ({ id: index + 1, lon, lat })),
    ways: [{ id: 1, nodes: [...positions.keys(), 0].map((index) => index + 1), tags }],
    relations,
  })

const circle = (size: number) =>
  range(size, (index): readonly [number, number] => {
    const angle = (2 * Math.PI * index) / size
    return [-30 + 5 * Math.cos(angle), 40 + 5 * Math.sin(angle)]
  })

const randomly = (size: number, degrees: number) => {
  const random = seededRandom(1)
  return range(size, (): readonly [number, number] => [-30 + degrees * random(), 40 + degrees * random()])
}

const lines = (size: number, shape: keyof typeof HOSTILE_SHAPES): Uint8Array => {
  const drawn = HOSTILE_SHAPES[shape](size, seededRandom(1))
  const ids = new Map<string, number>()
  const nodes: NodeSpec[] = []
  const ways = drawn.map((line, way) => ({
    id: way + 1,
    nodes: range(line.length / 2, (index) => {
      const [x, y] = [line[2 * index], line[2 * index + 1]]
      const known = ids.get(`${x} ${y}`)
      if (known !== undefined) return known
      ids.set(`${x} ${y}`, ids.size + 1)
      nodes.push({ id: ids.size, lon: x / UNITS, lat: y / UNITS })
      return ids.size
    }),
  }))
  const ofAll = boundary(
    1,
    'Ways',
    8,
    ways.map(({ id }) => id),
  )
  return writePbf({ nodes, ways, relations: [ofAll] })
}

const townsOnOneWay = (first: number, size: number, level: number): Uint8Array =>
  squares(
    1,
    range(size, (index) => boundary(first + index, `Town ${index}`, level, [1])),
  )

/** Diamonds, the land of every second one on its other side. */
const nest = (size: number): Uint8Array => {
  const corners = [
    [-1, 0],
    [0, -1],
    [1, 0],
    [0, 1],
  ]
  const shores = range(size, (shore) =>
    (shore % 2 === 0 ? corners : corners.toReversed()).map(([x, y], corner) => ({
      id: 4 * shore + corner + 1,
      lon: -30 + (x * (shore + 1)) / 1e6,
      lat: 40 + (y * (shore + 1)) / 1e6,
    })),
  )
  const ways = shores.map((nodes, shore) => ({
    id: shore + 1,
    nodes: [...nodes, nodes[0]].map(({ id }) => id),
    tags: { natural: 'coastline' },
  }))
  return writePbf({ nodes: shores.flat(), ways, relations: [] })
}

export const IMPORT_INPUTS: Readonly<Record<string, ImportInput>> = {
  'positions in a way': { smallest: 40_000, file: (size) => closedWay(circle(size)) },
  'positions of a way that crosses itself': { smallest: 1_250, file: (size) => closedWay(randomly(size, 8)) },
  'positions of a coastline': {
    smallest: 5_000,
    file: (size) => closedWay(circle(size), { natural: 'coastline' }, []),
  },
  'positions of a coastline that crosses itself': {
    smallest: 1_250,
    file: (size) => closedWay(randomly(size, 8), { natural: 'coastline' }, []),
  },
  'positions of a small coastline that crosses itself': {
    smallest: 1_250,
    file: (size) => closedWay(randomly(size, 0.02), { natural: 'coastline' }, []),
  },
  'relations on a way': {
    smallest: 625,
    file: (size) =>
      squares(
        1,
        range(size, (index) => boundary(index + 1, `Town ${index}`, 2 + (index % 10), [1])),
      ),
  },
  'equal members': {
    smallest: 31_250,
    file: (size) =>
      squares(1, [
        boundary(
          1,
          'Town',
          8,
          range(size, () => 1),
        ),
      ]),
  },
  'different members': {
    smallest: 6_250,
    file: (size) =>
      squares(1, [
        boundary(
          1,
          'Town',
          8,
          range(size, (index) => index + 1),
        ),
      ]),
  },
  'islands in lakes in islands': { smallest: 312, file: nest },
  'boundaries along a way that is as long': {
    smallest: 312,
    file: (size) =>
      closedWay(
        circle(size),
        {},
        range(size, (index) => boundary(index + 1, `Town ${index}`, 8, [1])),
      ),
  },
  'boundaries that contain a relation as large': {
    smallest: 312,
    file: (size) => {
      const large = boundary(
        COUNTRY,
        'Large',
        8,
        range(size, (index) => index + 1),
      )
      const outer = range(size, (index): RelationSpec => {
        const { tags } = boundary(index + 1, `Town ${index}`, 8, [])
        return { id: index + 1, tags, members: [['r', COUNTRY, '']] }
      })
      return squares(size, [...outer, large])
    },
  },
  'boundaries on one way, imported again': {
    smallest: 156,
    before: (size) => townsOnOneWay(1, size, 8),
    file: (size) => townsOnOneWay(1, size, 8),
  },
  'boundaries where as many others are': {
    smallest: 156,
    before: (size) => townsOnOneWay(1, size, 6),
    file: (size) => townsOnOneWay(COUNTRY, size, 8),
  },
  names: {
    smallest: 1_250,
    file: (size) => {
      const names = Object.fromEntries(range(size, (index) => [`alt_name:a${index}`, `Town ${index}`]))
      return squares(1, [boundary(1, 'Town', 8, [1], names)])
    },
  },
  children: {
    smallest: 625,
    file: (size) => {
      const towns = range(size, (index) => boundary(index + 1, `Town ${index}`, 8, [index + 1]))
      return squares(size, [...towns, boundary(COUNTRY, 'Country', 2, [COUNTRY])])
    },
  },
  parts: { smallest: 1_250, file: (size) => lines(3 * size, 'tiny rings') },
  'empty groups': {
    smallest: 500_000,
    file: (size) => {
      const groups = new Uint8Array(2 * size).map((_, at) => EMPTY_GROUP[at % 2])
      return concat([blob('OSMHeader', headerBlock({})), blob('OSMData', groups)])
    },
  },
}
