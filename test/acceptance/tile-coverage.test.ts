/** Whole levels at every zoom of the tiles, judged by GEOS. */

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { encodeRings } from '../../src/domain/geometry/codec.ts'
import { ringPart } from '../../src/domain/geometry/parts.ts'
import type { Rings } from '../../src/domain/geometry/rings.ts'
import { prepareBlock } from '../../src/domain/tiles/block.ts'
import { MAX_ZOOM } from '../../src/domain/tiles/tile-grid.ts'
import { simplifyBlock } from '../../src/domain/tiles/zoom-coverage.ts'
import { openSqliteFiles } from '../../src/storage/sql/open-storage.ts'
import { casesOf } from '../cases.ts'
import { invalidCoverageEdges } from '../support/geos.ts'
import { ringsOfMember } from '../support/rings-of-member.ts'
import { install } from '../support/service.ts'
import { readWholeAtlas } from '../support/whole-atlas.ts'

interface Member {
  readonly rings: Uint8Array
  /** From this zoom on it is larger than the grid. */
  readonly shownFrom: number
}

const expectCoverages = (members: readonly Member[]): void => {
  const coverage = prepareBlock({
    block: { z: 0, x: 0, y: 0 },
    members: members.map(({ rings }) => rings),
    finestZoom: MAX_ZOOM,
  })
  for (let zoom = 0; zoom <= MAX_ZOOM; zoom++) {
    const drawn = simplifyBlock(coverage, zoom)
    const areas = members.map((_, member) => ringsOfMember(drawn, member))
    assert.equal(invalidCoverageEdges(areas, 1), 0, `zoom ${zoom}`)
    assert.equal(repeatedEdges(areas), 0, `zoom ${zoom}`)
    const isShown = ({ coords }: Rings, member: number) =>
      coords.length >= 6 || zoom < members[member].shownFrom
    assert.ok(areas.every(isShown), `zoom ${zoom}`)
  }
}

/** Edges that two rings pass in the same direction: both would have their inside on the same side. */
const repeatedEdges = (areas: readonly Rings[]): number => {
  const seen = new Set<string>()
  let edges = 0
  for (const rings of areas)
    for (let ring = 0; ring < rings.ringEnds.length; ring++) {
      const part = ringPart(rings, ring)
      for (let at = 0; at < part.length; at += 2, edges++) {
        const next = (at + 2) % part.length
        seen.add(`${part[at]} ${part[at + 1]} ${part[next]} ${part[next + 1]}`)
      }
    }
  return edges - seen.size
}

test('the counties of the United States are a coverage at every zoom', async () => {
  const counties = (await readWholeAtlas()).filter(
    ({ record }) => record.country === 'US' && record.adminLevel === 6,
  )
  // 3,100 counties, and 40 cities that belong to none: the smallest is Falls Church, 5 km².
  assert.equal(counties.length, 3_140)
  expectCoverages(
    counties.slice(0, casesOf('counties that tiles show')).map(({ rings, record }) => ({
      rings: encodeRings(rings),
      shownFrom: record.kind === 'county' ? 2 : 4,
    })),
  )
})

const EXTRACT = fileURLToPath(new URL('../../../shared/data/osm/luxembourg-2018.osm.pbf', import.meta.url))
const skip = existsSync(EXTRACT) ? false : 'the extract luxembourg-2018.osm.pbf is not on this machine'

test('the cantons and the communes of Luxembourg are coverages at every zoom', { skip }, async () => {
  const metes = await install()
  const { code, stderr } = await metes.run(['import', EXTRACT, '--no-tiles'])
  assert.equal(code, 0, stderr)
  const storage = await openSqliteFiles(metes.dataDir)
  const met = await storage.boundaries.candidatesIn([5, 49, 7, 51])
  const records = await storage.boundaries.records(met.map(({ id }) => id))
  // Twelve cantons, and the condominium with Germany, which is as narrow as its rivers.
  for (const [level, count] of [
    [6, 13],
    [8, 102],
  ]) {
    const members = records.filter(({ adminLevel, country }) => adminLevel === level && country === 'LU')
    assert.equal(members.length, count)
    const geometries = await Promise.all(members.map(({ id }) => storage.boundaries.geometry(id)))
    expectCoverages(
      geometries.map((geometry, i) => ({
        rings: geometry!.rings,
        shownFrom: members[i].name.startsWith('Condominium') ? 9 : 2,
      })),
    )
  }
  await storage.close()
  await metes.remove()
})
