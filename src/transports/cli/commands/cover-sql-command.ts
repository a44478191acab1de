/** `metes cover-sql DIALECT`: prints the SQL that joins points with an exported cover. */
import { Argument, type Command } from 'commander'
import {
  DIALECT_NAMES,
  DIALECTS,
  type DialectName,
  pointBoundariesSql,
} from '../../../domain/warehouses/point-boundaries.ts'
import { METES } from '../../../util/command-name.ts'
import type { CliIo } from '../host.ts'

const EXAMPLE = `
Example:
  $ ${METES} export iso:LU --level 8 --format cover --output cover.parquet
  $ ${METES} cover-sql duckdb > point_boundaries.sql
  $ duckdb -init point_boundaries.sql
  D SELECT boundary_id, count(*) FROM point_boundaries GROUP BY boundary_id;

The file needs a table points(id, lon, lat): create it first.`

export const addCoverSql = (program: Command, io: CliIo): void => {
  const tested = DIALECT_NAMES.filter((name) => DIALECTS[name].isTested)
  program
    .command('cover-sql')
    .summary('Print the SQL with which an engine joins points with a cover.')
    .description(
      `Prints SQL that creates the view point_boundaries(id, boundary_id) from a table points(id, lon, lat) and cover.parquet in the current folder, or a table cover where an engine reads no files.\nIt answers as contains_points does for points that are rounded to 1e-7 degrees. Tests run it for ${tested.join(', ')}; the other engines have the same text in their words.`,
    )
    .addArgument(new Argument('<dialect>', 'Engine').choices(DIALECT_NAMES))
    .addHelpText('after', EXAMPLE)
    .action((dialect: DialectName) => {
      io.stdout.write(pointBoundariesSql(DIALECTS[dialect]))
    })
}
