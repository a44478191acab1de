/** What a person sees who starts the server on a terminal: where it is, and the first steps. */
import { resolve } from 'node:path'
import type { Config } from '../config/read-config.ts'
import { METES } from '../util/command-name.ts'
import { PACKAGE_VERSION } from './package-version.ts'

type Greeted = Pick<Config, 'dataDir' | 'databaseUrl' | 'isOpen'>

/** @param url where the server listens @param baseUrl its public address */
export const greeting = (
  { dataDir, databaseUrl, isOpen }: Greeted,
  { url, baseUrl }: { readonly url: string; readonly baseUrl: string },
): string => {
  const steps: readonly (readonly [what: string, how: string])[] = [
    ['Open', baseUrl],
    ...(new URL(url).port === new URL(baseUrl).port ? [] : ([['Listens at', url]] as const)),
    ['Data directory', resolve(dataDir) + (databaseUrl === null ? '' : ', and PostgreSQL')],
    ...(isOpen
      ? []
      : ([['Get a key', `${METES} admin create-key --email you@example.org --plan unlimited`]] as const)),
    ['Import a map', `${METES} import --region monaco`],
  ]
  const width = Math.max(...steps.map(([what]) => what.length)) + 2
  const lines = steps.map(([what, how]) => `  ${what.padEnd(width)}${how}`)
  return `\nMetes ${PACKAGE_VERSION} is running. Press Ctrl+C to stop it.\n\n${lines.join('\n')}\n\n`
}
