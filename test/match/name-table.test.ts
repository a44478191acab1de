/** The table of all names finds what a comparison with each name finds. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { foldName } from '../../src/domain/catalog/fold.ts'
import { foldedNames } from '../../src/domain/catalog/folded-name-cache.ts'
import { editDistance } from '../../src/util/edit-distance.ts'
import { seededRandom } from '../support/shapes.ts'
import { atlasMatcher } from './atlas-matcher.ts'

suite('names with typing errors', () => {
  const world = atlasMatcher()

  test('are within their number of errors, and no boundary is left out', async () => {
    const { records, table } = world
    const known = await table()
    const random = seededRandom(4)
    for (let round = 0; round < 40; round++) {
      const { name, country } = records[Math.floor(random() * records.length)]
      const folded = foldName(name)
      const cut = Math.floor(random() * folded.length)
      const wanted = `${folded.slice(0, cut)}${'x'.repeat(Math.floor(random() * 2))}${folded.slice(cut + 1)}`
      const errors = 1 + Math.floor(random() * 2)
      const countries = random() < 0.5 || country === null ? [] : [country]
      const near = new Map(known.near([wanted], errors, countries).map((each) => [each.id, each.errors]))
      for (const record of records) {
        if (countries.length > 0 && record.country !== country) continue
        const least = Math.min(...[...foldedNames(record)].map((each) => editDistance(each, wanted, errors)))
        if (least <= errors)
          assert.ok((near.get(record.id) ?? Number.NaN) <= least, `${wanted}: ${record.id}`)
      }
      for (const count of near.values()) assert.ok(count <= errors)
    }
  })
})
