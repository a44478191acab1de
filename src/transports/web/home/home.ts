/** The home page for browsers: the map, or the introduction. Programs get a directory of the service in JSON. */
import { textAnswer } from '../../http/answer.ts'
import { NEGOTIATED_AN_HOUR } from '../../http/cache-control.ts'
import type { HttpRequest, HttpRoute } from '../../http/message.ts'
import { prefersHtml } from '../../http/negotiate.ts'
import { pageAnswer } from '../../page/page-layout.ts'
import { pageRoute } from '../../page/page-route.ts'
import type { Visitors } from '../../page/viewer.ts'
import { explorerBody, explorerScripts } from '../explorer/map-page.ts'
import type { ExplorerAssets } from '../explorer/map-page-assets.ts'
import type { HomePicture } from './home-picture.ts'
import { introduction } from './introduction.ts'

export interface HomeOptions {
  readonly baseUrl: string
  readonly homePicture: HomePicture
  readonly assets: ExplorerAssets
  readonly isOpen: boolean
}

export const homeRoute = (visitors: Visitors, options: HomeOptions): HttpRoute => {
  const { baseUrl, homePicture, isOpen } = options
  const page = visitors.forAnyone(async (_request, { viewer }) => {
    const seen = { baseUrl, isOpen, signedIn: viewer !== null, picture: await homePicture() }
    return pageAnswer({
      title: 'Metes',
      viewer,
      isOpen,
      body: explorerBody(introduction(seen), options),
      scripts: explorerScripts(options.assets),
    })
  })
  return pageRoute('GET', '/', async (request: HttpRequest) =>
    prefersHtml(request.header('accept') ?? '')
      ? page(request)
      : textAnswer(directory(baseUrl), 'application/json', NEGOTIATED_AN_HOUR),
  )
}

/** Pages for a person, then addresses for programs; one a line, because people read it after `curl`. */
const directory = (baseUrl: string): string => {
  const addresses = {
    name: 'Metes',
    map: `${baseUrl}/`,
    docs: `${baseUrl}/docs`,
    reference: `${baseUrl}/docs#reference`,
    errors: `${baseUrl}/docs#errors`,
    docs_as_text: `${baseUrl}/llms.txt`,
    catalog: `${baseUrl}/v1`,
    openapi: `${baseUrl}/openapi.json`,
    health: `${baseUrl}/healthz`,
  }
  return `${JSON.stringify(addresses, null, 2)}\n`
}
