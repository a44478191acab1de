/** `deploy/compose.yaml` as Compose reads it: variables are replaced, and merged keys are in their places. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'

export const DEPLOY = fileURLToPath(new URL('../../deploy/', import.meta.url))

export interface ComposeService {
  readonly image: string
  readonly build?: { readonly context: string; readonly dockerfile: string }
  readonly command?: readonly string[]
  readonly environment?: Readonly<Record<string, string | number>>
  readonly volumes?: readonly string[]
  readonly tmpfs?: readonly string[]
  readonly ports?: readonly string[]
  readonly networks: readonly string[]
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
  readonly healthcheck?: { readonly test: readonly string[] }
  readonly read_only?: boolean
  readonly cap_drop?: readonly string[]
  readonly security_opt?: readonly string[]
  readonly deploy?: { readonly resources: { readonly limits: Readonly<Record<string, string>> } }
}

export interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>
  readonly networks: Readonly<Record<string, { readonly internal?: boolean } | null>>
  readonly volumes: Readonly<Record<string, null>>
}

const text = readFileSync(`${DEPLOY}compose.yaml`, 'utf8')
const VARIABLE = /\$\{(\w+)(?::\?([^}]*))?\}/g

/** @throws Error with the sentence of the file if a variable that it requires is missing or empty */
export const readCompose = (variables: Readonly<Record<string, string>>): ComposeFile =>
  parse(
    text.replace(VARIABLE, (_whole, name: string, sentence: string | undefined) => {
      const value = variables[name] ?? ''
      if (value === '' && sentence !== undefined) throw new Error(sentence)
      return value
    }),
    { merge: true },
  )

/** The variables that the file names. */
export const composeVariables = (): readonly string[] => [
  ...new Set(Array.from(text.matchAll(VARIABLE), ([, name]) => name)),
]
