/** What the pages for signing in say. */
import { SIGN_IN_MINUTES } from '../../platform/sign-in/sign-ins.ts'
import { csrfField, type FormOwner } from './form.ts'
import { type Html, html } from './html.ts'

interface Said {
  readonly title: string
  readonly body: Html
}

/** `refused`: what was typed and is no address. */
export const askEmail = (
  owner: FormOwner,
  { next, refused = null }: { readonly next: string; readonly refused?: string | null },
): Said => ({
  title: 'Sign in',
  body: html`<h1>Sign in</h1>
<p>We send you a link and a code. There is no password, and the first time makes your account.</p>
<form method="post" action="/sign-in">
${csrfField(owner)}
<input type="hidden" name="next" value="${next}">
<label for="email">E-mail address</label>
${refused !== null && html`<p class="bad" id="email-fault">That is not an e-mail address. It looks like name@example.org.</p>`}
<input id="email" name="email" type="email" required maxlength="254" autocomplete="email" autocapitalize="none" spellcheck="false" value="${refused ?? ''}"${refused !== null && html` aria-invalid="true" aria-describedby="email-fault"`}>
<button>Send me the mail</button>
</form>`,
})

interface CodeState {
  /** After a wrong code; null before one. */
  readonly triesLeft: number | null
  readonly mailsStayHere: boolean
}

export const askCode = (owner: FormOwner, { triesLeft, mailsStayHere }: CodeState): Said => ({
  title: 'Check your email',
  body:
    triesLeft === 0
      ? html`<h1>This code is over</h1>
<p class="bad" role="alert">It was used, it is older than ${SIGN_IN_MINUTES} minutes, or there were too many tries.</p>
<p><a class="button" href="/sign-in">Ask for another mail</a></p>`
      : html`<h1>Check your email</h1>
<p>If the address is right, a mail is on its way. Open its link, or type its code here within ${SIGN_IN_MINUTES} minutes.</p>
${mailsStayHere && html`<p class="note">This service has no mail server yet. Whoever runs it finds the mail in the folder <code>outbox</code> of its data directory, and the link in its log.</p>`}
<form method="post" action="/sign-in/code">
${csrfField(owner)}
<label for="code">Code</label>
<p class="hint" id="code-hint">Eight letters, like BCDF-GHJK.</p>
${triesLeft !== null && html`<p class="bad" id="code-fault" role="alert">That is not the code of the last mail. ${triesLeft === 1 ? 'One more try.' : `${triesLeft} more tries.`}</p>`}
<input class="code" id="code" name="code" required maxlength="20" autocomplete="one-time-code" autocapitalize="characters" spellcheck="false" aria-describedby="code-hint${triesLeft !== null && ' code-fault'}"${triesLeft !== null && html` aria-invalid="true"`}>
<button>Sign in</button>
</form>
<p class="quiet">Nothing came? Look into the spam folder, or <a href="/sign-in">ask again</a>.</p>`,
})

export const confirmLink = (
  owner: FormOwner,
  { token, email }: { readonly token: string; readonly email: string },
): Said => ({
  title: 'Sign in',
  body: html`<h1>Sign in to Metes</h1>
<p>You will be signed in as <strong>${email}</strong> in this browser.</p>
<form method="post" action="/sign-in/link">
${csrfField(owner)}
<input type="hidden" name="token" value="${token}">
<button>Sign in</button>
</form>
<p class="quiet">Not your address, or you did not ask for it? Close this page: nothing happens.</p>`,
})

export const linkIsOver: Said = {
  title: 'This link is over',
  body: html`<h1>This link is over</h1>
<p>It was used already, or it is older than ${SIGN_IN_MINUTES} minutes.</p>
<p><a class="button" href="/sign-in">Ask for another mail</a></p>`,
}

export const tooManyMails: Said = {
  title: 'Too many mails',
  body: html`<h1>Too many mails</h1>
<p>Several mails were asked for already. Look for them, in the spam folder, too, or try again in ${SIGN_IN_MINUTES} minutes.</p>`,
}
