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
import { openFiles } from '../../src/storage/sql/open-storage.ts'
import { invalidCoverageEdges } from '../support/geos.ts'
import { ringsOfMember } from '../support/rings-of-member.ts'
import { install } from '../support/service.ts'
import { readWholeAtlas } from '../support/whole-atlas.ts'

const expectCoverages = (members: readonly Uint8Array[]): void => {
  const coverage = prepareBlock({ block: { z: 0, x: 0, y: 0 }, members, finestZoom: MAX_ZOOM })
  for (let zoom = 0; zoom <= MAX_ZOOM; zoom++) {
    const drawn = simplifyBlock(coverage, zoom)
    const areas = members.map((_, member) => ringsOfMember(drawn, member))
    assert.equal(invalidCoverageEdges(areas, 1), 0, `zoom ${zoom}`)
    assert.equal(repeatedEdges(areas), 0, `zoom ${zoom}`)
    // From here on every one is larger than the grid.
    if (zoom >= 2)
      assert.ok(
        areas.every(({ coords }) => coords.length >= 6),
        `zoom ${zoom}`,
      )
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
    ({ record }) => record.country === 'US' && record.kind === 'county',
  )
  assert.ok(counties.length > 3_000)
  expectCoverages(counties.map(({ rings }) => encodeRings(rings)))
})

const EXTRACT = fileURLToPath(new URL('../../../shared/data/osm/luxembourg-2018.osm.pbf', import.meta.url))
const skip = existsSync(EXTRACT) ? false : 'the extract luxembourg-2018.osm.pbf is not on this machine'

test('the communes of Luxembourg are a coverage at every zoom', { skip }, async () => {
  const metes = await install()
  const { code, stderr } = await metes.run(['import', EXTRACT, '--no-tiles'])
  assert.equal(code, 0, stderr)
  const storage = await openFiles(metes.dataDir)
  const met = await storage.boundaries.candidatesIn([5, 49, 7, 51])
  const communes = (await storage.boundaries.records(met.map(({ id }) => id))).filter(
    ({ adminLevel, country }) => adminLevel === 8 && country === 'LU',
  )
  assert.equal(communes.length, 102)
  const geometries = await Promise.all(communes.map(({ id }) => storage.boundaries.geometry(id)))
  expectCoverages(geometries.map((geometry) => geometry!.rings))
  await storage.close()
  await metes.remove()
})
