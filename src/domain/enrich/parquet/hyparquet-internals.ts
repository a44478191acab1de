/**
 * Modules inside hyparquet and hyparquet-writer: the public functions assemble rows of objects. Internals may change in any
 * version, so package.json names the versions exactly.
 */
export { parquetHeader } from 'hyparquet/src/column.js'
export { Encodings } from 'hyparquet/src/constants.js'
export { decompressPage, readDataPage, readDataPageV2 } from 'hyparquet/src/datapage.js'
export { readPlain } from 'hyparquet/src/plain.js'
export { getMaxDefinitionLevel } from 'hyparquet/src/schema.js'
export { writeColumn } from 'hyparquet-writer/src/column.js'
