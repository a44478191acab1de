/** The order of a list, its capitals and its layout never change its land; some orders are refused, as "Portugal, Ontario and Ohio" may be a town in Ohio. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { casesOf } from '../cases.ts'
import { suiteAreaWorld } from '../support/area-world.ts'
import { Random } from './clauses/random.ts'
import { landOf } from './land-of.ts'

const world = suiteAreaWorld()

/** Countries and states, some of which share a name. */
const NAMES = [
  ...['Georgia', 'Florida', 'Maine', 'Ohio', 'Washington', 'New York', 'Montana', 'Victoria', 'Punjab'],
  ...['Luxembourg', 'Mexico', 'Niger', 'Ireland', 'Jordan', 'Lebanon', 'Peru', 'Cuba', 'Malta', 'Chad'],
  ...['Spain', 'Portugal', 'France', 'Belgium', 'Bavaria', 'Saxony', 'Tuscany', 'Galicia', 'Limburg'],
  ...['Ontario', 'Quebec', 'Armenia', 'Azerbaijan', 'Alabama', 'Iowa', 'Kenya', 'Nairobi', 'Hesse'],
]

const listed = (names: readonly string[]): string => `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

const CHANGES: Readonly<Record<string, (names: readonly string[], random: Random) => string>> = {
  shuffled: (names, random) => listed(random.shuffled(names)),
  'in bullets': (names) => names.map((name) => `- ${name}`).join('\n'),
  'in lines': (names) => names.join('\n'),
  numbered: (names) => names.map((name, at) => `${at + 1}. ${name}`).join('\n'),
  'in capitals': (names) => listed(names).toUpperCase(),
  'with semicolons': (names) => names.join('; '),
  'as a definition': (names) => `"Territory" means ${listed(names)}.`,
  'with spaces': (names) => listed(names).replaceAll(' ', '  '),
}

test('no change of a list that keeps its names changes the land', async () => {
  const random = new Random(20_261_129)
  const changed: string[] = []
  for (let at = 0; at < casesOf('lists that are changed'); at++) {
    const names = random.sample(NAMES, random.between(2, 5))
    const texts = [listed(names), ...Object.values(CHANGES).map((change) => change(names, random))]
    const lands = new Map<string, string>()
    for (const text of texts) {
      const land = await landOf(world.planner, text)
      if (land !== null) lands.set(land, text)
    }
    if (lands.size > 1) changed.push([...lands].map(([land, text]) => `${text}: ${land}`).join('\n'))
  }
  assert.deepEqual(changed, [])
})
