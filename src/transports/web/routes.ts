/** All pages for people. */
import type { Random } from '../../util/random.ts'
import type { HttpRoute } from '../http/message.ts'
import { createCookies } from './cookies.ts'
import { type DevicePagesOptions, deviceRoutes } from './device.ts'
import { homeRoute } from './home.ts'
import { stylesheetRoute } from './stylesheet.ts'
import { createVisitors, type VisitorsOptions } from './viewer.ts'

export interface WebOptions extends Pick<VisitorsOptions, 'viewerOf'>, Omit<DevicePagesOptions, 'visitors'> {
  readonly baseUrl: string
  readonly random: Random
}

export const webRoutes = (options: WebOptions): readonly HttpRoute[] => {
  const { baseUrl, random, viewerOf } = options
  const visitors = createVisitors({ baseUrl, random, viewerOf, cookies: createCookies(baseUrl) })
  return [stylesheetRoute, homeRoute(visitors, baseUrl), ...deviceRoutes({ ...options, visitors })]
}
