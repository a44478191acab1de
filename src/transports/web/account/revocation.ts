/** How a person revokes a key, an app or a feed: a page that asks, and the form on it. */
import { problem } from '../../../op/problem/problem.ts'
import type { ActionOrigin } from '../../../platform/audit/event.ts'
import type { HttpAnswer, HttpRequest, HttpRoute } from '../../http/message.ts'
import { csrfField, originOf, seeOther } from '../../page/form.ts'
import { type Html, html } from '../../page/html.ts'
import { pageAnswer } from '../../page/page-layout.ts'
import { pageRoutes } from '../../page/page-route.ts'
import type { Viewer, Visitors } from '../../page/viewer.ts'

interface Revocable<T> {
  readonly noun: 'key' | 'app' | 'feed'
  readonly store: {
    list(accountId: string): Promise<readonly T[]>
    /** Returns null or false if the account has nothing with this id. */
    revoke(accountId: string, id: string, origin: ActionOrigin): Promise<string | null | boolean>
  }
  /** Explains the object to revoke and the consequences. */
  readonly explain: (found: T) => Html
}

export const revocationRoutes = <T extends { readonly id: string }>(
  visitors: Visitors,
  { noun, store, explain }: Revocable<T>,
): readonly HttpRoute[] => {
  const ask = async ({ location }: HttpRequest, viewer: Viewer): Promise<HttpAnswer> => {
    const { id } = location.params
    const found = (await store.list(viewer.accountId)).find((each) => each.id === id)
    if (found === undefined) throw problem('not_found', { what: noun, id })
    const title = `Revoke this ${noun}?`
    const body = html`<h1>${title}</h1>
${explain(found)}
<form class="actions" method="post" action="/account/${noun}s/${id}/revoke">
${csrfField(viewer)}
<button class="danger">Revoke</button>
<a class="button plain" href="/account#${noun}s">Keep it</a>
</form>`
    return pageAnswer({ title, body, viewer, unlisted: true })
  }

  const revoke = async (request: HttpRequest, viewer: Viewer): Promise<HttpAnswer> => {
    const { id } = request.location.params
    const revoked = await store.revoke(viewer.accountId, id, originOf(request))
    if (revoked === null || revoked === false) throw problem('not_found', { what: noun, id })
    return seeOther(`/account?done=${noun}`)
  }

  const path = `/account/${noun}s/{id}/revoke`
  return pageRoutes(visitors, visitors.signedIn, [
    ['GET', path, ask],
    ['POST', path, revoke],
  ])
}
