/** The area of the basket, with its files and its call. */
import type { UnionBoundariesOutput } from '../client/index.ts'
import { answerFiles } from './answer-files.ts'
import { copyAsSection } from './copy-as.ts'
import { h, show } from './dom.ts'
import { createDownloads } from './downloads.ts'
import { areaText, count, plural } from './format-numbers.ts'
import type { MapShape } from './map.ts'
import { callOnce } from './operation-calls.ts'
import type { ExplorerPage } from './panel-context.ts'
import { note, priceLabel, problemNote, section, signInLink, textButton, waiting } from './panel-parts.ts'
import { unionCall } from './shown-calls.ts'

export const showUnion = async (
  box: HTMLElement,
  page: ExplorerPage,
  outlines: readonly MapShape[],
  { isLatest, fits }: { readonly isLatest: () => boolean; readonly fits: boolean },
): Promise<void> => {
  const { include, exclude } = page.store.state
  if (include.length === 0) {
    show(box, note('Add a boundary to cut these out of.'))
    return
  }
  const input = { include, exclude, detail: 'low' } as const
  const call = unionCall(include, exclude)
  const cost = page.person.costOfUnion(include.length + exclude.length)
  const unite = async (): Promise<void> => {
    show(box, waiting('Merging …'))
    try {
      const { value } = await callOnce('union_boundaries', input)
      if (!isLatest()) return
      if (value.geometry !== null) {
        page.draw('basket', [...outlines, { geometry: value.geometry, colour: 'include', isFilled: true }])
        if (fits) page.fit('basket', value)
      }
      show(
        box,
        unionResult(value),
        section('Download', () =>
          createDownloads(
            answerFiles(page, { op: 'union_boundaries', input, answer: value, cost }),
            page.person,
          ),
        ),
        copyAsSection(call, page),
      )
    } catch (error) {
      if (isLatest()) show(box, problemNote(error, press), copyAsSection(call, page))
    } finally {
      void page.refreshSession()
    }
  }
  const press = () => void unite()
  if (cost === 0) await unite()
  else
    show(
      box,
      cost === null
        ? h(
            'p.note',
            'Merging more than six boundaries needs an account. ',
            signInLink(),
            ' to merge up to 50.',
          )
        : h('p.row', textButton(`Merge${priceLabel(cost)}`, press)),
      copyAsSection(call, page),
    )
}

const unionResult = ({ properties }: UnionBoundariesOutput): HTMLElement =>
  h(
    'p.result',
    h('strong', areaText(properties.area_km2)),
    ` in ${plural(properties.parts, 'part')}, ${count(properties.vertices)} points at low detail`,
  )
