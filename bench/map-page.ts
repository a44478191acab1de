/**
 * The map page in Chromium, with WebGL in software: how soon the first map is there, and how long panning over the atlas blocks the page.
 *
 *     node bench/map-page.ts
 */
import { loadavg } from 'node:os'
import { mapIsDrawn, openExplorer } from '../test/support/explorer.ts'
import type { Page } from '../tools/browser.ts'

const LOADS = 5
const PANS = 12

const site = await openExplorer()

/** Milliseconds from the request, by the clock of the page, to a map that stands still, in a browser without a cache. */
const coldLoad = async (): Promise<number> => {
  const page = await site.open()
  await mapIsDrawn(page)
  const tookMs = await page.evaluate<number>('performance.now()')
  await page.context().close()
  return tookMs
}

/** Durations of tasks longer than 50 ms (Long Tasks API) while the map is dragged. */
const longTasks = async (page: Page): Promise<readonly number[]> => {
  await page.evaluate(`
    globalThis.longTasks = []
    new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration)))
      .observe({ type: 'longtask' })
  `)
  for (let pan = 0; pan < PANS; pan++) {
    const [from, to] = pan % 2 === 0 ? [1_100, 600] : [700, 1_150]
    await page.mouse.move(from, 300)
    await page.mouse.down()
    await page.mouse.move(to, 420, { steps: 25 })
    await page.mouse.up()
  }
  return page.evaluate<number[]>('longTasks')
}

const rounded = (values: readonly number[]): readonly number[] => values.map(Math.round)

// The first answer compresses the scripts.
await coldLoad()
const loads: number[] = []
for (let load = 0; load < LOADS; load++) loads.push(await coldLoad())
console.log(`first map after ${rounded(loads).join(', ')} ms`)
for (const link of ['map=3/30/10', 'map=6/48/10']) {
  const page = await site.open(link)
  await mapIsDrawn(page)
  console.log(
    `#${link}: tasks over 50 ms while panning: ${rounded(await longTasks(page)).join(', ') || 'none'}`,
  )
}
console.log(`load of this machine: ${loadavg()[0].toFixed(1)}`)
await site.close()
