/**
 * `/unsubscribe`, where links in mails lead. The token in the address is all that is needed: no cookie, no sign-in. Looking changes
 * nothing, because programs that check mail for malware follow every link.
 */
import { KIND_WORDS } from '../../platform/mail/kinds.ts'
import { wants } from '../../platform/mail/preferences.ts'
import type { UnsubscribeChoice, UnsubscribeState, Unsubscribes } from '../../platform/mail/unsubscribe.ts'
import type { HttpAnswer, HttpRequest, HttpRoute } from '../http/message.ts'
import { seeOther } from './form.ts'
import { type Html, html } from './html.ts'
import { pageAnswer } from './page.ts'
import { pageRoute } from './page-route.ts'

const PATH = '/unsubscribe'

export const unsubscribeRoutes = (unsubscribes: Unsubscribes): readonly HttpRoute[] => {
  const look = async (request: HttpRequest): Promise<HttpAnswer> => {
    const token = tokenOf(request)
    return answerOf(await unsubscribes.look(token), token)
  }

  const choose = async (request: HttpRequest): Promise<HttpAnswer> => {
    const token = tokenOf(request)
    const choice = await choiceOf(request)
    const state = await unsubscribes.choose(token, choice ?? 'everything')
    // RFC 8058 §3.1: a mail program is not sent elsewhere.
    return choice === null || state === null ? answerOf(state, token) : seeOther(addressOf(token))
  }

  return [pageRoute('GET', PATH, look), pageRoute('POST', PATH, choose)]
}

const tokenOf = ({ location }: HttpRequest): string => new URLSearchParams(location.query).get('token') ?? ''

const addressOf = (token: string): string => `${PATH}?token=${encodeURIComponent(token)}`

const CHOICES: readonly UnsubscribeChoice[] = ['kind', 'everything', 'resubscribe']

/** What a form of this page says; null for the one click in a mail program, which may send its fields as multipart (RFC 8058 §3.2). */
const choiceOf = async (request: HttpRequest): Promise<UnsubscribeChoice | null> => {
  if (request.header('content-type')?.toLowerCase().startsWith('multipart/form-data')) return null
  const choice = (await request.form()).get('choice')
  return CHOICES.find((each) => each === choice) ?? null
}

const answerOf = (state: UnsubscribeState | null, token: string): HttpAnswer =>
  state === null
    ? pageAnswer({
        status: 400,
        title: 'This link does not work',
        viewer: 'unknown',
        unlisted: true,
        body: BROKEN,
      })
    : pageAnswer({ title: 'E-mails', viewer: 'unknown', unlisted: true, body: switches(state, token) })

const BROKEN = html`<h1>This link does not work</h1>
<p>Perhaps it was cut when it was copied: open it from the mail itself. Signed in, you choose at <a href="/account">your account</a> what you are sent.</p>`

const switches = ({ kind, preferences }: UnsubscribeState, token: string): Html => {
  const words = KIND_WORDS[kind]
  const action = addressOf(token)
  if (!wants(preferences, kind)) {
    return html`<h1>You are unsubscribed</h1>
<p class="good" role="status">${preferences.subscribed ? `You are sent no ${words} any more.` : 'You are sent no automated e-mails any more.'}</p>
<p>Was this a mistake?</p>
${form(action, 'resubscribe', `Send me ${words} again`, 'plain')}
${preferences.subscribed && form(action, 'everything', 'Unsubscribe from everything', 'plain')}
${ALWAYS}`
  }
  return html`<h1>E-mails from Metes</h1>
<p>You are sent <strong>${words}</strong>. What should change?</p>
${form(action, 'kind', `No ${words}`, null)}
${form(action, 'everything', 'Unsubscribe from everything', 'plain')}
${ALWAYS}`
}

const ALWAYS = html`<p class="quiet">Sign-in and security emails are always sent. At <a href="/account">your account</a> you choose kind by kind.</p>`

const form = (action: string, choice: UnsubscribeChoice, label: string, look: 'plain' | null): Html =>
  html`<form method="post" action="${action}"><button name="choice" value="${choice}"${look === 'plain' && html` class="plain"`}>${label}</button></form>`
