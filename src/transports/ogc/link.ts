/** Links in answers (RFC 8288), as members named `links`. */
import { GEOJSON_TYPE, JSON_TYPE } from './media-types.ts'

export interface Link {
  readonly href: string
  readonly rel: string
  readonly type: string
  readonly title?: string
}

export const selfLink = (href: string, type = JSON_TYPE): Link => ({ href, rel: 'self', type })

export const rootLink = (root: string): Link => ({ href: root, rel: 'root', type: JSON_TYPE })

/** @param root address of the landing page, without a trailing slash, with which every link begins */
export const collectionUrl = (root: string, id: string): string => `${root}/collections/${id}`

export const schemaUrl = (root: string, id: string): string => `${collectionUrl(root, id)}/schema`

export const queryablesUrl = (root: string, id: string): string => `${collectionUrl(root, id)}/queryables`

/** Relation types that the standards define. */
export const QUERYABLES_REL = 'http://www.opengis.net/def/rel/ogc/1.0/queryables'
export const SCHEMA_REL = 'http://www.opengis.net/def/rel/ogc/1.0/schema'

export const itemsUrl = (root: string, id: string): string => `${collectionUrl(root, id)}/items`

export const collectionLink = (root: string, id: string): Link => ({
  href: collectionUrl(root, id),
  rel: 'collection',
  type: JSON_TYPE,
})

export const itemsLink = (root: string, id: string): Link => ({
  href: itemsUrl(root, id),
  rel: 'items',
  type: GEOJSON_TYPE,
})

/** The only licence of the data with conditions; `attribution` lists all sources. */
export const LICENSE_LINK: Link = {
  href: 'https://opendatacommons.org/licenses/odbl/1-0/',
  rel: 'license',
  type: 'text/html',
  title: 'Open Database License 1.0, for data of OpenStreetMap',
}
