/** Fields of a POST that were written into the query: passing over them would answer another question than was asked. */
import type { Issue } from '../../op/problem/problem-details.ts'

export const fieldsInQuery = (query: string): readonly Issue[] =>
  [...new Set(new URLSearchParams(query).keys())].map((name) => ({
    path: name,
    message: `${name} is in the query; fields of a POST are sent in the JSON body.`,
    code: 'unknown_field',
  }))
