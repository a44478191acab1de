/** The collections: one for each kind, named like the sets of vector tiles. */
import { attributionOf, GEONAMES_ATTRIBUTION } from '../../domain/boundary/attribution.ts'
import { DATASETS } from '../../domain/boundary/boundary.ts'
import { KINDS, type Kind } from '../../domain/boundary/kind.ts'
import type { BBox } from '../../domain/geometry/rings.ts'
import { problem } from '../../op/problem/problem.ts'
import {
  collectionUrl,
  itemsLink,
  LICENSE_LINK,
  type Link,
  QUERYABLES_REL,
  queryablesUrl,
  rootLink,
  SCHEMA_REL,
  schemaUrl,
  selfLink,
} from './link.ts'
import { JSON_TYPE, SCHEMA_TYPE, XML_TYPE } from './media-types.ts'
import { CRS84, SYSTEM_URIS } from './reference-systems.ts'

export const TITLES: Readonly<Record<Kind, string>> = {
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
    crs: SYSTEM_URIS,
    storageCrs: CRS84,
    links: linksOf(root, kind),
  }
}

const linksOf = (root: string, kind: Kind): readonly Link[] => [
  selfLink(collectionUrl(root, kind)),
  { ...itemsLink(root, kind), title: TITLES[kind] },
  { href: schemaUrl(root, kind), rel: SCHEMA_REL, type: SCHEMA_TYPE, title: 'Columns' },
  { href: queryablesUrl(root, kind), rel: QUERYABLES_REL, type: SCHEMA_TYPE, title: 'Filters' },
  // The relation type in the letters of the standard's example: GDAL compares them before 3.7.
  {
    href: `${schemaUrl(root, kind)}.xsd`,
    rel: 'describedBy',
    type: XML_TYPE,
    title: 'GML application schema',
  },
  { href: `${root}/collections`, rel: 'parent', type: JSON_TYPE },
  rootLink(root),
  LICENSE_LINK,
]
