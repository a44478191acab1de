/** Routes on which a person allows an app to use the account, or not. A GET decides nothing. */
import type { HttpRequest, HttpRoute } from '../../http/message.ts'
import type { Authorizations } from '../../oauth/authorizations.ts'
import { consentPath, INTERACTION_COOKIE } from '../../oauth/paths.ts'
import { readCookie } from '../../page/cookies.ts'
import { seeOther } from '../../page/form.ts'
import { type FieldsEndpoint, pageRoutes } from '../../page/page-route.ts'
import type { Viewer, Visitors } from '../../page/viewer.ts'
import { consentIsOver, consentPage } from './consent-page.ts'

export interface ConsentPagesOptions {
  readonly authorizations: Authorizations
}

export const consentRoutes = (
  visitors: Visitors,
  { authorizations }: ConsentPagesOptions,
): readonly HttpRoute[] => {
  const ask: FieldsEndpoint<Viewer> = async (request, viewer) => {
    const { id } = request.location.params
    const asked = await authorizations.find(id, cookieOf(request))
    return asked === null ? consentIsOver(viewer) : consentPage(viewer, asked, consentPath(id))
  }

  const decide: FieldsEndpoint<Viewer> = async (request, viewer, fields) => {
    const { id } = request.location.params
    const { accountId } = viewer
    const decision = fields.get('decision')
    // A form without a decision: ask again.
    if (decision !== 'allow' && decision !== 'deny') return seeOther(consentPath(encodeURIComponent(id)))
    const person = { accountId, address: request.origin.address }
    const next = await authorizations.decide(id, cookieOf(request), decision === 'allow' ? person : 'deny')
    return next === null ? consentIsOver(viewer) : seeOther(next)
  }

  return pageRoutes(visitors, visitors.signedIn, [
    ['GET', consentPath('{id}'), ask],
    ['POST', consentPath('{id}'), decide],
  ])
}

const cookieOf = (request: HttpRequest): string | null =>
  readCookie(request.header('cookie') ?? '', INTERACTION_COOKIE)
