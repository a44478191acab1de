/** A feature without its geometry, and the texts that files show for it. */
import type { BBox } from '../geometry/rings.ts'

/** A GeoJSON Feature without its geometry. Its properties are named as in answers. */
export interface FeatureHead {
  /** Absent for areas and unions. */
  readonly id?: string
  readonly bbox: BBox
  readonly properties: Readonly<Record<string, unknown>>
}

/** Returns "Area" for areas and unions, which have no name of their own. */
export const featureName = ({ properties }: FeatureHead): string =>
  typeof properties.name === 'string' ? properties.name : 'Area'

export const featureId = ({ id }: FeatureHead): string => id ?? 'area'

/** Returns a caption such as "Fiji, country (r571747)". */
export const caption = (head: FeatureHead): string => {
  const { kind } = head.properties
  const what = typeof kind === 'string' ? `, ${kind.replaceAll('_', ' ')}` : ''
  return head.id === undefined ? featureName(head) : `${featureName(head)}${what} (${head.id})`
}

/** Returns the page of the boundary at its source; null for areas and unions. */
export const sourceUrlOf = ({ properties }: FeatureHead): string | null => {
  const source = properties.source as { readonly url?: unknown } | null | undefined
  return typeof source?.url === 'string' ? source.url : null
}
