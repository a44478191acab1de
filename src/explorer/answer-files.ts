/**
 * Files of a drawn area. The answer already has its GeoJSON. Each other format is another call, whose file takes space of
 * the account until it expires, so it is created on request.
 */
import type { InputOf, OutputOf } from '../client/index.ts'
import type { Files, ReadyFile } from './downloads.ts'
import { callOnce, fileSize } from './operation-calls.ts'
import type { ExplorerPage } from './panel-context.ts'

type DrawnBy = 'union_boundaries' | 'create_area'

interface Drawn {
  readonly op: DrawnBy
  readonly input: InputOf<DrawnBy>
  readonly answer: OutputOf<DrawnBy>
  readonly cost: number | null
}

const WITH_ACCOUNT = {
  union_boundaries: 'to merge up to 50 boundaries, and to request the area in more detail with an API key.',
  create_area: 'to draw more areas, and to request them in more detail with an API key.',
} as const satisfies Record<DrawnBy, string>

export const answerFiles = (page: ExplorerPage, { op, input, answer, cost }: Drawn): Files => ({
  cost,
  withAccount: WITH_ACCOUNT[op],
  atOnce: (format) => format === 'geojson',
  create: async (format) => {
    if (format === 'geojson') return downloadOf(op, answer)
    try {
      return await downloadOf(op, (await callOnce(op, { ...input, format })).value)
    } finally {
      void page.refreshSession()
    }
  },
})

const downloadOf = async (op: DrawnBy, answer: OutputOf<DrawnBy>): Promise<ReadyFile> => {
  if (answer.download_url !== undefined) return storedFile(answer.download_url)
  const file = new Blob([JSON.stringify(answer)], { type: 'application/geo+json' })
  const href = URL.createObjectURL(file)
  URL.revokeObjectURL(addresses[op] ?? '')
  addresses[op] = href
  return { href, bytes: file.size, name: 'area.geojson' }
}

/**
 * An object URL keeps its file in memory, so only the last one of each operation is kept: its panel shows only the last
 * answer.
 */
const addresses: { [op in DrawnBy]?: string } = {}

/** Fetches the file from this server even if a CDN has it, because the page may read from no other. */
const storedFile = async (url: string): Promise<ReadyFile> => {
  const href = url.replace(/^.*(?=\/expiring\/)/, '/files')
  return { href, bytes: await fileSize(href), name: null }
}
