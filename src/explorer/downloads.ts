/** Files of a boundary in every format. The size is known before anything is downloaded. */
import { type Boundary, type Detail, type ExportedFile, FORMATS, type Format } from './answers.ts'
import { callOnce } from './api.ts'
import { h, show } from './dom.ts'
import { bytesText } from './format.ts'
import type { Page } from './page.ts'
import { priceOf, problemNote, signInLink, textButton } from './parts.ts'

const LABELS: Readonly<Record<Format, string>> = {
  geojson: 'GeoJSON',
  kml: 'KML',
  wkt: 'WKT',
  svg: 'SVG',
  gml: 'GML',
}

export const createDownloads = (page: Page, { id }: Boundary, detail: Detail): HTMLElement => {
  const cost = page.person.costOfExport(detail)
  return cost === null
    ? h('p', { class: 'quiet' }, 'Files of this detail need an account. ', signInLink())
    : h(
        'ul',
        { class: 'downloads' },
        FORMATS.map((format) => rowOf(page, { id, detail, format }, cost)),
      )
}

interface Wanted {
  readonly id: string
  readonly detail: Detail
  readonly format: Format
}

const rowOf = (page: Page, wanted: Wanted, cost: number): HTMLElement => {
  const box = h('span', { class: 'row' })
  const label = LABELS[wanted.format]
  const prepare = async (): Promise<void> => {
    show(box, h('span', { class: 'waiting' }, '…'))
    try {
      const { value } = await callOnce<ExportedFile>('export_boundary', { ...wanted })
      show(
        box,
        h('span', { class: 'quiet number' }, bytesText(value.bytes)),
        h(
          'a',
          {
            class: 'button plain small',
            href: page.localAddress(value.url),
            download: true,
            'aria-label': `Download ${label}`,
          },
          'Download',
        ),
      )
    } catch (error) {
      show(box, problemNote(error))
    }
    if (cost > 0) void page.refreshSession()
  }
  if (cost === 0) void prepare()
  else
    show(
      box,
      textButton(`Create${priceOf(cost)}`, () => void prepare(), { 'aria-label': `Create ${label}` }),
    )
  return h('li', {}, h('span', {}, label), box)
}
