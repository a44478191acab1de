/**
 * Sends every query of the lists beside this file to the search of the bundled atlas, and prints how often the expected boundary comes
 * first and among the first five, with every miss.
 *
 *     node test/catalog/written-names/run.ts [--list written-names|countries|queries]
 */
import { parseArgs } from 'node:util'
import { openAreaWorld } from '../../support/area-world.ts'
import { inWords, judge, LISTS, type Verdict } from './judge.ts'

const { values } = parseArgs({ options: { list: { type: 'string' } } })
const world = await openAreaWorld(null)
for (const list of LISTS.filter((each) => values.list === undefined || values.list === each)) {
  const verdicts = await judge(list, world.catalog.search)
  const misses = verdicts.filter(({ isFirst, hasFairMatch }) => !isFirst || !hasFairMatch)
  for (const miss of misses) console.log(`${list}\t${miss.query.group}\t${inWords(miss)}`)
  const count = (is: (verdict: Verdict) => boolean): number => verdicts.filter(is).length
  console.log(
    `${list}: ${verdicts.length} queries, ${count(({ isFirst }) => isFirst)} first, ${count(({ isAmongFive }) => isAmongFive)} among five, ${count(({ hasFairMatch }) => !hasFairMatch)} by another match than is fair`,
  )
  const groups = [...Map.groupBy(misses, ({ query }) => query.group)].sort(
    ([, a], [, b]) => b.length - a.length,
  )
  for (const [group, missed] of groups)
    console.log(`  ${missed.length} of ${count(({ query }) => query.group === group)} missed: ${group}`)
}
await world.close()
