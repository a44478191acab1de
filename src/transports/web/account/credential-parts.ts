/** Keys and feeds on the account page: rows of those that there are, and the form that creates another. */

import { MAX_NAME_LENGTH } from '../../../platform/key-limits.ts'
import { csrfField, type FormOwner } from '../../page/form.ts'
import { day, lastUsed } from '../../page/format-values.ts'
import { type Html, html } from '../../page/html.ts'

type Noun = 'key' | 'feed'

interface ListedCredential {
  readonly id: string
  readonly name: string | null
  /** The first characters, by which people recognize it. */
  readonly prefix: string
  /** RFC 3339. */
  readonly createdAt: string
  /** Null if it was never used. */
  readonly lastUsedAt: string | null
}

export const credentialRow = (
  noun: Noun,
  { id, name, prefix, createdAt, lastUsedAt }: ListedCredential,
): Html => html`<li>
<div><strong><bdi>${nameOrNone(name)}</bdi></strong><br><span class="quiet"><code>${prefix}…</code> · created ${day(createdAt)} · ${lastUsed(lastUsedAt)}</span></div>
<a class="button danger" href="/account/${noun}s/${id}/revoke">Revoke<span class="unseen"> ${name ?? prefix}</span></a>
</li>`

/** Returns a paragraph for the page that asks before revoking. */
export const credentialName = ({ name, prefix }: Pick<ListedCredential, 'name' | 'prefix'>): Html =>
  html`<p><strong><bdi>${nameOrNone(name)}</bdi></strong> <code>${prefix}…</code></p>`

const nameOrNone = (name: string | null): string => name ?? 'Unnamed'

export const credentialForm = (
  owner: FormOwner,
  noun: Noun,
  hint: string,
): Html => html`<form class="card" method="post" action="/account/${noun}s">
${csrfField(owner)}
<label for="${noun}-name">Name of a new ${noun}</label>
<p class="hint" id="${noun}-hint">${hint}</p>
<input id="${noun}-name" name="name" maxlength="${MAX_NAME_LENGTH}" autocomplete="off" aria-describedby="${noun}-hint">
<button>Create ${noun}</button>
</form>`
