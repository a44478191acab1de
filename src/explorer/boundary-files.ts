/** Files of a boundary. Their addresses are permanent, so free files are created before anybody requests them. */
import type { BoundaryFeature, Detail } from '../client/index.ts'
import type { Files } from './downloads.ts'
import { callOnce } from './operation-calls.ts'
import type { ExplorerPage } from './panel-context.ts'

/** @param hasMore true if a higher detail has more points */
export const boundaryFiles = (
  page: ExplorerPage,
  { id }: BoundaryFeature,
  { detail, hasMore }: { readonly detail: Detail; readonly hasMore: boolean },
): Files => {
  const cost = page.person.costOfExport(detail)
  return {
    cost,
    withAccount: hasMore ? WITH_ACCOUNT[cost === null ? 'this' : 'more'] : null,
    atOnce: () => cost === 0,
    create: async (format) => {
      const { value } = await callOnce('export_boundary', { id, detail, format })
      if (cost !== 0) void page.refreshSession()
      return { href: page.localAddress(value.url), bytes: value.bytes, name: null }
    },
  }
}

const WITH_ACCOUNT = {
  this: 'to download the boundary at this detail.',
  more: 'to download the boundary in more detail, up to every point of the source.',
} as const
