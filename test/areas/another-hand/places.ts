// What an educated person knows about the world, typed in by hand and not taken from the atlas:
// if the service shared the source of these lists, a shared mistake would stay invisible.

/** Countries whose bare English name every reader takes for the country. First name first, then others. */
export const COUNTRIES: Readonly<Record<string, readonly string[]>> = table(`
DE Germany; FR France; IT Italy; ES Spain; PT Portugal; AT Austria; CH Switzerland; BE Belgium
NL the Netherlands; LU Luxembourg; DK Denmark; SE Sweden; NO Norway; FI Finland; IS Iceland
PL Poland; CZ Czechia/the Czech Republic; SK Slovakia; HU Hungary; RO Romania; BG Bulgaria; GR Greece
HR Croatia; SI Slovenia; RS Serbia; BA Bosnia and Herzegovina; ME Montenegro; AL Albania; MK North Macedonia
EE Estonia; LV Latvia; LT Lithuania; UA Ukraine; MD Moldova; IE Ireland; GB the United Kingdom/the UK; MT Malta
TR Turkey/Türkiye; EG Egypt; MA Morocco; DZ Algeria; TN Tunisia; LY Libya
KE Kenya; TZ Tanzania; UG Uganda; RW Rwanda; ET Ethiopia; GH Ghana; SN Senegal; ZM Zambia; ZW Zimbabwe
BW Botswana; MZ Mozambique; MW Malawi; CM Cameroon; ZA South Africa; NA Namibia; AO Angola; MG Madagascar
SA Saudi Arabia; AE the United Arab Emirates/the UAE; QA Qatar; KW Kuwait; OM Oman; BH Bahrain; IQ Iraq; YE Yemen
IN India; PK Pakistan; BD Bangladesh; LK Sri Lanka; NP Nepal; TH Thailand; VN Vietnam; MY Malaysia; ID Indonesia
PH the Philippines; JP Japan; KR South Korea; MN Mongolia; KZ Kazakhstan; UZ Uzbekistan; KG Kyrgyzstan
AU Australia; NZ New Zealand; PG Papua New Guinea; FJ Fiji
US the United States/the USA/the U.S.; CA Canada; MX Mexico; CR Costa Rica; HN Honduras; NI Nicaragua
CO Colombia; PE Peru; EC Ecuador; BO Bolivia; CL Chile; AR Argentina; UY Uruguay; PY Paraguay; BR Brazil
JM Jamaica; DO the Dominican Republic; HT Haiti; TT Trinidad and Tobago
`)

/** Official names that leave no doubt about dependencies (unlike "the Kingdom of Denmark"). */
export const OFFICIAL: Readonly<Record<string, string>> = {
  DE: 'the Federal Republic of Germany',
  AT: 'the Republic of Austria',
  ES: 'the Kingdom of Spain',
  SE: 'the Kingdom of Sweden',
  BE: 'the Kingdom of Belgium',
  PL: 'the Republic of Poland',
  IE: 'the Republic of Ireland',
  IN: 'the Republic of India',
}

/** One place under two names, the second in brackets. */
export const GLOSSES: readonly (readonly [string, string])[] = [
  ['iso:NL', 'Holland (the Netherlands)'],
  ['iso:DE-BY', 'Bavaria (Bayern)'],
  ['iso:IT-52', 'Tuscany (Toscana)'],
  ['iso:IT-82', 'Sicily (Sicilia)'],
  ['iso:SE', 'Sweden (Sverige)'],
  ['iso:HR', 'Croatia (Hrvatska)'],
  ['iso:CZ', 'Czechia (Czech Republic)'],
  ['iso:AT-7', 'Tyrol (Tirol)'],
  ['iso:AT-2', 'Carinthia (Kärnten)'],
  ['iso:FR-BRE', 'Brittany (Bretagne)'],
  ['iso:CH', 'Switzerland (Schweiz)'],
  ['iso:ES-CT', 'Catalonia (Catalunya)'],
  ['iso:TR', 'Türkiye (Turkey)'],
  ['iso:DE-SN', 'Saxony (Sachsen)'],
  ['iso:GR', 'Greece (Hellas)'],
]

export interface Sub {
  iso: string
  name: string
}

export interface Nation {
  iso: string
  name: string
  adjective: string
  /** What its parts are called, plural and singular. */
  levels: string
  level: string
  /** The word is needed: some of the names are also towns or stand elsewhere too. */
  needsLevel: boolean
  parts: readonly Sub[]
}

/** Countries with the parts that an English text names. "!" = never without the level's word. */
export const NATIONS: readonly Nation[] = nations(`
DE|Germany|German|states|state|BY Bavaria, HE Hesse, SN Saxony, TH Thuringia, SL Saarland, NI Lower Saxony, ST Saxony-Anhalt, RP Rhineland-Palatinate, SH Schleswig-Holstein, NW North Rhine-Westphalia, BW Baden-Württemberg
AT|Austria|Austrian|states|state|7 Tyrol, 6 Styria, 2 Carinthia, 1 Burgenland, 8 Vorarlberg, 3 Lower Austria, 4 Upper Austria
CH|Switzerland|Swiss|cantons|canton!|UR Uri, ZG Zug, AG Aargau, TI Ticino, VS Valais, VD Vaud, TG Thurgau, GL Glarus, SZ Schwyz, OW Obwalden, NW Nidwalden, SO Solothurn
FR|France|French|regions|region|BRE Brittany, NOR Normandy, 20R Corsica, HDF Hauts-de-France, NAQ Nouvelle-Aquitaine, IDF Île-de-France
IT|Italy|Italian|regions|region|25 Lombardy, 21 Piedmont, 52 Tuscany, 34 Veneto, 82 Sicily, 88 Sardinia, 42 Liguria, 55 Umbria, 75 Apulia, 78 Calabria, 67 Molise, 65 Abruzzo
ES|Spain|Spanish|autonomous communities|autonomous community|CT Catalonia, AN Andalusia, AR Aragon, EX Extremadura, CB Cantabria, AS Asturias
NL|the Netherlands|Dutch|provinces|province|DR Drenthe, FL Flevoland, ZE Zeeland, GE Gelderland, OV Overijssel, FR Friesland, NH North Holland, ZH South Holland, NB North Brabant
BE|Belgium|Belgian|provinces|province!|VOV East Flanders, VWV West Flanders, WHT Hainaut, WNA Namur, VAN Antwerp, VBR Flemish Brabant, WBR Walloon Brabant
CA|Canada|Canadian|provinces|province|ON Ontario, QC Quebec, BC British Columbia, AB Alberta, MB Manitoba, SK Saskatchewan, NS Nova Scotia, NB New Brunswick, PE Prince Edward Island
AU|Australia|Australian|states|state|NSW New South Wales, QLD Queensland, SA South Australia, WA Western Australia, TAS Tasmania
BR|Brazil|Brazilian|states|state|BA Bahia, MG Minas Gerais, PR Paraná, CE Ceará, GO Goiás, SC Santa Catarina, RR Roraima, RS Rio Grande do Sul, PE Pernambuco
MX|Mexico|Mexican|states|state|JAL Jalisco, CHP Chiapas, SON Sonora, YUC Yucatán, TAM Tamaulipas, NLE Nuevo León, SIN Sinaloa, NAY Nayarit, ROO Quintana Roo
IN|India|Indian|states|state|KL Kerala, GJ Gujarat, KA Karnataka, TN Tamil Nadu, BR Bihar, AS Assam, OD Odisha, MH Maharashtra, RJ Rajasthan, HR Haryana, WB West Bengal
ZA|South Africa|South African|provinces|province!|GP Gauteng, WC Western Cape, EC Eastern Cape, LP Limpopo, MP Mpumalanga, KZN KwaZulu-Natal
JP|Japan|Japanese|prefectures|prefecture!|02 Aomori, 03 Iwate, 05 Akita, 06 Yamagata, 04 Miyagi, 07 Fukushima, 18 Fukui, 32 Shimane
NO|Norway|Norwegian|counties|county!|11 Rogaland, 18 Nordland, 50 Trøndelag, 46 Vestland, 42 Agder, 34 Innlandet
IE|Ireland|Irish|counties|county!|CO Cork, KY Kerry, MO Mayo, DL Donegal, CE Clare, SO Sligo, WX Wexford, MH Meath
`)

export const US_STATES: Readonly<Record<string, string>> = firsts(`
AL Alabama; AK Alaska; AZ Arizona; AR Arkansas; CA California; CO Colorado; CT Connecticut; DE Delaware; FL Florida
GA Georgia; HI Hawaii; ID Idaho; IL Illinois; IN Indiana; IA Iowa; KS Kansas; KY Kentucky; LA Louisiana; ME Maine
MD Maryland; MA Massachusetts; MI Michigan; MN Minnesota; MS Mississippi; MO Missouri; MT Montana; NE Nebraska
NV Nevada; NH New Hampshire; NJ New Jersey; NM New Mexico; NY New York; NC North Carolina; ND North Dakota; OH Ohio
OK Oklahoma; OR Oregon; PA Pennsylvania; RI Rhode Island; SC South Carolina; SD South Dakota; TN Tennessee; TX Texas
UT Utah; VT Vermont; VA Virginia; WA Washington; WV West Virginia; WI Wisconsin; WY Wyoming
`)

/** States whose bare name means something else to many readers. They appear only among other states. */
export const SHADOWED_STATES: ReadonlySet<string> = new Set(['GA', 'NY', 'WA'])

export interface Group {
  /** The name as a noun phrase, then other names. */
  names: readonly string[]
  /** ISO codes: countries, or first-level units with a dash. */
  members: readonly string[]
  /** "the three Baltic states"; empty where no such phrase is usual. */
  counted: string
  /** Territories that the list of the group leaves out although their country is a member. */
  without: Readonly<Record<string, readonly string[]>>
  /** Dependent countries that some readers count in: same words, more land. Both are right. */
  maybe: readonly string[]
}

const EU_MEMBERS = 'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE'.split(
  ' ',
)

export const GROUPS: readonly Group[] = [
  // Not "the EU member states": as a list of countries it might mean them with New Caledonia and Bonaire.
  group('the EU/the European Union', EU_MEMBERS.join(' '), '', {
    FR: ['BL', 'NC', 'PF', 'PM', 'TF', 'WF'],
    NL: ['BQ'],
  }),
  group('Benelux/the Benelux/the Benelux countries', 'BE NL LU', 'the three Benelux countries'),
  group('the Baltic states/the Baltics/the Baltic countries', 'EE LV LT', 'the three Baltic states'),
  group('the Nordic countries', 'DK FI IS NO SE', 'the five Nordic countries', {}, 'FO GL AX'),
  group('the DACH region/DACH/the DACH countries', 'DE AT CH', ''),
  group(
    'the GCC/the GCC countries/the Gulf Cooperation Council',
    'SA AE QA KW BH OM',
    'the six GCC countries',
  ),
  group('the Visegrád Group/the Visegrad countries', 'CZ HU PL SK', 'the four Visegrad countries'),
  group('the Western Balkans', 'AL BA XK ME MK RS', ''),
  group('New England/the New England states', us('CT ME MA NH RI VT'), 'the six New England states'),
  group('the Four Corners states', us('AZ CO NM UT'), ''),
]

/** Phrases that stand for a country without a part, or for a part of a country. */
export const PARTS: readonly { text: string; plans: readonly (readonly [string, string])[] }[] = [
  { text: 'France without Réunion', plans: [['FR', 'RE']] },
  {
    text: 'Norway except Svalbard',
    plans: [
      ['NO', 'NO-21'],
      ['NO', 'SJ'],
      ['wikidata:Q98059339', ''],
    ],
  },
  { text: 'the United States except Puerto Rico', plans: [['US', 'PR']] },
  { text: 'the United States except Alaska and Hawaii', plans: [['US', 'US-AK US-HI']] },
  { text: 'the USA, excluding Puerto Rico and Guam', plans: [['US', 'PR GU']] },
  { text: 'France with its overseas territories', plans: [['FR', '']] },
  { text: 'the United States and its territories', plans: [['US', '']] },
  { text: 'the Netherlands without the Caribbean part', plans: [['NL', 'BQ']] },
  {
    text: 'Portugal except Madeira and the Azores',
    plans: [
      ['PT', 'PT-30 PT-20'],
      ['wikidata:Q2915956', ''],
    ],
  },
  {
    text: 'mainland Portugal',
    plans: [
      ['wikidata:Q2915956', ''],
      ['PT', 'PT-30 PT-20'],
    ],
  },
  { text: 'Spain, but not the Canary Islands', plans: [['ES', 'ES-CN']] },
  { text: 'Spain (excluding the Balearic Islands and the Canary Islands)', plans: [['ES', 'ES-IB ES-CN']] },
  { text: 'Italy without its islands of Sicily and Sardinia', plans: [['IT', 'IT-82 IT-88']] },
  { text: 'France except Corsica', plans: [['FR', 'FR-20R']] },
  { text: 'Australia without Tasmania', plans: [['AU', 'AU-TAS']] },
  { text: 'the United Kingdom other than Northern Ireland', plans: [['GB', 'GB-NIR']] },
  { text: 'the UK, Northern Ireland excluded', plans: [['GB', 'GB-NIR']] },
  { text: 'England and Wales', plans: [['GB-ENG GB-WLS', '']] },
  { text: 'England, Scotland and Wales', plans: [['GB-ENG GB-SCT GB-WLS', '']] },
  { text: 'Georgia, Armenia and Azerbaijan', plans: [['GE AM AZ', '']] },
  { text: 'Scandinavia (Denmark, Norway, Sweden)', plans: [['DK NO SE', '']] },
  {
    text: 'the Canadian provinces of Alberta, Saskatchewan and Manitoba',
    plans: [['CA-AB CA-SK CA-MB', '']],
  },
]

/** A country, one of its parts, and parts of that part: for exceptions inside exceptions. */
export interface Nest {
  top: readonly [iso: string, name: string]
  middle: readonly [iso: string, name: string]
  leaves: readonly (readonly [iso: string, name: string])[]
}

export const NESTS: readonly Nest[] = [
  nest('FR France', 'FR-BRE Brittany', "FR-29 Finistère; FR-56 Morbihan; FR-22 Côtes-d'Armor"),
  nest('FR France', 'FR-NOR Normandy', 'FR-14 Calvados; FR-61 Orne'),
  nest(
    'IT Italy',
    'IT-25 Lombardy',
    'IT-BG the Province of Bergamo; IT-SO the Province of Sondrio; IT-CR the Province of Cremona',
  ),
  nest(
    'IT Italy',
    'IT-52 Tuscany',
    'IT-SI the Province of Siena; IT-GR the Province of Grosseto; IT-AR the Province of Arezzo',
  ),
  nest(
    'ES Spain',
    'ES-AN Andalusia',
    'ES-AL the province of Almería; ES-J the province of Jaén; ES-H the province of Huelva',
  ),
  nest('GB the United Kingdom', 'GB-ENG England', 'GB-CON Cornwall; GB-DEV Devon; GB-NFK Norfolk'),
  nest('BE Belgium', 'BE-WAL Wallonia', 'BE-WNA the province of Namur; BE-WHT the province of Hainaut'),
  nest('BE Belgium', 'BE-VLG Flanders', 'BE-VOV East Flanders; BE-VWV West Flanders'),
]

/** Two neighbours: "Bavaria but not Thuringia" is said to be safe, and changes nothing. */
export const NEIGHBOURS: readonly (readonly [string, string, string, string])[] = [
  ['DE-BY', 'Bavaria', 'DE-TH', 'Thuringia'],
  ['DE-HE', 'Hesse', 'DE-BY', 'Bavaria'],
  ['US-OH', 'Ohio', 'US-KY', 'Kentucky'],
  ['US-IL', 'Illinois', 'US-IN', 'Indiana'],
  ['US-OR', 'Oregon', 'US-ID', 'Idaho'],
  ['AT-7', 'Tyrol', 'IT', 'Italy'],
  ['DE', 'Germany', 'AT', 'Austria'],
  ['FR', 'France', 'ES', 'Spain'],
  ['PT', 'Portugal', 'ES', 'Spain'],
  ['CA', 'Canada', 'US', 'the United States'],
  ['IT-21', 'Piedmont', 'IT-25', 'Lombardy'],
  ['GB-ENG', 'England', 'GB-SCT', 'Scotland'],
]

/** One wrong letter in a long name, where no other place is one letter away. */
export const TYPOS: readonly (readonly [string, string])[] = [
  ['US-MA', 'Massachussetts'],
  ['US-PA', 'Pensylvania'],
  ['US-CT', 'Connecticutt'],
  ['CH', 'Switzerlnd'],
  ['DE-SH', 'Schleswig-Holstien'],
  ['KZ', 'Kazakstan'],
  ['NL', 'Netherlnads'],
  ['US-MS', 'Mississipi'],
  ['CA-SK', 'Saskatchewen'],
  ['UZ', 'Uzbekistann'],
  ['US-NH', 'New Hamshire'],
  ['FR-HDF', 'Hauts-de-Frnace'],
]

function table(text: string): Record<string, string[]> {
  const result: Record<string, string[]> = {}
  for (const entry of text.trim().split(/[;\n]/)) {
    const [, iso, names] = /^\s*(\S+) (.+?)\s*$/.exec(entry)!
    result[iso!] = names!.split('/')
  }
  return result
}

function firsts(text: string): Record<string, string> {
  return Object.fromEntries(Object.entries(table(text)).map(([iso, names]) => [iso, names[0]!]))
}

function nations(text: string): Nation[] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [iso, name, adjective, levels, level, parts] = line.split('|') as [
        string,
        string,
        string,
        string,
        string,
        string,
      ]
      return {
        iso,
        name,
        adjective,
        levels,
        level: level.replace('!', ''),
        needsLevel: level.endsWith('!'),
        parts: parts.split(', ').map((part) => {
          const space = part.indexOf(' ')
          return { iso: `${iso}-${part.slice(0, space)}`, name: part.slice(space + 1) }
        }),
      }
    })
}

function us(codes: string): string {
  return codes
    .split(' ')
    .map((code) => `US-${code}`)
    .join(' ')
}

function group(
  names: string,
  members: string,
  counted: string,
  without: Group['without'] = {},
  maybe = '',
): Group {
  return {
    names: names.split('/'),
    members: members.split(' '),
    counted,
    without,
    maybe: maybe ? maybe.split(' ') : [],
  }
}

function nest(top: string, middle: string, leaves: string): Nest {
  const pair = (text: string): [string, string] => {
    const space = text.trim().indexOf(' ')
    return [text.trim().slice(0, space), text.trim().slice(space + 1)]
  }
  return { top: pair(top), middle: pair(middle), leaves: leaves.split(';').map(pair) }
}
