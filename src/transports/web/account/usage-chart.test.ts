/** Tests that the axis of the usage chart is readable for any numbers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { usageChart } from './usage-chart.ts'

const daysOf = (units: readonly number[]) =>
  units.map((each, index) => ({
    date: new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
    units: each,
    calls: 1,
    cacheHits: 0,
    ops: [{ op: 'get_boundary', units: each, calls: 1, cacheHits: 0 }],
  }))

test('the axis ends at a round number, not far above the largest day, and its middle is whole', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(10_000_000), { minLength: 2, maxLength: 90 }), (units) => {
      const { text } = usageChart(daysOf(units))
      const [, top, middle] = /<span>([\d,]+)<\/span><span>([\d,]+)<\/span><span>0<\/span>/.exec(text) ?? []
      const end = Number(top.replaceAll(',', ''))
      const most = Math.max(...units)
      assert.ok(end >= most && end <= Math.max(2, most * 2.5), `${end} for ${most}`)
      assert.match(String(end), /^[124]0*$|^10+$/)
      assert.equal(Number(middle.replaceAll(',', '')) * 2, end)
    }),
  )
})

test('each day with units is a bar inside the drawing, in its place', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1_000), { minLength: 2, maxLength: 90 }), (units) => {
      const { text } = usageChart(daysOf(units))
      const bars = Array.from(
        text.matchAll(/<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"/g),
        ([, ...numbers]) => numbers.map(Number),
      )
      const used = units.flatMap((each, day) => (each > 0 ? [day] : []))
      assert.deepEqual(
        bars.map(([x]) => Math.floor(x)),
        used,
      )
      for (const [, y, , height] of bars) assert.ok(height > 0 && y >= 0 && Math.abs(y + height - 100) < 0.11)
    }),
  )
})

test('operations are summed over the days, the costliest first', () => {
  const [first, second] = daysOf([3, 4])
  const cheap = { op: 'search_boundaries', units: 0, calls: 50, cacheHits: 0 }
  const { text } = usageChart([first, { ...second, ops: [cheap, ...second.ops] }])
  const rows = Array.from(
    text.matchAll(/<th scope="row">(\w+)<\/th><td class="number">(\d+)<\/td>/g),
    ([, name, units]) => [name, units],
  )
  assert.deepEqual(rows.slice(0, 2), [
    ['get_boundary', '7'],
    ['search_boundaries', '0'],
  ])
})
