/**
 * `/unsubscribe`, the target of links in mails. The token in the address suffices, without cookie or sign-in. GET changes nothing, because
 * mail scanners follow every link.
 */
import { KIND_WORDS } from '../../platform/mail/mail-kinds.ts'
import { wants } from '../../platform/mail/preferences.ts'
import type { UnsubscribeChoice, UnsubscribeState, Unsubscribes } from '../../platform/mail/unsubscribe.ts'
import type { HttpAnswer, HttpRequest, HttpRoute } from '../http/message.ts'
import { seeOther } from '../page/form.ts'
import { type Html, html } from '../page/html.ts'
import { pageAnswer } from '../page/page-layout.ts'
import { pageRoute } from '../page/page-route.ts'

const PATH = '/unsubscribe'

export const unsubscribeRoutes = (unsubscribes: Unsubscribes): readonly HttpRoute[] => {
  const look = async (request: HttpRequest): Promise<HttpAnswer> => {
    const token = tokenOf(request)
    return unsubscribeAnswer(await unsubscribes.look(token), token)
  }

  const choose = async (request: HttpRequest): Promise<HttpAnswer> => {
    const token = tokenOf(request)
    const choice = await choiceOf(request)
    const state = await unsubscribes.choose(token, choice ?? 'everything')
    // RFC 8058 §3.1: no redirect for mail programs.
    return choice === null || state === null
      ? unsubscribeAnswer(state, token)
      : seeOther(unsubscribeAddress(token))
  }

  return [pageRoute('GET', PATH, look), pageRoute('POST', PATH, choose)]
}

const tokenOf = ({ location }: HttpRequest): string => new URLSearchParams(location.query).get('token') ?? ''

const unsubscribeAddress = (token: string): string => `${PATH}?token=${encodeURIComponent(token)}`

const CHOICES: readonly UnsubscribeChoice[] = ['kind', 'everything', 'resubscribe']

/**
 * Returns the choice in a form of this page; null for a mail program's one-click POST, which may be multipart (RFC 8058
 * §3.2).
 */
const choiceOf = async (request: HttpRequest): Promise<UnsubscribeChoice | null> => {
  if (request.header('content-type')?.toLowerCase().startsWith('multipart/form-data')) return null
  const choice = (await request.form()).get('choice')
  return CHOICES.find((each) => each === choice) ?? null
}

const unsubscribeAnswer = (state: UnsubscribeState | null, token: string): HttpAnswer =>
  state === null
    ? pageAnswer({ ...PAGE, status: 400, title: 'This link does not work', body: BROKEN })
    : pageAnswer({ ...PAGE, title: 'Emails', body: switches(state, token) })

const PAGE = { viewer: 'unknown', unlisted: true } as const

const BROKEN = html`<h1>This link does not work</h1>
<p>It may have been cut off when it was copied. Open it from the email itself, or choose your emails on your <a href="/account">account page</a>.</p>`

const switches = ({ kind, preferences }: UnsubscribeState, token: string): Html => {
  const words = KIND_WORDS[kind]
  const action = unsubscribeAddress(token)
  if (!wants(preferences, kind)) {
    return html`<h1>You are unsubscribed</h1>
<p class="good" role="status">${preferences.subscribed ? `You will no longer receive ${words}.` : 'You will no longer receive automated emails.'}</p>
<p>Was this a mistake?</p>
${form(action, 'resubscribe', `Resubscribe to ${words}`, 'plain')}
${preferences.subscribed && form(action, 'everything', 'Unsubscribe from everything', 'plain')}
${ALWAYS}`
  }
  return html`<h1>Emails from Metes</h1>
<p>You receive <strong>${words}</strong>.</p>
${form(action, 'kind', `Unsubscribe from ${words}`, null)}
${form(action, 'everything', 'Unsubscribe from everything', 'plain')}
${ALWAYS}`
}

const ALWAYS = html`<p class="quiet">Sign-in and security emails are always sent. Choose each kind on your <a href="/account">account page</a>.</p>`

const form = (action: string, choice: UnsubscribeChoice, label: string, look: 'plain' | null): Html =>
  html`<form method="post" action="${action}"><button name="choice" value="${choice}"${look === 'plain' && html` class="plain"`}>${label}</button></form>`
