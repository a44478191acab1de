/**
 * Points sorted into narrow bands of latitude by counting, so that an edge finds the few points in its latitudes:
 *
 *     for (let at = starts[lower]; at < starts[upper + 1]; at++) points[at] …
 *
 * where `lower` and `upper` are the bands of its two ends. The first band is everything south of all points, the last
 * everything north of them; both are empty.
 */
export class LatitudeBands {
  /** Points of all bands, band after band. */
  readonly points: Uint32Array
  /** Start of each band's points in `points`, and the end of the last one's. */
  readonly starts: Uint32Array
  private readonly south: number
  private readonly bandsPerUnit: number
  private readonly last: number

  constructor(latitudes: Float64Array) {
    let south = Number.POSITIVE_INFINITY
    let north = Number.NEGATIVE_INFINITY
    for (let point = 0; point < latitudes.length; point++) {
      south = Math.min(south, latitudes[point])
      north = Math.max(north, latitudes[point])
    }
    this.south = south
    this.bandsPerUnit = (BANDS_PER_POINT * latitudes.length) / Math.max(1, north - south)
    this.last = latitudes.length === 0 ? 1 : Math.floor((north - south) * this.bandsPerUnit) + 2

    this.starts = new Uint32Array(this.last + 2)
    this.points = new Uint32Array(latitudes.length)
    for (let point = 0; point < latitudes.length; point++) this.starts[this.bandOf(latitudes[point]) + 1]++
    for (let band = 1; band < this.starts.length; band++) this.starts[band] += this.starts[band - 1]
    const next = this.starts.slice()
    for (let point = 0; point < latitudes.length; point++) {
      this.points[next[this.bandOf(latitudes[point])]++] = point
    }
  }

  bandOf(latitude: number): number {
    const band = 1 + Math.floor((latitude - this.south) * this.bandsPerUnit)
    if (band < 1) return 0
    return Math.min(band, this.last)
  }
}

/** Most edges are lower than a band: with several bands for each point they meet no point at all. */
const BANDS_PER_POINT = 4
