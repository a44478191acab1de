/** Programs of others that read exported files: DuckDB, and FlatGeobuf's own library. */

export { DuckDBInstance } from '@duckdb/node-api'
export { deserialize as readFlatGeobuf } from 'flatgeobuf/lib/mjs/geojson.js'
