/** The landing page, and the conformance classes of the standard. */
import { rootLink, selfLink } from './link.ts'
import { JSON_TYPE, OPENAPI_TYPE } from './media-types.ts'

const CLASS = 'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf'

export const CONFORMANCE: object = {
  conformsTo: [`${CLASS}/core`, `${CLASS}/geojson`, `${CLASS}/oas30`],
}

export const landingBody = (root: string, baseUrl: string): object => ({
  title: 'Metes: boundaries',
  description: 'Administrative boundaries of the world, one collection of each kind.',
  links: [
    selfLink(root),
    rootLink(root),
    { href: `${root}/api`, rel: 'service-desc', type: OPENAPI_TYPE, title: 'The API in OpenAPI 3.0' },
    { href: `${baseUrl}/docs/guide/gis`, rel: 'service-doc', type: 'text/html', title: 'QGIS and GDAL' },
    { href: `${root}/conformance`, rel: 'conformance', type: JSON_TYPE, title: 'Conformance classes' },
    { href: `${root}/collections`, rel: 'data', type: JSON_TYPE, title: 'Collections' },
  ],
})
