/** A spool in memory, for the few boundaries that are fetched at once. */
import type { StoredGeometry } from '../../domain/catalog/ports.ts'
import type { Spool } from '../extract/spool.ts'

export const memorySpool = <Meta>(): Spool<Meta> => {
  const boundaries: { readonly meta: Meta; readonly geometry: StoredGeometry }[] = []
  return {
    get count() {
      return boundaries.length
    },
    add: (meta, geometry) => void boundaries.push({ meta, geometry }),
    meta: (index) => boundaries[index].meta,
    geometry: (index) => boundaries[index].geometry,
    close: () => {},
  }
}
