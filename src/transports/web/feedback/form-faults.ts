/** Shows form errors twice: in a summary above the form with links to the fields, and at each field. */
import { type Html, html } from '../../page/html.ts'

export interface FormFault {
  /** Name and id of the field; null for an error of the whole form. */
  readonly field: string | null
  readonly message: string
}

export const faultSummary = (faults: readonly FormFault[]): Html | null =>
  faults.length === 0
    ? null
    : html`<div class="bad" role="alert">
<p><strong>${faults.length === 1 ? 'Correct one error' : `Correct ${faults.length} errors`}</strong></p>
<ul>${faults.map(({ field, message }) => html`<li>${field === null ? message : html`<a href="#${field}">${message}</a>`}</li>`)}</ul>
</div>`

/** The errors of a field, between its label and its input. */
export const fieldFaults = (faults: readonly FormFault[], field: string): Html | null => {
  const own = ofField(faults, field)
  return own.length === 0
    ? null
    : html`<p class="fault" id="${field}-fault">${own.map(({ message }) => message).join(' ')}</p>`
}

/** The ARIA attributes of a field: invalid state, and the ids of hint and error. */
export const described = (
  faults: readonly FormFault[],
  field: string,
  hintId: string | null = null,
): Html => {
  const isFaulty = ofField(faults, field).length > 0
  const ids = [hintId, isFaulty && `${field}-fault`].filter((id) => typeof id === 'string')
  return html`${ids.length > 0 && html` aria-describedby="${ids.join(' ')}"`}${isFaulty && html` aria-invalid="true"`}`
}

const ofField = (faults: readonly FormFault[], field: string): readonly FormFault[] =>
  faults.filter((fault) => fault.field === field)
