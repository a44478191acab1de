export const JSON_TYPE = 'application/json'
export const GEOJSON_TYPE = 'application/geo+json'
export const OPENAPI_TYPE = 'application/vnd.oai.openapi+json;version=3.0'
