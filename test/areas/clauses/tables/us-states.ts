/** The 50 states of the United States and the District of Columbia: postal code and name. */

export const US_STATES = `AL Alabama
AK Alaska
AZ Arizona
AR Arkansas
CA California
CO Colorado
CT Connecticut
DE Delaware
DC District of Columbia
FL Florida
GA Georgia
HI Hawaii
ID Idaho
IL Illinois
IN Indiana
IA Iowa
KS Kansas
KY Kentucky
LA Louisiana
ME Maine
MD Maryland
MA Massachusetts
MI Michigan
MN Minnesota
MS Mississippi
MO Missouri
MT Montana
NE Nebraska
NV Nevada
NH New Hampshire
NJ New Jersey
NM New Mexico
NY New York
NC North Carolina
ND North Dakota
OH Ohio
OK Oklahoma
OR Oregon
PA Pennsylvania
RI Rhode Island
SC South Carolina
SD South Dakota
TN Tennessee
TX Texas
UT Utah
VT Vermont
VA Virginia
WA Washington
WV West Virginia
WI Wisconsin
WY Wyoming`
  .split('\n')
  .map((line) => ({ code: line.slice(0, 2), name: line.slice(3) }))

/** States with a namesake that a bare name may mean as well: a country, a city, the capital. */
export const UNCLEAR_ALONE: ReadonlySet<string> = new Set(['GA', 'NY', 'WA', 'DC'])

/** States with independent cities or boroughs: their counties do not cover the state. */
export const NOT_ONLY_COUNTIES: ReadonlySet<string> = new Set(['AK', 'DC', 'MD', 'MO', 'NV', 'VA', 'CT'])

/** Counties that share their name with an independent city of the state are written with the word "County" only. */
export const COUNTY_WORD_NEEDED: ReadonlySet<string> = new Set([
  'Baltimore County, MD',
  'St. Louis County, MO',
  'Fairfax County, VA',
  'Franklin County, VA',
  'Richmond County, VA',
  'Roanoke County, VA',
  'James City County, VA',
  'Charles City County, VA',
])
