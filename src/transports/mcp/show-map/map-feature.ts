/** A GeoJSON Feature as far as the map draws and labels it. */
export interface MapFeature {
  readonly bbox?: readonly number[]
  readonly geometry: object | null
  readonly properties: {
    readonly id?: string
    readonly name?: string
    readonly area_km2: number
    readonly attribution: string
  }
}
