/** Routes of the feeds on the account page. */
import { problem } from '../../../op/problem/problem.ts'
import { type Feeds, MAX_FEEDS } from '../../../platform/feeds/feeds.ts'
import type { HttpAnswer, HttpRequest, HttpRoute } from '../../http/message.ts'
import { formText, originOf, seeOther } from '../../page/form.ts'
import { pageAnswer } from '../../page/page.ts'
import { pageRoutes } from '../../page/page-route.ts'
import type { Viewer, Visitors } from '../../page/viewer.ts'
import { MAX_NAME_LENGTH } from './credential-parts.ts'
import { explainFeedRevocation, newFeedPage } from './feed-pages.ts'
import { revocationRoutes } from './revocation.ts'

export interface FeedPagesOptions {
  readonly baseUrl: string
  readonly visitors: Visitors
  readonly feeds: Pick<Feeds, 'add' | 'list' | 'revoke'>
}

export const feedRoutes = ({ baseUrl, visitors, feeds }: FeedPagesOptions): readonly HttpRoute[] => {
  const make = async (request: HttpRequest, viewer: Viewer): Promise<HttpAnswer> => {
    const fields = await visitors.formOf(request, viewer)
    const name = formText(fields, 'name', MAX_NAME_LENGTH)
    // Answered without a redirect, so that the token does not have to be stored.
    const token = await feeds.add({ accountId: viewer.accountId, name, origin: originOf(request) })
    if (token === null) throw problem('too_many_feeds', { max: MAX_FEEDS })
    const body = newFeedPage(token, baseUrl)
    return pageAnswer({ title: 'Your new feed', body, viewer, unlisted: true })
  }

  return [
    ...pageRoutes(visitors.signedIn, [
      // For reloads of the page that shows a new feed.
      ['GET', '/account/feeds', async () => seeOther('/account#feeds')],
      ['POST', '/account/feeds', make],
    ]),
    ...revocationRoutes(visitors, { noun: 'feed', store: feeds, explain: explainFeedRevocation }),
  ]
}
