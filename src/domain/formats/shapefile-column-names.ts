/** Names of columns in a Shapefile, whose dBASE table allows at most ten letters. */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  admin_level: 'adm_level',
  attribution: 'attrib',
  population_source: 'pop_source',
  source_url: 'src_url',
  source_version: 'src_vers',
  source_timestamp: 'src_time',
  source_fetched_at: 'src_fetch',
}

/** Returns the column's name in a Shapefile. */
export const shortColumnName = (name: string): string => SHORT_NAMES[name] ?? name
