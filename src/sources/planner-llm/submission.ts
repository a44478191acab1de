/** The model's submissions so far: a valid plan, or the number of rejected ones. */
import { type Planned, PlannerFailed } from '../../domain/area/ports.ts'
import { ANSWER, type AnswerReader, type WrittenAnswer } from './answer.ts'
import { MAX_REFUSED_ANSWERS } from './budget.ts'

/** A model with many errors gets only the first ones. */
const MAX_FAULTS = 10

const NO_FORM = 'Answer by calling submit_plan, with the fields of its schema.'

export class PlanSubmission {
  readonly reader: AnswerReader
  #planned: Planned | null = null
  #refusals = 0
  #faults: readonly string[] = []

  constructor(reader: AnswerReader) {
    this.reader = reader
  }

  get planned(): Planned | null {
    return this.#planned
  }

  get isOver(): boolean {
    return this.#planned !== null || this.#refusals >= MAX_REFUSED_ANSWERS
  }

  /** Null while another answer may follow. */
  get failure(): PlannerFailed | null {
    if (this.#refusals < MAX_REFUSED_ANSWERS) return null
    return this.#faults.includes(NO_FORM)
      ? new PlannerFailed('unusable', 'The answers of the model were not plans.')
      : new PlannerFailed(
          'unfounded',
          `The model’s plans were invalid; the last one had ${this.#faults.length} faults.`,
        )
  }

  /** The errors, for the model. */
  get complaint(): string {
    return this.#faults.slice(0, MAX_FAULTS).join(' ')
  }

  async take(answer: WrittenAnswer) {
    const read = await this.reader.planned(answer)
    if (read.faults === null) {
      this.#planned = read.value
      return { accepted: true }
    }
    this.#refuse(read.faults)
    return { accepted: false, faults: read.faults.slice(0, MAX_FAULTS) }
  }

  /** Some models write the plan as text instead of calling the tool. */
  async takeText(text: string): Promise<void> {
    const answer = ANSWER.safeParse(jsonIn(text))
    if (answer.success) await this.take(answer.data)
    else this.refuseForm()
  }

  refuseForm(): void {
    this.#refuse([NO_FORM])
  }

  #refuse(faults: readonly string[]): void {
    this.#refusals++
    this.#faults = faults
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
