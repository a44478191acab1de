/** Files in every format. The size is known before anything is downloaded. */
import { h, list, show } from './dom.ts'
import { COMMON_FORMATS, FORMAT_LABELS, type Format, FURTHER_FORMATS } from './file-formats.ts'
import { bytesText } from './format-numbers.ts'
import type { PageVisitor } from './page-visitor.ts'
import { priceLabel, problemNote, section, signInLink, textButton } from './panel-parts.ts'

export interface ReadyFile {
  readonly href: string
  readonly bytes: number
  /** Null for the server's name. */
  readonly name: string | null
}

export interface Files {
  /** Units of each; null if an account is needed. */
  readonly cost: number | null
  /** True to create the file when the list is opened; false to wait for a press of its button. */
  readonly atOnce: (format: Format) => boolean
  readonly create: (format: Format) => Promise<ReadyFile>
  /** What a visitor gets by signing in: the sentence goes on after "Sign in". Null if it is nothing. */
  readonly withAccount: string | null
}

export const createDownloads = (files: Files, { session }: PageVisitor): HTMLElement => {
  const isVisitor = session.access === 'accounts' && session.account === null
  return h(
    'div',
    files.cost !== null && [
      listOf(COMMON_FORMATS, files, files.cost),
      section('More formats', () => listOf(FURTHER_FORMATS, files, files.cost ?? 0)),
    ],
    isVisitor && files.withAccount !== null && h('p.quiet', signInLink(), ` ${files.withAccount}`),
  )
}

const listOf = (formats: readonly Format[], files: Files, cost: number): HTMLElement =>
  list('ul.downloads', formats, (format) => formatRow(format, files, cost))

const formatRow = (format: Format, { atOnce, create }: Files, cost: number): HTMLElement => {
  const box = h('span.row')
  const label = FORMAT_LABELS[format]
  const prepare = async (): Promise<void> => {
    show(box, h('span.waiting', '…'))
    try {
      show(box, linkTo(await create(format), label))
    } catch (error) {
      show(box, problemNote(error), prepareButton('Try again'))
    }
  }
  const prepareButton = (verb: string): HTMLElement =>
    textButton(`${verb}${priceLabel(cost)}`, () => void prepare(), {
      'aria-label': `${verb === 'Create' ? verb : `${verb} to create`} ${label}${priceLabel(cost)}`,
    })
  if (atOnce(format)) void prepare()
  else show(box, prepareButton('Create'))
  return h('li', h('span', label), box)
}

const linkTo = ({ href, bytes, name }: ReadyFile, label: string): Node[] => [
  h('span.quiet.number', bytesText(bytes)),
  h('a.button.plain.small', { href, download: name ?? true, 'aria-label': `Download ${label}` }, 'Download'),
]
