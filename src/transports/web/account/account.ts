/** Routes of the account page: plan, usage, keys, apps, feeds, profile, emails, browsers. */
import { problem } from '../../../op/problem/problem.ts'
import { type Accounts, PROFILE_LENGTHS } from '../../../platform/accounts.ts'
import type { Keys } from '../../../platform/keys.ts'
import { SWITCHABLE_KINDS } from '../../../platform/mail/kinds.ts'
import type { EmailPreferenceStore } from '../../../platform/mail/ports.ts'
import { KEY_LIMITS } from '../../../platform/new-key.ts'
import type { Grants } from '../../../platform/oauth/grants.ts'
import type { Sessions } from '../../../platform/sign-in/sessions.ts'
import type { Usage } from '../../../platform/usage.ts'
import type { HttpAnswer, HttpRequest, HttpRoute } from '../../http/message.ts'
import { formText, originOf, seeOther } from '../../page/form.ts'
import type { Html } from '../../page/html.ts'
import { pageAnswer } from '../../page/page.ts'
import { pageRoutes } from '../../page/page-route.ts'
import type { Viewer, Visitors } from '../../page/viewer.ts'
import { accountPage } from './account-page.ts'
import { explainAppRevocation } from './app-pages.ts'
import { MAX_NAME_LENGTH } from './credential-parts.ts'
import type { FeedPagesOptions } from './feeds.ts'
import { explainKeyRevocation, newKeyPage } from './key-pages.ts'
import { revocationRoutes } from './revocation.ts'
import { USAGE_DAYS } from './usage-chart.ts'

export interface AccountPagesOptions {
  readonly baseUrl: string
  readonly visitors: Visitors
  readonly accounts: Accounts
  readonly keys: Pick<Keys, 'add' | 'list' | 'revoke'>
  readonly grants: Pick<Grants, 'list' | 'revoke'>
  readonly feeds: FeedPagesOptions['feeds']
  readonly usage: Pick<Usage, 'days'>
  readonly emailPreferences: Pick<EmailPreferenceStore, 'find' | 'change'>
  readonly sessions: Pick<Sessions, 'list'>
}

/** Confirmations by the `done` parameter of the redirect. */
const DONE: Readonly<Record<string, string>> = {
  profile: 'Your profile is saved.',
  mails: 'Your email preferences are saved.',
  key: 'The key is revoked.',
  app: 'The app is revoked.',
  feed: 'The feed is revoked.',
}

export const accountRoutes = (options: AccountPagesOptions): readonly HttpRoute[] => {
  const { visitors, accounts, keys, grants, feeds, usage, emailPreferences, sessions } = options

  const show = async ({ location }: HttpRequest, viewer: Viewer): Promise<HttpAnswer> => {
    const { accountId } = viewer
    const query = new URLSearchParams(location.query)
    const shown = USAGE_DAYS.find((choice) => String(choice) === query.get('days')) ?? USAGE_DAYS[0]
    const [account, days, allKeys, apps, allFeeds, preferences, browsers] = await Promise.all([
      accounts.get(accountId),
      usage.days(accountId, shown),
      keys.list(accountId),
      grants.list(accountId),
      feeds.list(accountId),
      emailPreferences.find(accountId),
      sessions.list(accountId),
    ])
    if (preferences === null) throw new Error('The account of a session does not exist.')
    const done = query.get('done') ?? ''
    const body = accountPage({
      viewer,
      account,
      days,
      keys: allKeys,
      grants: apps,
      feeds: allFeeds,
      preferences,
      sessions: browsers,
      done: Object.hasOwn(DONE, done) ? DONE[done] : null,
    })
    return page(viewer, 'Your account', body)
  }

  const makeKey = async (request: HttpRequest, viewer: Viewer): Promise<HttpAnswer> => {
    const fields = await visitors.formOf(request, viewer)
    const name = formText(fields, 'name', MAX_NAME_LENGTH)
    // Answered without a redirect, so that the key does not have to be stored.
    const created = await keys.add({ accountId: viewer.accountId, name, origin: originOf(request) })
    if (created === null) throw problem('too_many_keys', KEY_LIMITS)
    return page(viewer, 'Your new key', newKeyPage(created, options.baseUrl))
  }

  const saveProfile = async (request: HttpRequest, viewer: Viewer): Promise<HttpAnswer> => {
    const fields = await visitors.formOf(request, viewer)
    await accounts.changeProfile(viewer.accountId, {
      name: formText(fields, 'name', PROFILE_LENGTHS.name),
      company: formText(fields, 'company', PROFILE_LENGTHS.company),
      useCase: formText(fields, 'use_case', PROFILE_LENGTHS.useCase),
    })
    return seeOther('/account?done=profile')
  }

  const saveMails = async (request: HttpRequest, viewer: Viewer): Promise<HttpAnswer> => {
    const fields = await visitors.formOf(request, viewer)
    const kinds = Object.fromEntries(SWITCHABLE_KINDS.map((kind) => [kind, fields.get(kind) === 'yes']))
    // Choosing any kind also resubscribes after "Unsubscribe from everything".
    await emailPreferences.change(viewer.accountId, {
      kinds,
      ...(Object.values(kinds).includes(true) && { subscribed: true }),
    })
    return seeOther('/account?done=mails')
  }

  return [
    ...pageRoutes(visitors.signedIn, [
      ['GET', '/account', show],
      // For reloads of the page that shows a new key.
      ['GET', '/account/keys', async () => seeOther('/account#keys')],
      ['POST', '/account/keys', makeKey],
      ['POST', '/account/profile', saveProfile],
      ['POST', '/account/mails', saveMails],
    ]),
    ...revocationRoutes(visitors, { noun: 'key', store: keys, explain: explainKeyRevocation }),
    ...revocationRoutes(visitors, { noun: 'app', store: grants, explain: explainAppRevocation }),
  ]
}

const page = (viewer: Viewer, title: string, body: Html): HttpAnswer =>
  pageAnswer({ title, body, viewer, unlisted: true })
