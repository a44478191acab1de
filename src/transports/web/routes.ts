/** All web pages. */

import type { Unsubscribes } from '../../platform/mail/unsubscribe.ts'
import type { Sessions } from '../../platform/sign-in/sessions.ts'
import type { Random } from '../../util/random.ts'
import type { HttpRoute } from '../http/message.ts'
import { createCookies } from '../page/cookies.ts'
import { limitedPage } from '../page/page-rate-limit.ts'
import { copyScriptRoute } from '../page/shown-once.ts'
import { stylesheetRoute } from '../page/stylesheet.ts'
import { createVisitors, type VisitorsOptions } from '../page/viewer.ts'
import { type AccountPagesOptions, accountRoutes } from './account/account-routes.ts'
import { docsAssetRoutes } from './docs/docs-assets.ts'
import { docsRoutes } from './docs/docs-routes.ts'
import { embedCallRoute } from './embed/embed-calls.ts'
import { type EmbedPageOptions, embedPageRoute } from './embed/embed-page.ts'
import { createExplorerAssets } from './explorer/map-page-assets.ts'
import { type ExplorerCallsOptions, explorerCallRoutes } from './explorer/map-page-calls.ts'
import { type FeedbackPagesOptions, feedbackRoutes } from './feedback/feedback-routes.ts'
import { type HomeOptions, homeRoute } from './home/home.ts'
import { type ConsentPagesOptions, consentRoutes } from './sign-in/consent-routes.ts'
import { type DevicePagesOptions, deviceRoutes } from './sign-in/device-routes.ts'
import { type SignInPagesOptions, signInRoutes } from './sign-in/sign-in-routes.ts'
import { unsubscribeRoutes } from './unsubscribe-route.ts'

export type WebOptions = AccountPagesOptions &
  ConsentPagesOptions &
  DevicePagesOptions &
  FeedbackPagesOptions &
  ExplorerCallsOptions &
  Omit<EmbedPageOptions, 'assets'> &
  Omit<HomeOptions, 'assets'> &
  Omit<SignInPagesOptions, 'cookies'> & {
    readonly random: Random
    readonly unsubscribes: Unsubscribes
  }

export const webRoutes = (options: WebOptions): readonly HttpRoute[] => {
  const { baseUrl, random, sessions } = options
  const cookies = createCookies(baseUrl)
  const visitors = createVisitors({ baseUrl, random, cookies, viewerOf: viewerOf(sessions) })
  const assets = createExplorerAssets()
  return [
    stylesheetRoute,
    copyScriptRoute,
    assets.route,
    ...docsAssetRoutes,
    ...explorerCallRoutes(visitors, options),
    embedCallRoute(options),
    // No rate limit: mail programs unsubscribe thousands of people from a few addresses, and invalid tokens cost nothing.
    ...unsubscribeRoutes(options.unsubscribes),
    ...[
      homeRoute(visitors, { ...options, assets }),
      embedPageRoute({ ...options, assets }),
      ...docsRoutes(visitors, options),
      ...signInRoutes(visitors, { ...options, cookies }),
      ...accountRoutes(visitors, options),
      ...consentRoutes(visitors, options),
      ...deviceRoutes(visitors, options),
      ...feedbackRoutes(visitors, options),
    ].map(limitedPage(options.rateLimits)),
  ]
}

const viewerOf =
  (sessions: Sessions): VisitorsOptions['viewerOf'] =>
  async (token) => {
    const found = await sessions.find(token)
    if (found === null) return null
    const { session, email, newToken } = found
    const { accountId, id: sessionId, csrfToken } = session
    return { viewer: { accountId, email, sessionId, csrfToken }, newToken }
  }
