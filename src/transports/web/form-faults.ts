/** What is wrong with what somebody wrote: above the form in a list that leads to each field, and once more at the field. */
import { type Html, html } from './html.ts'

export interface Fault {
  /** Name and id of the field; null for what no single field is to blame for. */
  readonly field: string | null
  readonly message: string
}

export const faultSummary = (faults: readonly Fault[]): Html | null =>
  faults.length === 0
    ? null
    : html`<div class="bad" role="alert">
<p><strong>${faults.length === 1 ? 'One thing is to mend' : `${faults.length} things are to mend`}</strong></p>
<ul>${faults.map(({ field, message }) => html`<li>${field === null ? message : html`<a href="#${field}">${message}</a>`}</li>`)}</ul>
</div>`

/** Between the label and the field. */
export const fieldFaults = (faults: readonly Fault[], field: string): Html | null => {
  const own = ofField(faults, field)
  return own.length === 0
    ? null
    : html`<p class="fault" id="${field}-fault">${own.map(({ message }) => message).join(' ')}</p>`
}

/** Attributes of the field: whether it is at fault, and where that and its hint are said. */
export const described = (faults: readonly Fault[], field: string, hintId: string | null = null): Html => {
  const isFaulty = ofField(faults, field).length > 0
  const ids = [hintId, isFaulty && `${field}-fault`].filter((id) => typeof id === 'string')
  return html`${ids.length > 0 && html` aria-describedby="${ids.join(' ')}"`}${isFaulty && html` aria-invalid="true"`}`
}

const ofField = (faults: readonly Fault[], field: string): readonly Fault[] =>
  faults.filter((fault) => fault.field === field)
