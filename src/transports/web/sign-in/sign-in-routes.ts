/**
 * Routes for signing in and out. The mail's link opens a page that asks for a click, because mail scanners open links. The
 * code works only in the browser that requested it.
 */
import type { Sessions } from '../../../platform/sign-in/sessions.ts'
import { SIGN_IN_MINUTES } from '../../../platform/sign-in/sign-in-mail.ts'
import type { SignedIn, SignIns } from '../../../platform/sign-in/sign-ins.ts'
import type { HttpAnswer, HttpRequest, HttpRoute } from '../../http/message.ts'
import type { Cookies } from '../../page/cookies.ts'
import { seeOther } from '../../page/form.ts'
import { localPath } from '../../page/local-path.ts'
import { pageAnswer } from '../../page/page-layout.ts'
import { type FieldsEndpoint, pageRoutes } from '../../page/page-route.ts'
import { SESSION_SECONDS, type Viewer, type Visitor, type Visitors } from '../../page/viewer.ts'
import { askCode, askEmail, confirmLink, linkIsOver, tooManyMails } from './sign-in-pages.ts'

export interface SignInPagesOptions {
  readonly baseUrl: string
  readonly cookies: Cookies
  readonly sessions: Sessions
  readonly signIns: SignIns
  /** True if no mail server is set: the page then says where to find the mail. */
  readonly mailsStayHere: boolean
}

const ACCOUNT = '/account'

/** Addresses that people type. */
const SIGN_IN_ALIASES = ['/login', '/signin', '/signup']

export const signInRoutes = (visitors: Visitors, options: SignInPagesOptions): readonly HttpRoute[] => {
  const { baseUrl, cookies, sessions, signIns, mailsStayHere } = options

  const letIn = async (request: HttpRequest, { account, next }: SignedIn): Promise<HttpAnswer> => {
    const token = await sessions.begin(account.id, {
      userAgent: request.header('user-agent') ?? null,
      oldToken: cookies.read(request, 'session'),
    })
    return seeOther(localPath(next, ACCOUNT), [
      ...cookies.write('session', token, SESSION_SECONDS),
      ...cookies.clear('sign_in'),
    ])
  }

  const toSignIn: FieldsEndpoint<Visitor> = async () => seeOther('/sign-in')

  const ask: FieldsEndpoint<Visitor> = async (_request, visitor, fields) => {
    const next = localPath(fields.get('next'), ACCOUNT)
    return visitor.viewer === null ? page(200, askEmail(visitor, { next })) : seeOther(next)
  }

  const sendMail: FieldsEndpoint<Visitor> = async (request, visitor, fields) => {
    const email = fields.get('email') ?? ''
    const next = localPath(fields.get('next'), ACCOUNT)
    const started = await signIns.start({
      email,
      next,
      address: request.origin.address,
      linkAt: (token) => `${baseUrl}/sign-in/link?token=${token}`,
    })
    if (started === 'not_an_address') return page(400, askEmail(visitor, { next, refused: email }))
    if (started === 'too_many_attempts') return page(429, tooManyMails, RETRY)
    return seeOther('/sign-in/code', cookies.write('sign_in', started.browserToken, SIGN_IN_MINUTES * 60))
  }

  const askForCode: FieldsEndpoint<Visitor> = async (request, visitor) =>
    cookies.read(request, 'sign_in') === null
      ? seeOther('/sign-in')
      : page(200, askCode(visitor, { triesLeft: null, mailsStayHere }))

  const takeCode: FieldsEndpoint<Visitor> = async (request, visitor, fields) => {
    const browserToken = cookies.read(request, 'sign_in')
    if (browserToken === null) return seeOther('/sign-in')
    const answer = await signIns.byCode(browserToken, fields.get('code') ?? '', request.origin.address)
    return 'account' in answer
      ? letIn(request, answer)
      : page(400, askCode(visitor, { ...answer, mailsStayHere }))
  }

  const confirm: FieldsEndpoint<Visitor> = async (_request, visitor, fields) => {
    const token = fields.get('token') ?? ''
    const target = await signIns.preview(token)
    return target === null
      ? page(410, linkIsOver)
      : page(200, confirmLink(visitor, { token, email: target.email }))
  }

  const takeLink: FieldsEndpoint<Visitor> = async (request, _visitor, fields) => {
    const answer = await signIns.byLink(fields.get('token') ?? '', request.origin.address)
    return answer === null ? page(410, linkIsOver) : letIn(request, answer)
  }

  const signOut: FieldsEndpoint<Viewer> = async (_request, viewer, fields) => {
    if (fields.get('everywhere') === 'yes') await sessions.endAll(viewer.accountId)
    else await sessions.end(viewer.accountId, viewer.sessionId)
    return seeOther('/', cookies.clear('session'))
  }

  return [
    ...pageRoutes(visitors, visitors.forAnyone, [
      ...SIGN_IN_ALIASES.map((path) => ['GET', path, toSignIn] as const),
      ['GET', '/sign-in', ask],
      ['POST', '/sign-in', sendMail],
      ['GET', '/sign-in/code', askForCode],
      ['POST', '/sign-in/code', takeCode],
      ['GET', '/sign-in/link', confirm],
      ['POST', '/sign-in/link', takeLink],
    ]),
    ...pageRoutes(visitors, visitors.signedIn, [['POST', '/sign-out', signOut]]),
  ]
}

const RETRY = ['Retry-After', String(SIGN_IN_MINUTES * 60)]

const page = (
  status: number,
  { title, body }: ReturnType<typeof askCode>,
  headers: readonly string[] = [],
): HttpAnswer => pageAnswer({ status, title, body, viewer: null, unlisted: true, headers })
