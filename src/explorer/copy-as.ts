/** Shows the call behind the current panel, to copy in several forms. */
import { type CallLanguage, textOfCall, WAYS } from './call-texts.ts'
import { h, show } from './dom.ts'
import type { ExplorerPage } from './page.ts'
import { section } from './panel-parts.ts'
import type { ShownCall } from './shown-calls.ts'

/** The choice remains when another boundary is shown. */
let chosen: CallLanguage = 'curl'

export const copyAsSection = (
  call: ShownCall,
  page: ExplorerPage,
  options: { open?: boolean } = {},
): HTMLElement => section('Copy as', () => copyAs(call, page), options)

const copyAs = (call: ShownCall, { service }: ExplorerPage): HTMLElement => {
  const code = h('code')
  const status = h('span', { role: 'status', class: 'quiet' })
  const ways = Object.keys(WAYS) as CallLanguage[]
  const buttons = ways.map((way) =>
    h('button', { type: 'button', class: 'plain small', onclick: () => choose(way) }, WAYS[way]),
  )
  const choose = (way: CallLanguage): void => {
    chosen = way
    show(code, textOfCall(way, call, service))
    show(status)
    for (const [index, each] of ways.entries())
      buttons[index].setAttribute('aria-pressed', String(each === way))
  }
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(textOfCall(chosen, call, service))
      show(status, 'Copied.')
    } catch {
      show(status, 'This browser does not let the page copy. Select the text instead.')
    }
  }
  choose(chosen)
  return h(
    'div',
    { class: 'copy-as' },
    h('div', { class: 'row', role: 'group', 'aria-label': 'Copy as' }, ...buttons),
    h('pre', { tabindex: '0', class: 'command' }, code),
    h(
      'p',
      { class: 'row' },
      h('button', { type: 'button', class: 'small', onclick: () => void copy() }, 'Copy'),
      status,
    ),
  )
}
