/** Opens the export of the whole catalog as a folder of files. */
import type { Compute } from '../../compute/port.ts'
import type { FolderQuestion } from '../../domain/collections/folder/plan-folder.ts'
import type { FolderOrder, FolderOutput } from '../../domain/collections/folder/write-folder.ts'
import type { CatalogParts } from './catalog.ts'

export const openExportCatalog = ({ storedCatalog: catalog }: CatalogParts, compute: Compute) => ({
  planCatalogExport: async (question: FolderQuestion, signal: AbortSignal) => {
    const { planFolder } = await import('../../domain/collections/folder/plan-folder.ts')
    return planFolder(catalog, question, signal)
  },
  exportCatalog: async (order: FolderOrder, output: FolderOutput) => {
    const { writeFolder } = await import('../../domain/collections/folder/write-folder.ts')
    return writeFolder({ catalog, compute }, order, output)
  },
})
