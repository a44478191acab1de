/** "Copy as" on the map page: whatever is shown, each text runs as it is copied, and answers what is shown. */
import { after, before, describe, test } from 'node:test'
import { type CallLanguage, WAYS } from '../../src/explorer/call-texts.ts'
import type { Page } from '../../tools/browser.ts'
import { noChromium } from '../support/chromium.ts'
import { callDirectly, type Desk, openDesk } from '../support/copied-calls.ts'
import { button, panel } from '../support/explorer.ts'
import { suiteExplorer } from '../support/suite-explorer.ts'

const UNMAPPABLE = `Malta and O'Brien's "downtown"`
const SEVEN = ['AD', 'AT', 'CH', 'DE', 'LI', 'LU', 'MC'].map((code) => `iso:${code}`)

interface Shown {
  readonly what: string
  readonly link: string
  /** What the person does before they copy. */
  readonly first?: (page: Page) => Promise<void>
  readonly op: string
  readonly input: object
}

const draw = (page: Page): Promise<void> => button(page, /^Draw/).click()

const STATES: readonly Shown[] = [
  {
    what: 'a boundary',
    link: 'place=iso:LI',
    op: 'get_boundary',
    input: { id: 'r1155955', detail: 'low' },
  },
  {
    what: 'a boundary in full',
    link: 'place=iso:JP&detail=full',
    op: 'get_boundary',
    input: { id: 'r382313', detail: 'full' },
  },
  {
    what: 'a point in the south and west',
    link: 'at=-33.4,-70.6',
    op: 'reverse_boundaries',
    input: { lat: -33.4, lon: -70.6 },
  },
  {
    what: 'a basket',
    link: 'panel=basket&basket=iso:NL,iso:BE',
    op: 'union_boundaries',
    input: { include: ['iso:NL', 'iso:BE'], detail: 'low' },
  },
  {
    what: 'a basket with something cut out',
    link: 'panel=basket&basket=iso:ES,-iso:ES-CT,iso:PT',
    op: 'union_boundaries',
    input: { include: ['iso:ES', 'iso:PT'], exclude: ['iso:ES-CT'], detail: 'low' },
  },
  {
    what: 'a basket that is too large for a visitor',
    link: `panel=basket&basket=${SEVEN}`,
    op: 'union_boundaries',
    input: { include: SEVEN, detail: 'low' },
  },
  {
    what: 'a described area',
    link: 'panel=describe&text=Benelux',
    first: draw,
    op: 'create_area',
    input: { text: 'Benelux', detail: 'low' },
  },
  {
    what: 'a description that was refused',
    link: `panel=describe&text=${encodeURIComponent(UNMAPPABLE)}`,
    first: draw,
    op: 'create_area',
    input: { text: UNMAPPABLE, detail: 'low' },
  },
]

describe('copying from the map page', { skip: noChromium }, () => {
  const site = suiteExplorer()
  let apiKey: string
  let desk: Desk
  before(async () => {
    apiKey = await site.metes.createKey()
    desk = await openDesk(site.server.url, apiKey)
  })
  after(() => desk?.remove())

  for (const { what, link, first, op, input } of STATES)
    test(`${what} is copied as curl, command, TypeScript and for tool servers`, async () => {
      const page = await site.open(link)
      await first?.(page)
      await panel(page).getByText('Copy as', { exact: true }).first().click()
      const answer = await callDirectly(site.server.url, op, input, apiKey)
      for (const way of Object.keys(WAYS) as CallLanguage[]) {
        await panel(page).getByRole('button', { name: WAYS[way], exact: true }).click()
        await panel(page).getByRole('button', { name: 'Copy', exact: true }).click()
        await panel(page).getByText('Copied.').waitFor()
        await desk.check(way, await page.evaluate<string>('navigator.clipboard.readText()'), answer)
      }
    })
})
