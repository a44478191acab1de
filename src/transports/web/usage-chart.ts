/** Units by day as bars in SVG: no scripts, no styles in attributes, and the same numbers as a table for who cannot see it. */
import type { UsageDay } from '../../platform/usage.ts'
import { type Html, html } from './html.ts'
import { count } from './words.ts'

const WIDTH = 600
const HEIGHT = 140
/** Above the bars, for the largest number. */
const HEAD = 18
/** Below them, for the dates. */
const FOOT = 20
const GAP = 3
/** A day with few units is still seen to be one with some. */
const LEAST_BAR = 2

export const usageChart = (days: readonly UsageDay[]): Html => {
  const most = Math.max(1, ...days.map(({ units }) => units))
  const step = WIDTH / days.length
  const room = HEIGHT - HEAD - FOOT
  const bars = days.map(({ date, units }, index) => {
    const height = units === 0 ? 0 : Math.max(LEAST_BAR, (units / most) * room)
    const [x, y] = [index * step + GAP / 2, HEIGHT - FOOT - height]
    return html`<rect x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${(step - GAP).toFixed(1)}" height="${height.toFixed(1)}" rx="1.5"><title>${date}: ${count(units, 'unit')}</title></rect>`
  })
  const total = days.reduce((sum, { units }) => sum + units, 0)
  const calls = days.reduce((sum, each) => sum + each.calls, 0)
  const words = `${count(total, 'unit')} and ${count(calls, 'call')} in ${days.length} days, at most ${count(total === 0 ? 0 : most, 'unit')} a day.`
  return html`<figure class="chart">
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${words}">
<g class="bars">${bars}</g>
<line x1="0" y1="${HEIGHT - FOOT}" x2="${WIDTH}" y2="${HEIGHT - FOOT}"/>
<text x="0" y="${HEIGHT - 4}">${days[0].date}</text>
<text x="${WIDTH}" y="${HEIGHT - 4}" text-anchor="end">today</text>
</svg>
<figcaption>${words}</figcaption>
</figure>
${calls > 0 && table(days)}`
}

const table = (days: readonly UsageDay[]): Html => html`<details>
<summary>The days as a table</summary>
<div class="scroll" tabindex="0" role="region" aria-label="Usage by day"><table>
<thead><tr><th scope="col">Day</th><th scope="col" class="number">Units</th><th scope="col" class="number">Calls</th><th scope="col" class="number">Ready answers</th></tr></thead>
<tbody>${days
  .filter(({ calls }) => calls > 0)
  .toReversed()
  .map(
    ({ date, units, calls, cacheHits }) =>
      html`<tr><th scope="row">${date}</th><td class="number">${units}</td><td class="number">${calls}</td><td class="number">${cacheHits}</td></tr>`,
  )}</tbody>
</table></div>
</details>`
