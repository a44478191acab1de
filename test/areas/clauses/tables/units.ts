/**
 * First-level units of countries. Each group has a level word with its plural, and one unit a line: the end of its ISO code,
 * its names. A `!` marks names that also mean a city: a careful writer adds the level ("the canton of Zug").
 * `all` is how a clause says all units of a country at once; it is null where the groups leave a part of the country out.
 */

export interface UnitGroup {
  readonly country: string
  readonly words: readonly (readonly [one: string, many: string])[]
  readonly all: string | null
  /** Names stand before the level word ("Masovian Voivodeship"), not after "the … of". */
  readonly wordFollows?: boolean
  readonly table: string
}

export const UNIT_GROUPS: readonly UnitGroup[] = [
  {
    country: 'CA',
    words: [
      ['province', 'provinces'],
      ['Province', 'Provinces'],
    ],
    all: 'provinces and territories',
    table: `ON Ontario
!QC Quebec;Québec
NS Nova Scotia
NB New Brunswick
MB Manitoba
BC British Columbia
PE Prince Edward Island
SK Saskatchewan
AB Alberta
NL Newfoundland and Labrador`,
  },
  {
    country: 'DE',
    words: [
      ['Land', 'Länder'],
      ['federal state', 'federal states'],
      ['state', 'states'],
      ['State', 'States'],
    ],
    all: 'federal states',
    table: `BW Baden-Württemberg
BY Bavaria;Bayern
!BE Berlin
BB Brandenburg
!HB Bremen
!HH Hamburg
HE Hesse;Hessen
MV Mecklenburg-Western Pomerania;Mecklenburg-Vorpommern
NI Lower Saxony;Niedersachsen
NW North Rhine-Westphalia;Nordrhein-Westfalen
RP Rhineland-Palatinate;Rheinland-Pfalz
SL Saarland
SN Saxony;Sachsen
ST Saxony-Anhalt;Sachsen-Anhalt
SH Schleswig-Holstein
TH Thuringia;Thüringen`,
  },
  {
    country: 'FR',
    words: [
      ['region', 'regions'],
      ['Region', 'Regions'],
    ],
    all: null,
    table: `BRE Brittany;Bretagne
GES Grand Est
ARA Auvergne-Rhône-Alpes
BFC Bourgogne-Franche-Comté
NAQ Nouvelle-Aquitaine
OCC Occitanie
NOR Normandy;Normandie
HDF Hauts-de-France
CVL Centre-Val de Loire
IDF Île-de-France
PDL Pays de la Loire
PAC Provence-Alpes-Côte d'Azur
20R Corsica;Corse`,
  },
  {
    country: 'ES',
    words: [
      ['autonomous community', 'autonomous communities'],
      ['Autonomous Community', 'Autonomous Communities'],
    ],
    all: null,
    table: `AN Andalusia;Andalucía
AR Aragon;Aragón
AS Asturias
CB Cantabria
CL Castile and León;Castilla y León
CM Castilla-La Mancha
CT Catalonia;Cataluña
EX Extremadura
GA Galicia
!MD Madrid
!MC Murcia
!NC Navarre
!RI La Rioja
PV the Basque Country;País Vasco
CN the Canary Islands
IB the Balearic Islands`,
  },
  {
    country: 'IT',
    words: [
      ['region', 'regions'],
      ['Region', 'Regions'],
    ],
    all: 'regions',
    table: `65 Abruzzo
77 Basilicata
78 Calabria
72 Campania
45 Emilia-Romagna
36 Friuli Venezia Giulia
62 Lazio
42 Liguria
25 Lombardy;Lombardia
57 Marche
67 Molise
21 Piedmont;Piemonte
75 Apulia;Puglia
88 Sardinia;Sardegna
82 Sicily;Sicilia
32 Trentino-Alto Adige
52 Tuscany;Toscana
55 Umbria
23 Aosta Valley
34 Veneto`,
  },
  {
    country: 'CH',
    words: [
      ['canton', 'cantons'],
      ['Canton', 'Cantons'],
    ],
    all: 'cantons',
    table: `AG Aargau
AR Appenzell Ausserrhoden
AI Appenzell Innerrhoden
BL Basel-Landschaft
BS Basel-Stadt
!BE Bern;Berne
!FR Fribourg;Freiburg
!GE Geneva;Genève
!GL Glarus
GR Graubünden;Grisons
JU Jura
!LU Lucerne;Luzern
!NE Neuchâtel
NW Nidwalden
OW Obwalden
!SH Schaffhausen
!SZ Schwyz
!SO Solothurn
!SG St. Gallen;Sankt Gallen
TG Thurgau
TI Ticino;Tessin
UR Uri
VS Valais;Wallis
VD Vaud;Waadt
!ZG Zug
!ZH Zurich;Zürich`,
  },
  {
    country: 'AU',
    words: [
      ['state', 'states'],
      ['State', 'States'],
    ],
    all: null,
    table: `NSW New South Wales
QLD Queensland
SA South Australia
TAS Tasmania
VIC Victoria
WA Western Australia`,
  },
  {
    country: 'AT',
    words: [
      ['Land', 'Länder'],
      ['federal state', 'federal states'],
      ['state', 'states'],
    ],
    all: 'federal states',
    table: `1 Burgenland
2 Carinthia;Kärnten
3 Lower Austria;Niederösterreich
4 Upper Austria;Oberösterreich
!5 Salzburg
6 Styria;Steiermark
7 Tyrol;Tirol
8 Vorarlberg
!9 Vienna;Wien`,
  },
  {
    country: 'BR',
    words: [
      ['state', 'states'],
      ['State', 'States'],
    ],
    all: null,
    table: `AC Acre
AL Alagoas
AP Amapá
AM Amazonas
BA Bahia
CE Ceará
ES Espírito Santo
GO Goiás
MA Maranhão
MT Mato Grosso
MS Mato Grosso do Sul
MG Minas Gerais
PA Pará
PB Paraíba
PR Paraná
PE Pernambuco
PI Piauí
!RJ Rio de Janeiro
RN Rio Grande do Norte
RS Rio Grande do Sul
RO Rondônia
RR Roraima
SC Santa Catarina
!SP São Paulo
SE Sergipe
TO Tocantins`,
  },
  {
    country: 'MX',
    words: [
      ['state', 'states'],
      ['State', 'States'],
    ],
    all: null,
    table: `!AGU Aguascalientes
BCN Baja California
BCS Baja California Sur
!CAM Campeche
CHP Chiapas
!CHH Chihuahua
COA Coahuila
!COL Colima
!DUR Durango
!GUA Guanajuato
GRO Guerrero
HID Hidalgo
JAL Jalisco
MIC Michoacán
MOR Morelos
NAY Nayarit
NLE Nuevo León
!OAX Oaxaca
!PUE Puebla
!QUE Querétaro
ROO Quintana Roo
!SLP San Luis Potosí
SIN Sinaloa
SON Sonora
TAB Tabasco
TAM Tamaulipas
!TLA Tlaxcala
!VER Veracruz
YUC Yucatán
!ZAC Zacatecas`,
  },
  {
    country: 'IN',
    words: [
      ['state', 'states'],
      ['State', 'States'],
    ],
    all: 'states and union territories',
    table: `AP Andhra Pradesh
AR Arunachal Pradesh
AS Assam
BR Bihar
CG Chhattisgarh
GA Goa
GJ Gujarat
HR Haryana
HP Himachal Pradesh
JH Jharkhand
KA Karnataka
KL Kerala
MP Madhya Pradesh
MH Maharashtra
MN Manipur
ML Meghalaya
MZ Mizoram
NL Nagaland
OD Odisha
PB Punjab
RJ Rajasthan
SK Sikkim
TN Tamil Nadu
TS Telangana
TR Tripura
UP Uttar Pradesh
UK Uttarakhand
WB West Bengal`,
  },
  {
    country: 'NL',
    words: [
      ['province', 'provinces'],
      ['Province', 'Provinces'],
    ],
    all: 'provinces',
    table: `DR Drenthe
FL Flevoland
FR Friesland;Fryslân
GE Gelderland
!GR Groningen
LI Limburg
NB North Brabant;Noord-Brabant
NH North Holland;Noord-Holland
OV Overijssel
!UT Utrecht
ZE Zeeland
ZH South Holland;Zuid-Holland`,
  },
  {
    country: 'BE',
    words: [
      ['province', 'provinces'],
      ['Province', 'Provinces'],
    ],
    all: null,
    table: `!VAN Antwerp;Antwerpen
WHT Hainaut
!WLG Liège
VLI Limburg
!WLX Luxembourg
!WNA Namur
VOV East Flanders;Oost-Vlaanderen
VBR Flemish Brabant;Vlaams-Brabant
WBR Walloon Brabant
VWV West Flanders;West-Vlaanderen`,
  },
  {
    country: 'PL',
    words: [
      ['Voivodeship', 'Voivodeships'],
      ['voivodeship', 'voivodeships'],
    ],
    all: 'voivodeships',
    wordFollows: true,
    table: `!02 Lower Silesian;Dolnośląskie
!04 Kuyavian-Pomeranian;Kujawsko-Pomorskie
!06 Lublin;Lubelskie
!08 Lubusz;Lubuskie
!10 Łódź;Łódzkie
!12 Lesser Poland;Małopolskie
!14 Masovian;Mazowieckie
!16 Opole;Opolskie
!18 Podkarpackie
!20 Podlaskie
!22 Pomeranian;Pomorskie
!24 Silesian;Śląskie
!26 Świętokrzyskie
!28 Warmian-Masurian;Warmińsko-Mazurskie
!30 Greater Poland;Wielkopolskie
!32 West Pomeranian;Zachodniopomorskie`,
  },
  {
    country: 'JP',
    words: [
      ['Prefecture', 'Prefectures'],
      ['prefecture', 'prefectures'],
    ],
    all: 'prefectures',
    wordFollows: true,
    table: `!02 Aomori
!03 Iwate
!04 Miyagi
!05 Akita
!06 Yamagata
!07 Fukushima
!08 Ibaraki
!09 Tochigi
!10 Gunma
!11 Saitama
!12 Chiba
!14 Kanagawa
!15 Niigata
!16 Toyama
!17 Ishikawa
!18 Fukui
!19 Yamanashi
!20 Nagano
!21 Gifu
!22 Shizuoka
!23 Aichi
!24 Mie
!25 Shiga
!26 Kyoto
!27 Osaka
!28 Hyogo
!29 Nara
!30 Wakayama
!31 Tottori
!32 Shimane
!33 Okayama
!34 Hiroshima
!35 Yamaguchi
!36 Tokushima
!37 Kagawa
!38 Ehime
!39 Kochi
!40 Fukuoka
!41 Saga
!42 Nagasaki
!43 Kumamoto
!44 Oita
!45 Miyazaki
!46 Kagoshima
!47 Okinawa`,
  },
]

/** Units outside the level words of their country's group, but included when all units are listed. */
export const OTHER_UNITS: Readonly<Record<string, readonly string[]>> = {
  CA: ['YT', 'NT', 'NU'],
  IN: ['AN', 'CH', 'DH', 'DL', 'JK', 'LA', 'LD', 'PY'],
  JP: ['01', '13'],
}
