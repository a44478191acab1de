/** Rejects query fields of a POST: ignoring them would answer a different question. */
import type { Issue } from '../../op/problem/problem-facts.ts'

export const fieldsInQuery = (query: string): readonly Issue[] =>
  [...new Set(new URLSearchParams(query).keys())].map((name) => ({
    path: name,
    message: `${name} is in the query; send the fields of a POST in the JSON body.`,
    code: 'unknown_field',
  }))
