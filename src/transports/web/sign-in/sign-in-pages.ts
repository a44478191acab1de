/** Renders the sign-in pages. */
import { SIGN_IN_MINUTES } from '../../../platform/sign-in/sign-in-mail.ts'
import { csrfField, type FormOwner } from '../../page/form.ts'
import { type Html, html } from '../../page/html.ts'

interface Said {
  readonly title: string
  readonly body: Html
}

/** `refused`: the text that was entered instead of an address. */
export const askEmail = (
  owner: FormOwner,
  { next, refused = null }: { readonly next: string; readonly refused?: string | null },
): Said => ({
  title: 'Sign in',
  body: html`<h1>Sign in</h1>
<p>We send you an email with a link and a code. There is no password. Your first sign-in creates your account.</p>
<form method="post" action="/sign-in">
${csrfField(owner)}
<input type="hidden" name="next" value="${next}">
<label for="email">Email address</label>
${refused !== null && html`<p class="bad" id="email-fault">This is not a valid email address. Enter one like name@example.org.</p>`}
<input id="email" name="email" type="email" required maxlength="254" autocomplete="email" autocapitalize="none" spellcheck="false" value="${refused ?? ''}"${refused !== null && html` aria-invalid="true" aria-describedby="email-fault"`}>
<button>Send email</button>
</form>`,
})

interface CodeState {
  /** Set after a wrong code; null before the first try. */
  readonly triesLeft: number | null
  readonly mailsStayHere: boolean
}

export const askCode = (owner: FormOwner, { triesLeft, mailsStayHere }: CodeState): Said => ({
  title: 'Check your email',
  body:
    triesLeft === 0
      ? html`<h1>This code is no longer valid</h1>
<p class="bad" role="alert">It was already used, it is older than ${SIGN_IN_MINUTES} minutes, or there were too many tries.</p>
<p><a class="button" href="/sign-in">Request a new email</a></p>`
      : html`<h1>Check your email</h1>
<p>If the address is correct, you will get an email soon. Open its link, or enter its code here within ${SIGN_IN_MINUTES} minutes.</p>
${mailsStayHere && html`<p class="note">This service has no mail server yet. Its operator finds the email in the folder <code>outbox</code> of the data directory, and the link in the log.</p>`}
<form method="post" action="/sign-in/code">
${csrfField(owner)}
<label for="code">Code</label>
<p class="hint" id="code-hint">Eight letters, like BCDF-GHJK.</p>
${triesLeft !== null && html`<p class="bad" id="code-fault" role="alert">This is not the code of the latest email. ${triesLeft === 1 ? 'You have one more try.' : `You have ${triesLeft} more tries.`}</p>`}
<input class="code" id="code" name="code" required maxlength="20" autocomplete="one-time-code" autocapitalize="characters" spellcheck="false" aria-describedby="code-hint${triesLeft !== null && ' code-fault'}"${triesLeft !== null && html` aria-invalid="true"`}>
<button>Sign in</button>
</form>
<p class="quiet">No email? Check your spam folder, or <a href="/sign-in">request another one</a>.</p>`,
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
<p class="quiet">If this is not your address, or if you did not ask to sign in, close this page.</p>`,
})

export const linkIsOver: Said = {
  title: 'This link is no longer valid',
  body: html`<h1>This link is no longer valid</h1>
<p>It was already used, or it is older than ${SIGN_IN_MINUTES} minutes.</p>
<p><a class="button" href="/sign-in">Request a new email</a></p>`,
}

export const tooManyMails: Said = {
  title: 'Too many emails',
  body: html`<h1>Too many emails</h1>
<p>Several emails were already requested. Check your inbox and spam folder, or try again in ${SIGN_IN_MINUTES} minutes.</p>`,
}
