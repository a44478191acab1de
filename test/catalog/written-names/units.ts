/**
 * What the subdivisions of a country are called: a level for sets of ISO 3166-2 codes.
 * From the categories of ISO 3166-2 (`iso-3166` on npm), as English encyclopedias render them; units that stand out of
 * their country's scheme (capital districts, territories, cities) are left out.
 */
export type Level =
  | 'state'
  | 'land'
  | 'province'
  | 'department'
  | 'region'
  | 'canton'
  | 'district'
  | 'county'
  | 'prefecture'
  | 'governorate'
  | 'emirate'
  | 'oblast'
  | 'krai'
  | 'republic'
  | 'okrug'
  | 'voivodeship'
  | 'community'
  | 'division'
  | 'parish'
  | 'municipality'

/** Country, level, and the codes behind the hyphen; the first row that fits names the unit, later ones are also said. */
const ROWS: readonly (readonly [country: string, level: Level, codes: RegExp])[] = [
  ['US', 'state', /^(?!DC|PR|GU|VI|AS|MP|UM)../],
  ['CA', 'province', /^(ON|QC|BC|AB|MB|SK|NS|NB|NL|PE)$/],
  ['MX', 'state', /^(?!CMX)/],
  ['BR', 'state', /^(?!DF)/],
  ['VE', 'state', /^(?!A$|W$)/],
  ['AU', 'state', /^(NSW|VIC|QLD|WA|SA|TAS)$/],
  ['IN', 'state', /^(?!AN|CH|DH|DN|DD|DL|JK|LA|LD|PY)/],
  ['NG', 'state', /^(?!FC)/],
  ['MY', 'state', /^(0\d|1[0-3])$/],
  ['SD', 'state', /./],
  ['SS', 'state', /./],
  ['MM', 'state', /^1[1-7]$/],
  ['MM', 'region', /^0[1-7]$/],
  ['DE', 'land', /./],
  ['AT', 'land', /./],
  ['CH', 'canton', /./],
  ['FR', 'department', /^(\d\d|2[AB])$/],
  ['FR', 'region', /^[A-Z]{3}$/],
  ['IT', 'region', /^\d\d$/],
  ['IT', 'province', /^(?!CI|VS|OG|OT)[A-Z]{2}$/],
  ['ES', 'community', /^(AN|AR|AS|CN|CB|CL|CM|CT|EX|GA|IB|RI|MD|MC|NC|PV|VC)$/],
  ['ES', 'province', /^(?!CE|ML|AN$|AR$|AS$|CN$|CB$|CL$|CM$|CT$|EX$|GA$|IB$|RI$|MD$|MC$|NC$|PV$|VC$)/],
  ['NL', 'province', /^(DR|FL|FR|GE|GR|LI|NB|NH|OV|UT|ZE|ZH)$/],
  ['BE', 'region', /^(BRU|VLG|WAL)$/],
  ['BE', 'province', /^(?!BRU|VLG|WAL)/],
  ['PL', 'voivodeship', /./],
  ['PL', 'province', /./],
  ['RU', 'republic', /^(AD|AL|BA|BU|CE|CU|DA|IN|KB|KC|KK|KL|KO|KR|ME|MO|SA|SE|TA|TY|UD)$/],
  ['RU', 'krai', /^(ALT|KAM|KHA|KDA|KYA|PER|PRI|STA|ZAB)$/],
  ['RU', 'okrug', /^(CHU|KHM|NEN|YAN)$/],
  ['RU', 'oblast', /^(?!MOW|SPE|YEV|CHU|KHM|NEN|YAN|ALT|KAM|KHA|KDA|KYA|PER|PRI|STA|ZAB)[A-Z]{3}$/],
  ['UA', 'oblast', /^(?!30|40|43)/],
  ['BY', 'oblast', /^(?!HM)/],
  ['BY', 'region', /^(?!HM)/],
  ['JP', 'prefecture', /^(?!01|13)/],
  ['CN', 'province', /^(AH|FJ|GS|GD|GZ|HI|HE|HL|HA|HB|HN|JS|JX|JL|LN|QH|SN|SD|SC|YN|ZJ)$/],
  ['KR', 'province', /^4/],
  ['KP', 'province', /^(0[2-9]|10)$/],
  ['ID', 'province', /^(?!JK|YO)../],
  ['PH', 'province', /^[A-Z]{3}$/],
  ['TH', 'province', /^(?!10|S)/],
  ['VN', 'province', /^\d/],
  ['KH', 'province', /^(?!12)/],
  ['LA', 'province', /^(?!VT|XN)/],
  ['MN', 'province', /^(?!1$)/],
  ['TR', 'province', /./],
  ['IR', 'province', /./],
  ['AF', 'province', /./],
  ['PK', 'province', /^(PB|SD|KP|BA)$/],
  ['LK', 'province', /^\d$/],
  ['LK', 'district', /^\d\d$/],
  ['BD', 'division', /^[A-Z]/],
  ['AR', 'province', /^(?!C$)/],
  ['CL', 'region', /^(?!RM)/],
  ['PE', 'region', /^(?!LMA|CAL)/],
  ['PE', 'department', /^(?!LMA|CAL)/],
  ['CO', 'department', /^(?!DC)/],
  ['BO', 'department', /./],
  ['PY', 'department', /^(?!ASU)/],
  ['UY', 'department', /./],
  ['GT', 'department', /./],
  ['HN', 'department', /./],
  ['SV', 'department', /./],
  ['NI', 'department', /^(?!AN|AS)/],
  ['HT', 'department', /./],
  ['EC', 'province', /./],
  ['CR', 'province', /./],
  ['PA', 'province', /^\d/],
  ['CU', 'province', /^(?!99)/],
  ['DO', 'province', /^(0[2-9]|[12]\d|3[0-2])$/],
  ['EG', 'governorate', /./],
  ['SY', 'governorate', /./],
  ['JO', 'governorate', /./],
  ['LB', 'governorate', /./],
  ['YE', 'governorate', /^(?!SA)/],
  ['IQ', 'governorate', /^(?!KR)/],
  ['OM', 'governorate', /./],
  ['KW', 'governorate', /./],
  ['BH', 'governorate', /./],
  ['TN', 'governorate', /./],
  ['SA', 'province', /./],
  ['SA', 'region', /./],
  ['AE', 'emirate', /./],
  ['DZ', 'province', /./],
  ['PT', 'district', /^(?!20|30)/],
  ['HU', 'county', /^(BA|BE|BK|BZ|CS|FE|GS|HB|HE|JN|KE|NO|PE|SO|SZ|TO|VA|VE|ZA)$/],
  ['HR', 'county', /^(?!21)/],
  ['LT', 'county', /^[A-Z]{2}$/],
  ['SE', 'county', /./],
  ['NO', 'county', /^(?!03|21|22)/],
  ['AL', 'county', /./],
  ['RO', 'county', /^(?!B$)/],
  ['IE', 'county', /^(?![CLMU]$)/],
  ['LR', 'county', /./],
  ['CZ', 'region', /^(?!10)\d\d$/],
  ['SK', 'region', /./],
  ['BG', 'province', /^(?!22)/],
  ['GR', 'region', /^[A-M]$/],
  ['TZ', 'region', /./],
  ['GH', 'region', /^(?!BA|UE|UW|NP)/],
  ['TD', 'region', /^(?!ND)/],
  ['SN', 'region', /./],
  ['NA', 'region', /./],
  ['ML', 'region', /^(?!BKO)/],
  ['CM', 'region', /./],
  ['NE', 'region', /^(?!8)/],
  ['MR', 'region', /^(?!1[345])/],
  ['TG', 'region', /./],
  ['DJ', 'region', /^(?!DJ)/],
  ['ET', 'region', /^(?!AA|DD)/],
  ['SO', 'region', /./],
  ['UG', 'district', /^\d/],
  ['UZ', 'region', /^(?!TK|QR)/],
  ['UZ', 'province', /^(?!TK|QR)/],
  ['KG', 'region', /^(?!GB|GO)/],
  ['KZ', 'region', /^(?!71|75|79)/],
  ['TM', 'province', /^(?!S)/],
  ['NZ', 'region', /^(?!CIT)/],
  ['BJ', 'department', /./],
  ['CG', 'department', /^(?!BZV|16)/],
  ['GA', 'province', /./],
  ['AO', 'province', /./],
  ['ZM', 'province', /./],
  ['ZA', 'province', /./],
  ['ZW', 'province', /./],
  ['MZ', 'province', /^(?!MPM)/],
  ['BI', 'province', /./],
  ['RW', 'province', /^(?!01)/],
  ['SL', 'province', /^(?!W)/],
  ['PG', 'province', /^(?!NCD|NSB)/],
  ['SB', 'province', /^(?!CT)/],
  ['VU', 'province', /./],
  ['FJ', 'division', /^[CENW]$/],
  ['JM', 'parish', /./],
  ['BB', 'parish', /./],
  ['DM', 'parish', /./],
  ['AG', 'parish', /^0/],
  ['VC', 'parish', /^(?!06)/],
  ['GD', 'parish', /^(?!10)/],
  ['BT', 'district', /./],
  ['BW', 'district', /^(?!FR|GA|JW|LO|SP|ST)/],
  ['LS', 'district', /./],
  ['CY', 'district', /./],
  ['IL', 'district', /./],
  ['SR', 'district', /./],
  ['BZ', 'district', /./],
  ['BN', 'district', /./],
  ['SI', 'municipality', /./],
]

/** The levels that a unit is called by, the usual one first. */
export const levelsOf = (iso: string): readonly Level[] => {
  const [country, code] = iso.split('-') as [string, string]
  return ROWS.filter(([of, , codes]) => of === country && codes.test(code)).map(([, level]) => level)
}
