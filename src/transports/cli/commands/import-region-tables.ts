/** Lists of `metes import`: the regions of the index, and what would be downloaded. */
import type { ExtractRegion, RemoteExtract, RemoteFile } from '../../../domain/catalog/remote-extracts.ts'
import { METES } from '../../../util/command-name.ts'
import { CommandFailure } from '../../client/command-failure.ts'
import type { CliIo } from '../host.ts'
import { commandTable, tableColumns } from '../output/answer-text/table.ts'
import { bytesText } from '../terminal/progress-display.ts'
import { writeJson } from '../terminal/standard-output.ts'

const REGION_COLUMNS = tableColumns(['region', 'name', 'codes', 'in'])

/** @throws CommandFailure if there is none */
export const printRegions = (
  regions: readonly ExtractRegion[],
  { text, json }: { readonly text: string; readonly json: boolean },
  io: CliIo,
): void => {
  if (json) writeJson({ regions }, io)
  else if (regions.length === 0)
    throw new CommandFailure(
      `No extract has "${text}" in its id, name or code. "${METES} import --regions" lists all of them.`,
    )
  else
    io.stdout.write(
      commandTable(
        REGION_COLUMNS,
        regions.map(({ id, name, codes, parent }) => [id, name, codes.join(' '), parent ?? '']),
        io,
      ),
    )
}

const FILE_COLUMNS = tableColumns(['region', 'address', 'size', 'date'], ['size'])

export const printRemoteFiles = (
  extracts: readonly RemoteExtract[],
  files: readonly RemoteFile[],
  { json }: { readonly json: boolean },
  io: CliIo,
): void => {
  if (json)
    writeJson(
      {
        downloads: extracts.map(({ wanted, region, url }, index) => ({
          wanted,
          region: region?.id ?? null,
          url,
          bytes: files[index].bytes,
          modified_at: files[index].modifiedAt,
        })),
      },
      io,
    )
  else
    io.stdout.write(
      commandTable(
        FILE_COLUMNS,
        extracts.map(({ region, url }, index) => {
          const { bytes, modifiedAt } = files[index]
          return [
            region?.id ?? '',
            url,
            bytes === null ? 'unknown' : bytesText(bytes),
            modifiedAt ?? 'unknown',
          ]
        }),
        io,
      ),
    )
}
