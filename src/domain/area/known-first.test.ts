import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { boundary } from '../../../test/support/boundary-entries.ts'
import { SERVICE } from '../../util/work-owner.ts'
import { isAsSureAs, type Standing } from '../catalog/standing.ts'
import { createKnownFirstPlanner, createKnownFirstValidator, type KnownFirstCatalog } from './known-first.ts'
import type { AreaPlan } from './plan.ts'
import type { CatalogFor, Planned, Planner } from './ports.ts'

interface Place {
  readonly name: string
  readonly standing: Standing
}

/** A catalog of places, and a planner of descriptions that list their names; it counts its turns. */
const worldOf = (...places: readonly Place[]) => {
  const all = places.map(({ name, standing }, at) => ({
    standing,
    ...boundary({ id: `r${at + 1}`, name }),
  }))
  const asked = { turns: 0, has: 0 }
  const catalog = {
    search: async ({ text, least = 'fetched' }) =>
      all
        .filter(({ record, standing }) => record.name === text && isAsSureAs(standing, least))
        .map(({ record }) => ({ record, matchedName: record.name, match: 'exact' as const })),
    children: async () => ({ adminLevel: 8, children: all.map(({ record }) => record), notes: [] }),
    standings: async (boundaries) =>
      boundaries.map(({ id }) => all.find(({ record }) => record.id === id)!.standing),
    has: async (standing) => {
      asked.has++
      return places.some((place) => place.standing === standing)
    },
  } as Partial<KnownFirstCatalog> as KnownFirstCatalog
  const search = async (amongFor: CatalogFor, text: string) =>
    (
      await amongFor(SERVICE).search({
        text,
        countries: [],
        kind: null,
        adminLevel: null,
        near: null,
        limit: 5,
      })
    ).map(({ record }) => record)
  const plannerOver = (among: CatalogFor): Planner => ({
    plan: async ({ text }): Promise<Planned> => {
      asked.turns++
      const found = await Promise.all(
        text.split(' and ').map(async (name) => ({ name, senses: await search(among, name) })),
      )
      const unmapped = found.flatMap(({ name, senses }) =>
        senses.length === 1
          ? []
          : senses.length === 0
            ? [{ text: name, reason: 'Unknown.', candidates: [], isMissingHere: true as const }]
            : [{ text: name, reason: 'Ambiguous.', candidates: senses }],
      )
      const parts = found.map(({ name, senses: [sense] }) => ({
        text: name,
        boundary: sense,
        reason: '',
        except: [],
      }))
      return unmapped.length > 0
        ? { ok: false, unmapped, notes: [] }
        : { ok: true, plan: { parts, notes: [] }, planner: 'rules' }
    },
  })
  const planner = createKnownFirstPlanner({ catalogFor: () => catalog, plannerOver })
  return {
    asked,
    catalog,
    search,
    plan: async (text: string) => shown(await planner.plan({ text, country: null, seed: null })),
  }
}

const shown = (planned: Planned): string =>
  planned.ok
    ? planned.plan.parts.map(({ boundary: { id } }) => id).join(' ')
    : planned.unmapped.map(({ text, reason }) => `${text}: ${reason}`).join(' ')

const GERMANY: Place = { name: 'Germany', standing: 'confirmed' }
const fetched = (name: string): Place => ({ name, standing: 'fetched' })
const imported = (name: string): Place => ({ name, standing: 'imported' })

describe('planning with known boundaries first', () => {
  test('is one turn for a description of known names, whatever else has them', async () => {
    const { plan, asked } = worldOf(GERMANY, fetched('Germany'), imported('Germany'))
    assert.equal(await plan('Germany'), 'r1')
    assert.deepEqual(asked, { turns: 1, has: 0 })
  })

  test('is one turn for a refused description where nothing else is known', async () => {
    const { plan, asked } = worldOf(GERMANY, { ...GERMANY })
    assert.equal(await plan('Germany and Atlantis'), 'Germany: Ambiguous. Atlantis: Unknown.')
    assert.equal(asked.turns, 1)
  })

  test('looks up among fetched objects only what is missing', async () => {
    const { plan, asked } = worldOf(GERMANY, fetched('Germany'), fetched('Eugene'))
    assert.equal(await plan('Germany and Eugene'), 'r1 r3')
    assert.equal(asked.turns, 2)
  })

  test('looks up nothing among fetched objects if nothing is missing', async () => {
    const { plan, asked } = worldOf(GERMANY, { ...GERMANY }, fetched('Eugene'))
    assert.equal(await plan('Germany'), 'Germany: Ambiguous.')
    assert.equal(asked.turns, 1)
  })

  test('finds a missing name by its base form, and no other name of the description', async () => {
    const { catalog } = worldOf(fetched('Praha'), fetched('Brno'), fetched('Vaduz'))
    const found: string[] = []
    const planner = createKnownFirstPlanner({
      catalogFor: () => catalog,
      plannerOver: (among) => ({
        plan: async (): Promise<Planned> => {
          const { search } = worldOf()
          for (const name of ['Praha', 'Brno', 'Vaduz'])
            found.push(...(await search(among, name)).map((record) => record.name))
          return {
            ok: false,
            unmapped: ['v Prahách', 'Vad'].map((text) => ({
              text,
              reason: '',
              candidates: [],
              isMissingHere: true,
            })),
            notes: [],
          }
        },
      }),
    })
    await planner.plan({ text: 'v Prahách, Brno, Vad', country: null, seed: null })
    assert.deepEqual(found, ['Praha'])
  })

  test('gives imports their turn for every refused description, and before fetched objects', async () => {
    const { plan } = worldOf(GERMANY, { ...GERMANY }, imported('Salem'), fetched('Salem'), imported('Bend'))
    assert.equal(await plan('Salem'), 'r3')
    assert.equal(await plan('Bend and Germany'), 'Germany: Ambiguous.')
  })

  test('tells the refusal that no fetched object has changed, while a place is missing', async () => {
    const { plan } = worldOf(GERMANY, fetched('Eugene'), fetched('Eugene'))
    assert.equal(await plan('Eugene and Atlantis'), 'Eugene: Unknown. Atlantis: Unknown.')
    assert.equal(await plan('Germany and Eugene'), 'Eugene: Ambiguous.')
  })

  test('counts no subdivisions that a stranger may have drawn', async () => {
    const { catalog } = worldOf(GERMANY, imported('A'), fetched('B'))
    const counts: number[] = []
    const planner = createKnownFirstPlanner({
      catalogFor: () => catalog,
      plannerOver: (among) => ({
        plan: async () => {
          const { children } = await among(SERVICE).children(boundary({ id: 'r9', name: 'X' }).record, null)
          counts.push(children.length)
          return { ok: false, unmapped: [], notes: [] }
        },
      }),
    })
    await planner.plan({ text: 'the 2 parts of X', country: null, seed: null })
    assert.deepEqual(counts, [1, 2])
  })
})

describe('validation with known boundaries first', () => {
  const planOf = (name: string): AreaPlan => ({
    parts: [{ text: name, boundary: boundary({ id: 'r1', name }).record, reason: '', except: [] }],
    notes: [],
  })
  const validating = (...places: readonly Place[]) => {
    const { catalog, search } = worldOf(...places)
    const validate = createKnownFirstValidator({
      catalogFor: () => catalog,
      validatorOver:
        (among) =>
        async (_, { parts }) => {
          const breaches = []
          for (const { text } of parts) {
            const found = (await search(among, text)).length
            if (found !== 1) breaches.push({ text, reason: String(found), candidates: [] })
          }
          return breaches
        },
    })
    return async (name: string) =>
      (await validate({ text: name, country: null, seed: null }, planOf(name), SERVICE)).map(
        ({ reason }) => reason,
      )
  }

  test('a plan of known names is valid, whatever else has them', async () => {
    const validate = validating(GERMANY, fetched('Germany'), imported('Germany'))
    assert.deepEqual(await validate('Germany'), [])
  })

  test('a plan of other places is valid if they have their turn', async () => {
    const validate = validating(imported('Salem'), fetched('Eugene'))
    assert.deepEqual([await validate('Salem'), await validate('Eugene')], [[], []])
  })

  test('of an invalid plan the breaches among known boundaries are told', async () => {
    const validate = validating(GERMANY, fetched('Eugene'), fetched('Eugene'))
    assert.deepEqual([await validate('Eugene'), await validate('Atlantis')], [['0'], ['0']])
  })
})
