/**
 * Files of an area that an operation has drawn. Each other format is a call of its own, and its file takes space of the account until it
 * expires, so it is created when somebody wants it.
 */
import type { DrawnArea } from './answers.ts'
import { callOnce, sizeOf } from './api.ts'
import type { Files, ReadyFile } from './downloads.ts'
import type { Page } from './page.ts'

interface Drawn {
  readonly op: 'union_boundaries' | 'create_area'
  readonly input: object
  readonly answer: DrawnArea
  readonly cost: number | null
}

export const answerFiles = (page: Page, { op, input, answer, cost }: Drawn): Files => ({
  cost,
  atOnce: false,
  ready: answer.geometry === null ? null : { format: 'geojson', file: fileOf(answer) },
  create: async (format) => {
    try {
      const { value } = await callOnce<DrawnArea>(op, { ...input, format })
      return value.download_url === undefined ? fileOf(value) : await storedFile(value.download_url)
    } finally {
      void page.refreshSession()
    }
  },
})

const fileOf = (answer: DrawnArea): ReadyFile => {
  const file = new Blob([JSON.stringify(answer)], { type: 'application/geo+json' })
  return { href: URL.createObjectURL(file), bytes: file.size, name: 'area.geojson' }
}

/** From this server, also where a CDN has it, because pages may read no other. */
const storedFile = async (url: string): Promise<ReadyFile> => {
  const href = url.replace(/^.*(?=\/expiring\/)/, '/files')
  return { href, bytes: await sizeOf(href), name: null }
}
