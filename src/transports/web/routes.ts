/** All pages for people. */
import type { Random } from '../../util/random.ts'
import type { HttpRoute } from '../http/message.ts'
import { createCookies } from './cookies.ts'
import { homeRoute } from './home.ts'
import { stylesheetRoute } from './stylesheet.ts'
import { createVisitors, type VisitorsOptions } from './viewer.ts'

export interface WebOptions extends Pick<VisitorsOptions, 'viewerOf'> {
  readonly baseUrl: string
  readonly random: Random
}

export const webRoutes = ({ baseUrl, random, viewerOf }: WebOptions): readonly HttpRoute[] => {
  const visitors = createVisitors({ baseUrl, random, viewerOf, cookies: createCookies(baseUrl) })
  return [stylesheetRoute, homeRoute(visitors, baseUrl)]
}
