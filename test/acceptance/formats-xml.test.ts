/** Rules of the KML and GML standards beyond well-formed XML. */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { describe, test } from 'node:test'
import { writeSingle } from '../../src/domain/formats/write-single.ts'
import { withFile } from '../support/exported-file.ts'
import { fileOf, SHAPES } from '../support/format-samples.ts'
import { isRequired } from '../support/required.ts'
import { descendants, readXml, type XmlElement } from '../support/xml-reader.ts'

const rootOf = (
  format: 'kml' | 'gml',
  rings = SHAPES['islands on both sides of the antimeridian'],
  name = 'Viti',
): XmlElement => readXml(Buffer.from(writeSingle(format, fileOf(rings, 5, { name }))).toString())

const names = (element: XmlElement): string[] => element.children.map((each) => each.name)

/** The parts of the sequences of OGC 07-147r2 that are used, in their order. */
const KML_SEQUENCES: Readonly<Record<string, readonly string[]>> = {
  kml: ['Document'],
  Document: ['Style', 'Placemark'],
  Style: ['LineStyle', 'PolyStyle'],
  LineStyle: ['color', 'width'],
  PolyStyle: ['color'],
  Placemark: ['name', 'atom:author', 'atom:link', 'styleUrl', 'ExtendedData', 'Polygon', 'MultiGeometry'],
  'atom:author': ['atom:name'],
  ExtendedData: ['Data'],
  Data: ['value'],
  MultiGeometry: ['Polygon'],
  Polygon: ['tessellate', 'outerBoundaryIs', 'innerBoundaryIs'],
  outerBoundaryIs: ['LinearRing'],
  innerBoundaryIs: ['LinearRing'],
  LinearRing: ['coordinates'],
}

const assertSequences = (element: XmlElement): void => {
  const sequence = KML_SEQUENCES[element.name] ?? []
  const places = names(element).map((name) => sequence.indexOf(name))
  assert.ok(!places.includes(-1), `${element.name} holds ${names(element)}, of ${sequence}`)
  assert.deepEqual(
    places,
    places.toSorted((a, b) => a - b),
    `the order in ${element.name}`,
  )
  element.children.forEach(assertSequences)
}

/** The OGC schema itself, where it is: Debian's package pytrainer ships it. */
const SCHEMA = process.env.METES_TEST_KML_SCHEMA ?? '/usr/share/pytrainer/schemas/ogckml22.xsd'
const hasSchema =
  isRequired('kml-schema') || (existsSync(SCHEMA) && spawnSync('xmllint', ['--version']).status === 0)
const noSchema = hasSchema
  ? false
  : `no xmllint, or no KML schema at ${SCHEMA} (METES_TEST_KML_SCHEMA names another place)`

describe('a KML file', () => {
  for (const [name, rings] of Object.entries(SHAPES)) {
    test(`of ${name} has its elements in the order of the standard`, () => {
      const root = rootOf('kml', rings)
      assert.equal(root.attributes.xmlns, 'http://www.opengis.net/kml/2.2')
      assertSequences(root)
    })

    test(`of ${name} is valid by the schema of the standard`, { skip: noSchema }, () =>
      withFile('kml', fileOf(rings, 5, { name: 'A <b> & "c"' }), (path) => {
        execFileSync('xmllint', ['--noout', '--nonet', '--schema', SCHEMA, path], { stdio: 'pipe' })
      }),
    )
  }

  test('lies on the ground, and has its attribution where Google Earth shows it', () => {
    const root = rootOf('kml')
    assert.equal(descendants(root, 'altitudeMode').length, 0)
    assert.equal(descendants(root, 'tessellate')[0].text, '1')
    assert.equal(descendants(root, 'atom:name')[0].text, '© OpenStreetMap contributors, ODbL 1.0')
    assert.equal(
      descendants(root, 'atom:link')[0].attributes.href,
      'https://www.openstreetmap.org/relation/571747',
    )
  })

  test('carries the known properties of the boundary, and omits the unknown', () => {
    const data = descendants(rootOf('kml'), 'Data').map((each) => [
      each.attributes.name,
      each.children[0].text,
    ])
    assert.deepEqual(Object.fromEntries(data), {
      id: 'r571747',
      kind: 'country',
      admin_level: '2',
      iso: 'FJ',
      population: '884887',
      area_km2: '18274.5',
      detail: 'medium',
      attribution: '© OpenStreetMap contributors, ODbL 1.0',
      source_url: 'https://www.openstreetmap.org/relation/571747',
      source_version: '7',
    })
  })

  test('never lets a name become HTML in a balloon', () => {
    assert.equal(descendants(rootOf('kml', SHAPES.square, '<script>'), 'description').length, 0)
  })
})

describe('a GML file', () => {
  test('names its reference system by URN, and so has latitude first', () => {
    const root = rootOf('gml', SHAPES.square)
    const surface = descendants(root, 'gml:MultiSurface')[0]
    assert.equal(surface.attributes.srsName, 'urn:ogc:def:crs:EPSG::4326')
    assert.equal(surface.attributes.srsDimension, '2')
    assert.equal(
      descendants(root, 'gml:posList')[0].text,
      '49.5 5.12346 49.5 6.5 50.25 6.5 50.25 5.12346 49.5 5.12346',
    )
  })

  test('is in the namespace of GML 3.2, with an id on every object, each once and an NCName', () => {
    const root = rootOf('gml', SHAPES['many islands'])
    assert.equal(root.attributes['xmlns:gml'], 'http://www.opengis.net/gml/3.2')
    const identified = ['metes:Boundary', 'gml:MultiSurface', 'gml:Polygon'].flatMap((name) =>
      descendants(root, name),
    )
    const ids = [root, ...identified].map((element) => element.attributes['gml:id'])
    assert.equal(ids.length, 3 + 40)
    assert.equal(new Set(ids).size, ids.length)
    for (const id of ids) assert.match(id, /^[A-Za-z_][\w.-]*$/)
  })

  test('of a boundary identified by a code has valid XML ids', () => {
    const file = fileOf(SHAPES.square, 5)
    const root = readXml(
      Buffer.from(writeSingle('gml', { ...file, feature: { ...file.feature, id: 'iso:FR-75' } })).toString(),
    )
    assert.equal(descendants(root, 'metes:Boundary')[0].attributes['gml:id'], 'iso_FR-75')
    assert.equal(descendants(root, 'metes:id')[0].text, 'iso:FR-75')
  })

  test('has an exterior before its interiors', () => {
    const polygon = descendants(rootOf('gml', SHAPES['a land with holes']), 'gml:Polygon')[0]
    assert.deepEqual(names(polygon), ['gml:exterior', 'gml:interior', 'gml:interior'])
  })
})
