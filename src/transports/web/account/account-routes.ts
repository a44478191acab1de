/** Routes of the account page: plan, usage, keys, apps, feeds, profile, emails, browsers. */
import { problem } from '../../../op/problem/problem.ts'
import { type Accounts, PROFILE_LENGTHS } from '../../../platform/accounts.ts'
import { type Feeds, MAX_FEEDS } from '../../../platform/feeds/feeds.ts'
import { KEY_LIMITS } from '../../../platform/key-limits.ts'
import type { Keys } from '../../../platform/keys.ts'
import { SWITCHABLE_KINDS } from '../../../platform/mail/mail-kinds.ts'
import type { EmailPreferenceStore } from '../../../platform/mail/ports.ts'
import type { Grants } from '../../../platform/oauth/grants.ts'
import type { Sessions } from '../../../platform/sign-in/sessions.ts'
import type { Usage } from '../../../platform/usage.ts'
import type { HttpRoute } from '../../http/message.ts'
import { formText, seeOther } from '../../page/form.ts'
import type { Html } from '../../page/html.ts'
import { pageAnswer } from '../../page/page-layout.ts'
import { type FieldsEndpoint, pageRoutes } from '../../page/page-route.ts'
import type { Viewer, Visitors } from '../../page/viewer.ts'
import { accountPage } from './account-page.ts'
import { explainAppRevocation } from './app-pages.ts'
import { explainFeedRevocation, newFeedPage } from './feed-pages.ts'
import { explainKeyRevocation, newKeyPage } from './key-pages.ts'
import { creationRoutes, type NewCredential } from './new-credential-page.ts'
import { revocationRoutes } from './revocation.ts'
import { USAGE_DAYS } from './usage-chart.ts'

export interface AccountPagesOptions {
  readonly baseUrl: string
  readonly accounts: Accounts
  readonly keys: Pick<Keys, 'add' | 'list' | 'revoke'>
  readonly grants: Pick<Grants, 'list' | 'revoke'>
  readonly feeds: Pick<Feeds, 'add' | 'list' | 'revoke'>
  readonly usage: Pick<Usage, 'days'>
  readonly emailPreferences: Pick<EmailPreferenceStore, 'find' | 'change'>
  readonly sessions: Pick<Sessions, 'list'>
}

/** Confirmations by the `done` parameter of the redirect. */
const DONE: Readonly<Record<string, string>> = {
  profile: 'Profile saved.',
  mails: 'Email preferences saved.',
  key: 'Key revoked.',
  app: 'App revoked.',
  feed: 'Feed revoked.',
}

export const accountRoutes = (visitors: Visitors, options: AccountPagesOptions): readonly HttpRoute[] => {
  const { baseUrl, accounts, keys, grants, feeds, usage, emailPreferences, sessions } = options

  const show: FieldsEndpoint<Viewer> = async (_request, viewer, query) => {
    const { accountId } = viewer
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
    return pageAnswer({ title: 'Your account', body, viewer, unlisted: true })
  }

  const createKey = async (asked: NewCredential): Promise<Html> => {
    const created = await keys.add(asked)
    if (created === null) throw problem('too_many_keys', KEY_LIMITS)
    return newKeyPage(created, baseUrl)
  }

  const createFeed = async (asked: NewCredential): Promise<Html> => {
    const token = await feeds.add(asked)
    if (token === null) throw problem('too_many_feeds', { max: MAX_FEEDS })
    return newFeedPage(token, baseUrl)
  }

  const saveProfile: FieldsEndpoint<Viewer> = async (_request, { accountId }, fields) => {
    await accounts.changeProfile(accountId, {
      name: formText(fields, 'name', PROFILE_LENGTHS.name),
      company: formText(fields, 'company', PROFILE_LENGTHS.company),
      useCase: formText(fields, 'use_case', PROFILE_LENGTHS.useCase),
    })
    return seeOther('/account?done=profile')
  }

  const saveMails: FieldsEndpoint<Viewer> = async (_request, { accountId }, fields) => {
    const kinds = Object.fromEntries(SWITCHABLE_KINDS.map((kind) => [kind, fields.get(kind) === 'yes']))
    // Choosing any kind also resubscribes after "Unsubscribe from everything".
    await emailPreferences.change(accountId, {
      kinds,
      ...(Object.values(kinds).includes(true) && { subscribed: true }),
    })
    return seeOther('/account?done=mails')
  }

  return [
    ...pageRoutes(visitors, visitors.signedIn, [
      ['GET', '/account', show],
      ['POST', '/account/profile', saveProfile],
      ['POST', '/account/mails', saveMails],
    ]),
    ...creationRoutes(visitors, 'key', createKey),
    ...creationRoutes(visitors, 'feed', createFeed),
    ...revocationRoutes(visitors, { noun: 'key', store: keys, explain: explainKeyRevocation }),
    ...revocationRoutes(visitors, { noun: 'app', store: grants, explain: explainAppRevocation }),
    ...revocationRoutes(visitors, { noun: 'feed', store: feeds, explain: explainFeedRevocation }),
  ]
}
