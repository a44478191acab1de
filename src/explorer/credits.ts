/** The credits of the map: the link that OpenStreetMap requires, then the other sources. */
export const CREDITS = {
  text: '© OpenStreetMap contributors',
  href: 'https://www.openstreetmap.org/copyright',
  others: ' (ODbL), Natural Earth, U.S. Census Bureau, GeoNames',
} as const
