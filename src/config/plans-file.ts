/** Reads the operator's file of plans: `{ "free": { "units_per_month": 1000, "calls_per_minute": 60 }, … }`. */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { DEFAULT_FILE_BYTES, type Plans } from '../platform/plans.ts'

/** @throws Error that says what is wrong with the file */
export const readPlansFile = (path: string): Plans => {
  const parsed = plansFile().safeParse(readJson(path))
  if (!parsed.success) throw new Error(parsed.error.issues.map((issue) => sentenceOf(issue)).join('; '))
  return Object.freeze(
    Object.fromEntries(
      Object.entries(parsed.data).map(([name, plan]) => [
        name,
        {
          unitsPerMonth: plan.units_per_month,
          callsPerMinute: plan.calls_per_minute,
          fileBytes: plan.file_bytes,
        },
      ]),
    ),
  )
}

const limit = (least: number) => z.int().min(least).nullable()

const plansFile = () =>
  z
    .record(
      // Plan names are quoted strings in the RateLimit fields.
      z
        .string()
        .regex(
          /^[a-z0-9][a-z0-9_-]{0,39}$/,
          'is not a valid plan name; use only letters a to z, digits, - and _',
        ),
      z.strictObject({
        units_per_month: limit(0),
        calls_per_minute: limit(1),
        file_bytes: limit(0).default(DEFAULT_FILE_BYTES),
      }),
    )
    .refine((plans) => Object.keys(plans).length > 0, 'contains no plan')

const readJson = (path: string): unknown => {
  // Drops a byte order mark, with which editors on Windows begin files.
  const text = new TextDecoder().decode(readFileSync(path))
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error('it is not valid JSON', { cause: error })
  }
}

const sentenceOf = ({ path, message }: z.core.$ZodIssue): string =>
  path.length === 0 ? message : `${path.join('.')}: ${message}`
