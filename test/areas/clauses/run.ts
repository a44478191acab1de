/**
 * Plans generated clauses with the rules and counts what is right, refused and wrong:
 * `node test/areas/clauses/run.ts [--seed N] [--count N] [--show K] [--shape TEXT] [--trait TEXT] [--mutations]
 * [--part 1/4]`.
 * `--show` is how many examples of each shape are printed. `--trait 'bystander: none'` plans only clauses with that trait,
 * `--part 1/4` only one of four, so that four processes share the work.
 */
import { parseArgs } from 'node:util'
import { openAreaWorld } from '../../support/area-world.ts'
import { generateClauses } from './generate.ts'
import { Judge, type Verdict } from './judge.ts'
import { mutations } from './mutate.ts'
import { loadPlaces } from './places.ts'
import { Tally } from './tally.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '1000' },
    show: { type: 'string', default: '2' },
    shape: { type: 'string', default: '' },
    part: { type: 'string', default: '1/1' },
    trait: { type: 'string' },
    mutations: { type: 'boolean', default: false },
  },
})

const world = await openAreaWorld(null)
const places = await loadPlaces(world.catalog)
const judge = new Judge(world.planner, world.catalog)
const shapes = new Tally()
const traits = new Tally()
const changed = new Tally()
/** By outcome and label; at most `--show` of each. */
const examples = new Map<string, string[]>()

const keep = ({ outcome, report }: Verdict, label: string): void => {
  if (outcome === 'right') return
  const title = `${outcome}: ${label}`
  const reports = examples.get(title) ?? []
  if (reports.length < Number(values.show)) examples.set(title, [...reports, report])
}

const startedMs = performance.now()
const [part, parts] = values.part.split('/').map(Number)
let done = 0
for (const clause of generateClauses(Number(values.seed), Number(values.count), places)) {
  done++
  if (done % 500 === 0)
    console.error(`${done} clauses, ${((performance.now() - startedMs) / 1000).toFixed(0)} s`)
  if (done % parts !== part % parts) continue
  const labels = Object.entries(clause.traits).map(([trait, value]) => `${trait}: ${value}`)
  if (!clause.shape.includes(values.shape)) continue
  if (values.trait !== undefined && !labels.includes(values.trait)) continue
  const verdict = await judge.judge(clause)
  shapes.add(clause.shape, verdict.outcome)
  for (const [trait, value] of Object.entries(clause.traits))
    traits.add(`${trait}: ${value}`, verdict.outcome)
  if (!values.mutations) keep(verdict, clause.shape)
  // A change of a text that is refused anyway proves nothing.
  if (!values.mutations || verdict.outcome !== 'right') continue
  for (const mutation of mutations(clause, places)) {
    const answer = await judge.judgeMutation(clause, mutation)
    changed.add(mutation.kind, answer.outcome)
    keep(answer, mutation.kind)
  }
}
for (const [title, reports] of [...examples].sort(([one], [other]) => one.localeCompare(other)))
  console.log(`\n== ${title} ==\n${reports.join('\n')}`)
console.log(`\n${shapes.table()}\n\n${traits.table()}`)
if (values.mutations) console.log(`\n${changed.table()}`)
await world.close()
