/** How a person creates a key or a feed, which is shown once. */
import type { ActionOrigin } from '../../../platform/audit/event.ts'
import { MAX_NAME_LENGTH } from '../../../platform/key-limits.ts'
import type { HttpRoute } from '../../http/message.ts'
import { formText, originOf, seeOther } from '../../page/form.ts'
import type { Html } from '../../page/html.ts'
import { pageAnswer } from '../../page/page-layout.ts'
import { pageRoutes } from '../../page/page-route.ts'
import { COPY_SCRIPT } from '../../page/shown-once.ts'
import type { Visitors } from '../../page/viewer.ts'

export interface NewCredential {
  readonly accountId: string
  readonly name: string | null
  readonly origin: ActionOrigin
}

/** `create` returns the page that shows it. */
export const creationRoutes = (
  visitors: Visitors,
  noun: 'key' | 'feed',
  create: (asked: NewCredential) => Promise<Html>,
): readonly HttpRoute[] =>
  pageRoutes(visitors, visitors.signedIn, [
    // For reloads of the page that shows it.
    ['GET', `/account/${noun}s`, async () => seeOther(`/account#${noun}s`)],
    [
      'POST',
      `/account/${noun}s`,
      async (request, viewer, fields) => {
        const name = formText(fields, 'name', MAX_NAME_LENGTH)
        const body = await create({ accountId: viewer.accountId, name, origin: originOf(request) })
        // Answered without a redirect, so that the secret does not have to be stored.
        return pageAnswer({ title: `Your new ${noun}`, body, viewer, unlisted: true, scripts: COPY_SCRIPT })
      },
    ],
  ])
