/** Parses the JSON of an untrusted server. */
import { UnusableAnswer } from './unusable-answer.ts'

export type Fields = Readonly<Record<string, unknown>>

/** @throws UnusableAnswer */
export const parseAnswer = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new UnusableAnswer('The answer is incomplete or not JSON.')
  }
}

export const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null
