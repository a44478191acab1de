/**
 * The environment of this process, and nothing else, so that the command line can look at it without loading the schema
 * of the settings. `config/config.ts` reads the settings from it; everything else is handed what it needs.
 */
export type Environment = Readonly<Record<string, string | undefined>>

export const environment: Environment = process.env
