/** Recorded answers of Nominatim. They lie outside the repository, so tests that use them must be able to skip. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const RECORDED = join(import.meta.dirname, '../../../shared/data/nominatim')

/** For `{ skip }` of a test: false, or the reason. */
export const missingSearches: string | false = existsSync(RECORDED)
  ? false
  : 'no recorded answers of Nominatim are here'

/** By file; none where they are missing. */
export const recordedSearches = (): ReadonlyMap<string, string> =>
  new Map(
    (missingSearches === false ? readdirSync(RECORDED) : [])
      .filter((name) => name.endsWith('.json'))
      .map((file) => [file, unwrapped(readFileSync(join(RECORDED, file), 'utf8'))]),
  )

/** Some lie in a serialised text of PHP: s:123:"…"; */
const unwrapped = (text: string): string => /^s:\d+:"(.*)";\s*$/s.exec(text)?.[1] ?? text
