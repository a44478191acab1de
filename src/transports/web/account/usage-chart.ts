/**
 * Draws a bar chart of units by day in SVG, without scripts or inline styles. The drawing stretches with the page, so the
 * axis labels are HTML text next to it. The same numbers follow as tables, for screen readers and for copying.
 */

import type { UsageDay } from '../../../platform/usage.ts'
import { counted } from '../../../util/count-with-noun.ts'
import { shortDay } from '../../page/format-values.ts'
import { type Html, html } from '../../page/html.ts'

/** Selectable numbers of days; the first is the default. */
export const USAGE_DAYS = [30, 90] as const

/** Minimum bar height in percent, so that days with few units stay visible. */
const MIN_BAR = 2

export const usageChart = (days: readonly UsageDay[]): Html => html`<div class="usage">
${rangeLinks(days.length)}
${days.some(({ calls }) => calls > 0) ? chart(days) : noUsage(days.length)}
</div>`

const rangeLinks = (shown: number): Html =>
  html`<nav class="sections" aria-label="Number of days">${USAGE_DAYS.map(
    (choice) =>
      html`<a href="/account?days=${choice}#usage"${choice === shown && html` aria-current="true"`}>${choice} days</a> `,
  )}</nav>`

const noUsage = (days: number): Html =>
  html`<p class="empty">No calls in the last ${days} days. <a href="#keys">Create a key</a>, then <a href="/docs/guide/caller">make a call</a> with it. This chart will show the units of each day.</p>`

const chart = (days: readonly UsageDay[]): Html => {
  const most = days.reduce((best, each) => (each.units > best.units ? each : best))
  const top = roundAbove(most.units)
  const [units, calls] = [sumOf(days, 'units'), sumOf(days, 'calls')]
  const words = `${counted(units, 'unit')} and ${counted(calls, 'call')} in ${days.length} days${most.units === 0 ? '' : `, at most ${counted(most.units, 'unit')} a day (${shortDay(most.date)})`}.`
  return html`<figure class="chart">
<figcaption id="usage-words">${words}</figcaption>
<div class="plot">
<p class="scale" aria-hidden="true"><span>${top.toLocaleString('en')}</span><span>${(top / 2).toLocaleString('en')}</span><span>0</span></p>
<svg viewBox="0 0 ${days.length} 100" preserveAspectRatio="none" role="img" aria-labelledby="usage-words">
<path class="grid" d="M0 0h${days.length}M0 50h${days.length}M0 100h${days.length}"/>
${days.map((day, index) => bar(day, index, top))}
</svg>
<p class="dates" aria-hidden="true"><span>${shortDay(days[0].date)}</span><span>${shortDay(days[days.length >> 1].date)}</span><span>today</span></p>
</div>
</figure>
${table('By operation', ['Operation', 'Units', 'Calls', 'Cache hits'], byOperation(days))}
${table(
  'By day',
  ['Day', 'Units', 'Calls', 'Cache hits'],
  days
    .filter((each) => each.calls > 0)
    .toReversed()
    .map((each) => ({ ...each, name: each.date })),
)}`
}

const bar = ({ date, units }: UsageDay, index: number, top: number): Html | false => {
  if (units === 0) return false
  const height = Math.max(MIN_BAR, (units / top) * 100)
  return html`<rect x="${(index + 0.12).toFixed(2)}" y="${(100 - height).toFixed(1)}" width="0.76" height="${height.toFixed(1)}"><title>${shortDay(date)}: ${counted(units, 'unit')}</title></rect>`
}

/** Rounds up to 2, 4, 10, 20, 40, 100 …, so that the middle of the axis is a whole number. */
const roundAbove = (units: number): number => {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, units)))
  return [2, 4, 10].map((step) => step * power).find((end) => end >= units) as number
}

const sumOf = (days: readonly UsageDay[], what: 'units' | 'calls'): number =>
  days.reduce((sum, each) => sum + each[what], 0)

interface UsageRow {
  readonly name: string
  readonly units: number
  readonly calls: number
  readonly cacheHits: number
}

const byOperation = (days: readonly UsageDay[]): readonly UsageRow[] => {
  const sums = new Map<string, UsageRow>()
  for (const { op, units, calls, cacheHits } of days.flatMap(({ ops }) => ops)) {
    const known = sums.get(op) ?? { name: op, units: 0, calls: 0, cacheHits: 0 }
    sums.set(op, {
      name: op,
      units: known.units + units,
      calls: known.calls + calls,
      cacheHits: known.cacheHits + cacheHits,
    })
  }
  return [...sums.values()].sort((a, b) => b.units - a.units || b.calls - a.calls)
}

const table = (title: string, head: readonly string[], rows: readonly UsageRow[]): Html => html`<details>
<summary>${title}</summary>
<div class="scroll" tabindex="0" role="region" aria-label="${title}"><table>
<thead><tr>${head.map((name, column) => html`<th scope="col"${column > 0 && html` class="number"`}>${name}</th>`)}</tr></thead>
<tbody>${rows.map(
  ({ name, units, calls, cacheHits }) =>
    html`<tr><th scope="row">${name}</th>${[units, calls, cacheHits].map((number) => html`<td class="number">${number.toLocaleString('en')}</td>`)}</tr>`,
)}</tbody>
</table></div>
</details>`
