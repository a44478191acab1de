/** The landing page, and the conformance classes of the standard. */
import { rootLink, selfLink } from './link.ts'
import { JSON_TYPE, OPENAPI_TYPE } from './media-types.ts'

/** Classes of each standard. */
const CLASSES: Readonly<Record<string, readonly string[]>> = {
  'ogcapi-features-1': ['core', 'geojson', 'oas30'],
  'ogcapi-features-2': ['crs'],
  'ogcapi-features-3': ['queryables', 'queryables-query-parameters'],
  'ogcapi-common-3': ['schemas', 'advanced-property-roles', 'returnables-and-receivables', 'queryables'],
  // A draft of ogcapi-common-3 had this name, which QGIS looks for.
  'ogcapi-features-5': ['schemas'],
}

export const CONFORMANCE: object = {
  conformsTo: Object.entries(CLASSES).flatMap(([standard, names]) =>
    names.map((name) => `http://www.opengis.net/spec/${standard}/1.0/conf/${name}`),
  ),
}

export const landingBody = (root: string, baseUrl: string): object => ({
  title: 'Metes: boundaries',
  description: 'Administrative boundaries of the world, one collection for each kind.',
  links: [
    selfLink(root),
    rootLink(root),
    { href: `${root}/api`, rel: 'service-desc', type: OPENAPI_TYPE, title: 'The API in OpenAPI 3.0' },
    { href: `${baseUrl}/docs/guide/gis`, rel: 'service-doc', type: 'text/html', title: 'QGIS and GDAL' },
    { href: `${root}/conformance`, rel: 'conformance', type: JSON_TYPE, title: 'Conformance classes' },
    { href: `${root}/collections`, rel: 'data', type: JSON_TYPE, title: 'Collections' },
  ],
})
