/** Shows the call behind the current panel, to copy in several forms. */
import { type CallLanguage, textOfCall, WAYS } from './call-texts.ts'
import { h, show } from './dom.ts'
import type { ExplorerPage } from './panel-context.ts'
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
  const status = h('span.quiet', { role: 'status' })
  const ways = Object.keys(WAYS) as CallLanguage[]
  const buttons = ways.map((way) =>
    h('button.plain.small', { type: 'button', onclick: () => choose(way) }, WAYS[way]),
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
      show(status, 'This browser does not allow copying. Select the text instead.')
    }
  }
  choose(chosen)
  return h(
    'div.copy-as',
    h('div.row', { role: 'group', 'aria-label': 'Copy as' }, ...buttons),
    h('pre.command', { tabindex: '0' }, code),
    h('p.row', h('button.small', { type: 'button', onclick: () => void copy() }, 'Copy'), status),
  )
}
