/** The model's submissions so far: a valid plan, or the number of rejected ones. */
import { type Planned, PlannerFailed } from '../../domain/area/ports.ts'
import { ANSWER, type AnswerReader, type WrittenAnswer } from './answer.ts'
import { MAX_REFUSED_ANSWERS } from './model-call-limits.ts'

/** A model with many errors gets only the first ones. */
const MAX_FAULTS = 10

const NO_FORM = 'Answer by calling submit_plan, with the fields of its schema.'

export const planSubmission = (reader: AnswerReader) => {
  let planned: Planned | null = null
  let refusals = 0
  let faults: readonly string[] = []

  const take = async (answer: WrittenAnswer) => {
    const read = await reader.planned(answer)
    if (read.faults === null) {
      planned = read.value
      return { accepted: true }
    }
    refuse(read.faults)
    return { accepted: false, faults: read.faults.slice(0, MAX_FAULTS) }
  }

  /** Some models write the plan as text instead of calling the tool. */
  const takeText = async (text: string): Promise<void> => {
    const answer = ANSWER.safeParse(jsonIn(text))
    if (answer.success) await take(answer.data)
    else refuseForm()
  }

  const refuseForm = (): void => refuse([NO_FORM])

  const refuse = (found: readonly string[]): void => {
    refusals++
    faults = found
  }

  return {
    get planned(): Planned | null {
      return planned
    },
    get isOver(): boolean {
      return planned !== null || refusals >= MAX_REFUSED_ANSWERS
    },
    /** Null while another answer may follow. */
    get failure(): PlannerFailed | null {
      if (refusals < MAX_REFUSED_ANSWERS) return null
      return faults.includes(NO_FORM)
        ? new PlannerFailed('unusable', 'The answers of the model were not plans.')
        : new PlannerFailed(
            'unfounded',
            `The model’s plans were invalid; the last one had ${faults.length} faults.`,
          )
    },
    /** The errors, for the model. */
    get complaint(): string {
      return faults.slice(0, MAX_FAULTS).join(' ')
    },
    take,
    takeText,
    refuseForm,
  }
}

/** Returns the outermost object of the text, which may have words or a fence around it. */
const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
  } catch {
    return null
  }
}
