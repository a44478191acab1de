/**
 * Shared by the operations behind features. They are not in the registry, because the standard defines how they are called;
 * callers, limits and units are those of every operation, because they run as one.
 */
import { z } from 'zod'
import { KINDS } from '../../domain/boundary/kind.ts'
import { GEOJSON_TYPE } from './media-types.ts'

export const CACHE_SECONDS = 300

/** Fields of every input. */
export const FEATURE_INPUT = { root: z.string(), collection: z.enum(KINDS) }

export const FEATURE_OP = {
  group: 'boundaries',
  access: 'key',
  takesBasic: true,
  readOnly: true,
  cacheSeconds: CACHE_SECONDS,
  output: z.unknown(),
  mediaType: GEOJSON_TYPE,
  examples: [],
  agent: { hint: '', summarize: () => '' },
  positional: [],
} as const
