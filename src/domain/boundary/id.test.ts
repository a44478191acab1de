import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonicalId, parseBoundaryReference } from './id.ts'

const canonical = (text: string): string => {
  const reference = parseBoundaryReference(text)
  return 'problem' in reference ? `problem: ${reference.problem}` : canonicalId(reference)
}

/** Every accepted form of some ids. */
const FORMS: readonly [canonical: string, forms: readonly string[]][] = [
  [
    'r51477',
    [
      'r51477',
      'R51477',
      ' r51477 ',
      'relation/51477',
      'Relation/51477',
      '-51477',
      '3600051477',
      'https://www.openstreetmap.org/relation/51477',
      'http://openstreetmap.org/relation/51477/',
      'https://www.openstreetmap.org/relation/51477/history',
      'https://www.openstreetmap.org/relation/51477#map=5/51.33/10.45',
      'https://openstreetmap.org/relation/51477?locale=de#map=5/51/10&layers=N',
      'https://osm.org/relation/51477',
      'https://m.openstreetmap.org/relation/51477',
      'HTTPS://WWW.OPENSTREETMAP.ORG/RELATION/51477',
      'www.openstreetmap.org/relation/51477',
      'https://www.openstreetmap.org/browse/relation/51477',
      'https://api.openstreetmap.org/api/0.6/relation/51477/full',
      'https://www.openstreetmap.org/?relation=51477#map=5/51/10',
    ],
  ],
  [
    'w400014249',
    [
      'w400014249',
      'W400014249',
      'way/400014249',
      '2800014249',
      'https://www.openstreetmap.org/way/400014249',
    ],
  ],
  [
    'wikidata:Q64',
    [
      'wikidata:Q64',
      'WIKIDATA:q64',
      'wd:Q64',
      'Q64',
      'q64',
      'https://www.wikidata.org/wiki/Q64',
      'http://www.wikidata.org/entity/Q64',
    ],
  ],
  ['iso:DE-BE', ['iso:DE-BE', 'iso:de-be', 'ISO:De-Be', 'DE-BE', 'de-be', 'iso:DEU-BE']],
  ['iso:FR', ['iso:FR', 'iso:fr', 'iso:FRA', 'FR', 'fra']],
  ['iso:GB', ['GB', 'GBR', 'UK', 'uk', 'iso:UK']],
  ['iso:GR', ['GR', 'EL', 'iso:EL']],
  ['iso:FR-75C', ['iso:FR-75C']],
  ['fips:06037', ['fips:06037', 'FIPS:06037']],
  ['nuts:DE212', ['nuts:DE212', 'NUTS:de212']],
  ['nuts:DE2', ['nuts:de2']],
  [
    'geonames:3077311',
    [
      'geonames:3077311',
      'GeoNames:3077311',
      'https://www.geonames.org/3077311/czechia.html',
      'sws.geonames.org/3077311/',
    ],
  ],
]

for (const [expected, forms] of FORMS) {
  for (const form of forms) test(`${form} is ${expected}`, () => assert.equal(canonical(form), expected))
}

/** Every refused form, and the reason shown to the caller. */
const REFUSED: readonly [text: string, says: RegExp][] = [
  ['', /empty/],
  ['   ', /empty/],
  ['n240109189', /Node 240109189 has no area/],
  ['node/240109189', /Node 240109189 has no area/],
  ['https://www.openstreetmap.org/node/240109189', /Node 240109189 has no area/],
  ['51477', /Write r51477 for the relation or w51477 for the way/],
  ['r0', /not the number of an OpenStreetMap object/],
  ['r999999999999999999', /not the number of an OpenStreetMap object/],
  ['3600000000', /not the number of an OpenStreetMap object/],
  ['r12a', /is not a boundary id/],
  ['relation/', /is not a boundary id/],
  ['Berlin', /is not a boundary id/],
  ['Q0', /is not a boundary id/],
  ['wikidata:P17', /is not a boundary id/],
  ['iso:', /ISO 3166-1 code of a country/],
  ['iso:XYZ', /not an ISO 3166 code/],
  ['iso:DE-BERLIN', /ISO 3166-2/],
  ['fips:6037', /is not a boundary id/],
  ['nuts:DE', /is not a boundary id/],
  ['nuts:DE2121', /is not a boundary id/],
  ['geonames:0123', /is not a boundary id/],
  ['geonames:Praha', /is not a boundary id/],
  ['https://example.org/relation/51477', /is not a boundary id/],
  ['https://openstreetmap.org.evil.example/relation/51477', /is not a boundary id/],
  ["r1'; drop table boundary; --", /is not a boundary id/],
  [`r${'1'.repeat(200)}`, /201 characters/],
]

for (const [text, says] of REFUSED) {
  test(`"${text.slice(0, 60)}" is refused with a reason`, () => assert.match(canonical(text), says))
}
