/** Writes OpenAPI documents: what those of all our APIs have, in the version that their readers know. */
import { API_VERSION } from '../../op/describe.ts'

export type Json = Readonly<Record<string, unknown>>

interface DescribedApi {
  readonly openapi: '3.0.3' | '3.1.0'
  readonly info: Json & { readonly title: string }
  readonly server: string
  /** Descriptions of the tags of operations. */
  readonly tags: Readonly<Record<string, string>>
  /** For all operations that have none of their own. */
  readonly security?: readonly Json[]
  readonly paths: Json
  readonly components: Json
}

export const openApiDocument = ({
  openapi,
  info: { title, ...info },
  server,
  tags,
  ...parts
}: DescribedApi): Json => ({
  openapi,
  info: { title, version: API_VERSION, ...info },
  servers: [{ url: server }],
  tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
  ...parts,
})

export const API_KEY_HEADER: Json = { type: 'apiKey', in: 'header', name: 'X-API-Key' }

type ComponentKind = 'headers' | 'parameters' | 'responses' | 'schemas'

export const referenceTo = (components: ComponentKind, name: string): { readonly $ref: string } => ({
  $ref: `#/components/${components}/${name}`,
})

/** A body of one media type, with a named schema. */
export const contentOf = (mediaType: string, schema: string): Json => ({
  [mediaType]: { schema: referenceTo('schemas', schema) },
})
