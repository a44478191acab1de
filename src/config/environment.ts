/**
 * The environment of this process. It is a separate module so that the command line can read it without loading the settings schema. No
 * other module reads `process.env`.
 */
export type Environment = Readonly<Record<string, string | undefined>>

export const environment: Environment = process.env
