/** The rim of the map in units: the antimeridian is its two vertical sides, the poles are its upper and lower side. */

export const HALF_TURN = 1_800_000_000
export const FULL_TURN = 3_600_000_000
export const POLE = 900_000_000

export const onSeam = (lonUnits: number): boolean => lonUnits === HALF_TURN || lonUnits === -HALF_TURN

/** True for an edge that exists only because the map ends there: along one side of the seam or along a pole. */
export const alongRim = (lon1: number, lat1: number, lon2: number, lat2: number): boolean =>
  (lon1 === lon2 && onSeam(lon1)) || (lat1 === lat2 && (lat1 === POLE || lat1 === -POLE))
