/** The collections: one for each kind, named like the sets of vector tiles. */
import { attributionOf, GEONAMES_ATTRIBUTION } from '../../domain/boundary/attribution.ts'
import { DATASETS } from '../../domain/boundary/boundary.ts'
import { KINDS, type Kind } from '../../domain/boundary/kind.ts'
import type { BBox } from '../../domain/geometry/rings.ts'
import { problem } from '../../op/problem/problem.ts'
import { collectionUrl, itemsLink, LICENSE_LINK, type Link, rootLink, selfLink } from './link.ts'
import { JSON_TYPE } from './media-types.ts'

const TITLES: Readonly<Record<Kind, string>> = {
  country: 'Countries',
  state: 'States',
  region: 'Regions',
  province: 'Provinces',
  county: 'Counties',
  district: 'Districts',
  municipality: 'Municipalities',
  city: 'Cities',
  borough: 'Boroughs',
  ward: 'Wards',
  neighbourhood: 'Neighbourhoods',
  postal_code: 'Postcode areas',
}

/** Credits for everything that may be in a collection; every page credits the data that it shows. */
const ATTRIBUTION = attributionOf([{ datasets: DATASETS }], [GEONAMES_ATTRIBUTION])

/** Longitude and latitude of WGS 84, as in all GeoJSON. */
const CRS84 = 'http://www.opengis.net/def/crs/OGC/1.3/CRS84'

/** Box around all boundaries of each kind that occurs. */
type KindExtents = ReadonlyMap<Kind, BBox>

/** @throws Problem `not_found` */
export const readCollection = (id: string): Kind => {
  const kind = KINDS.find((each) => each === id)
  if (kind === undefined) throw problem('not_found', { what: 'collection', id })
  return kind
}

export const collectionsBody = (root: string, extents: KindExtents): object => ({
  links: [selfLink(`${root}/collections`), rootLink(root), LICENSE_LINK],
  attribution: ATTRIBUTION,
  collections: KINDS.map((kind) => collectionBody(root, kind, extents)),
})

export const collectionBody = (root: string, kind: Kind, extents: KindExtents): object => {
  const box = extents.get(kind)
  return {
    id: kind,
    title: TITLES[kind],
    description: `Boundaries of the kind ${kind.replaceAll('_', ' ')}. Those of several kinds, such as city-states, are in each of their collections.`,
    attribution: ATTRIBUTION,
    ...(box === undefined ? {} : { extent: { spatial: { bbox: [box], crs: CRS84 } } }),
    itemType: 'feature',
    crs: [CRS84],
    links: linksOf(root, kind),
  }
}

const linksOf = (root: string, kind: Kind): readonly Link[] => [
  selfLink(collectionUrl(root, kind)),
  { ...itemsLink(root, kind), title: TITLES[kind] },
  { href: `${root}/collections`, rel: 'parent', type: JSON_TYPE },
  rootLink(root),
  LICENSE_LINK,
]
