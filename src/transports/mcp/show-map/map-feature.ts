/** The members of a GeoJSON Feature that the map draws and labels. */
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
