/** Random histories of imports and removals, compared with a model that only knows which import had which boundary last. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { OlderDataError } from '../../src/domain/catalog/older-data.ts'
import type { ImportRecord } from '../../src/domain/catalog/ports.ts'
import { casesOf } from '../cases.ts'
import { boundary, stream } from '../support/boundary-entries.ts'
import { sqliteDatabase } from '../support/databases.ts'

type Step =
  | {
      readonly do: 'import'
      readonly ids: readonly number[]
      readonly year: number | null
      readonly covers: boolean
      readonly older: boolean
    }
  | { readonly do: 'remove'; readonly pick: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('import' as const),
      ids: fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { maxLength: 6 }),
      year: fc.option(fc.integer({ min: 2015, max: 2018 })),
      covers: fc.boolean(),
      older: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), pick: fc.nat(5) }) },
)

/** For one boundary: the last import with it, and the state of the map in that file. */
interface Owned {
  readonly file: string
  readonly year: number | null
}

const entryOf = (id: number, year: number | null) =>
  boundary({
    id: `r${id}`,
    name: `Place ${id} in ${year}`,
    country: 'XX',
    names: { de: `Ort ${year}`, [`x-${id}`]: 'here' },
    source: { version: null, timestamp: null },
    ...(id % 2 === 0 ? { supersedes: [`iso:XX-${id}`] } : {}),
  })

test('after any sequence of imports and removals each boundary belongs to the last import with it, and older data never win unless requested', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      const database = await sqliteDatabase()
      const storage = await database.open()
      const store = storage.boundaries
      let owned = new Map<number, Owned>()
      try {
        for (const [at, each] of steps.entries()) {
          const listed: readonly ImportRecord[] = await store.imports()
          if (each.do === 'remove') {
            const gone = listed[each.pick]
            if (gone === undefined) continue
            await store.removeImport(gone.id)
            owned = new Map([...owned].filter(([, { file }]) => file !== gone.file))
          } else {
            const { ids, year, older } = each
            // A file covers a country by its boundaries there.
            const covers = each.covers && ids.length > 0
            const covering = listed.filter(({ coveredCountries }) => coveredCountries.length > 0)
            const newer = [
              ...ids.flatMap((id) => owned.get(id)?.year ?? []),
              ...(ids.length > 0
                ? covering.map(({ dataTimestamp }) => Number(dataTimestamp?.slice(0, 4) ?? 0))
                : []),
            ].some((known) => year !== null && known > year)
            const file = `${at}.osm.pbf`
            const taken = store.replace(stream(ids.map((id) => entryOf(id, year))), {
              origin: 'extract',
              coveredCountries: covers ? ['XX'] : [],
              import: {
                file,
                importedAt: '2026-01-02T03:04:05Z',
                dataTimestamp: year === null ? null : `${year}-01-01T00:00:00Z`,
              },
              allowOlder: older,
            })
            if (newer && !older) await assert.rejects(taken, OlderDataError)
            else {
              await taken
              if (covers) owned = new Map()
              for (const id of ids) owned.set(id, { file, year })
            }
          }
          const counts = Map.groupBy(owned.values(), ({ file }) => file)
          const now = await store.imports()
          assert.deepEqual(
            new Map(now.map(({ file, boundaries }) => [file, boundaries])),
            new Map([...counts].map(([file, all]) => [file, all.length] as const)),
          )
          const all = await store.records([1, 2, 3, 4, 5, 6].map((id) => `r${id}` as never))
          assert.deepEqual(
            new Map(all.map(({ id, name }) => [id as string, name])),
            new Map([...owned].map(([id, { year }]) => [`r${id}`, `Place ${id} in ${year}`])),
          )
          const { superseded, coveredCountries } = await store.overrides()
          for (const id of [2, 4, 6]) {
            const there = owned.has(id)
            assert.equal(superseded.get(`iso:XX-${id}` as never), there ? `r${id}` : undefined)
            assert.equal(
              superseded.has(`r${id}` as never) && there,
              false,
              'nothing stands in for what is there',
            )
          }
          if (now.some((each) => each.coveredCountries.length > 0))
            assert.deepEqual([...coveredCountries], ['XX'])
          if (now.length === 0) assert.deepEqual([...coveredCountries], [])
        }
      } finally {
        await storage.close()
        await database.remove()
      }
    }),
    { seed: 85, numRuns: casesOf('histories of imports') },
  )
})
