/** Formal names of countries in English, as the United Nations list them, and names of common speech; by ISO 3166-1 code. */
const TABLE = `
AF Islamic Republic of Afghanistan; Islamic Emirate of Afghanistan
AL Republic of Albania
DZ People's Democratic Republic of Algeria
AD Principality of Andorra
AO Republic of Angola
AR Argentine Republic
AM Republic of Armenia
AU Commonwealth of Australia
AT Republic of Austria
AZ Republic of Azerbaijan
BS The Bahamas; Commonwealth of The Bahamas; Bahamas
BH Kingdom of Bahrain
BD People's Republic of Bangladesh
BY Republic of Belarus; Byelorussia
BE Kingdom of Belgium
BJ Republic of Benin
BT Kingdom of Bhutan
BO Plurinational State of Bolivia; Bolivia (Plurinational State of)
BA Bosnia; Bosnia and Herzegovina; Bosnia & Herzegovina
BW Republic of Botswana
BR Federative Republic of Brazil
BN Brunei Darussalam; Nation of Brunei; Brunei
BG Republic of Bulgaria
BI Republic of Burundi
CV Cabo Verde; Cape Verde; Republic of Cabo Verde
KH Kingdom of Cambodia
CM Republic of Cameroon
CF Central African Republic; the Central African Republic
TD Republic of Chad
CL Republic of Chile
CN People's Republic of China; PRC; PR China
CO Republic of Colombia
KM Union of the Comoros; The Comoros; Comoros
CG Republic of the Congo; Congo-Brazzaville; Congo Republic
CD Democratic Republic of the Congo; DR Congo; DRC; Congo-Kinshasa; Congo, Democratic Republic of the
CR Republic of Costa Rica
CI Côte d'Ivoire; Cote d'Ivoire; Ivory Coast; Republic of Côte d'Ivoire; the Ivory Coast
HR Republic of Croatia
CU Republic of Cuba
CY Republic of Cyprus
CZ Czech Republic; the Czech Republic; Czechia
DK Kingdom of Denmark
DJ Republic of Djibouti
DM Commonwealth of Dominica
DO Dominican Republic; the Dominican Republic
EC Republic of Ecuador
EG Arab Republic of Egypt
SV Republic of El Salvador
GQ Republic of Equatorial Guinea
ER State of Eritrea
EE Republic of Estonia
SZ Kingdom of Eswatini; Swaziland
ET Federal Democratic Republic of Ethiopia
FJ Republic of Fiji
FI Republic of Finland
FR French Republic
GA Gabonese Republic
GM Republic of The Gambia; The Gambia; Gambia
GE Republic of Georgia
DE Federal Republic of Germany
GH Republic of Ghana
GR Hellenic Republic
GT Republic of Guatemala
GN Republic of Guinea; Guinea-Conakry
GW Republic of Guinea-Bissau
GY Co-operative Republic of Guyana; Cooperative Republic of Guyana
HT Republic of Haiti
VA Holy See; the Holy See; Vatican City State; Vatican; the Vatican
HN Republic of Honduras
IS Republic of Iceland
IN Republic of India
ID Republic of Indonesia
IR Islamic Republic of Iran; Iran (Islamic Republic of); Persia
IQ Republic of Iraq
IE Republic of Ireland; Éire
IL State of Israel
IT Italian Republic
JP State of Japan
JO Hashemite Kingdom of Jordan
KZ Republic of Kazakhstan
KE Republic of Kenya
KI Republic of Kiribati
KP Democratic People's Republic of Korea; DPRK; Korea, Democratic People's Republic of; DPR Korea
KR Republic of Korea; Korea, Republic of
KW State of Kuwait
KG Kyrgyz Republic; Kirghizia
LA Lao People's Democratic Republic; Lao PDR
LV Republic of Latvia
LB Lebanese Republic; the Lebanon
LS Kingdom of Lesotho
LR Republic of Liberia
LY State of Libya
LI Principality of Liechtenstein
LT Republic of Lithuania
LU Grand Duchy of Luxembourg
MG Republic of Madagascar
MW Republic of Malawi
MY Federation of Malaysia
MV Republic of Maldives; The Maldives; Maldives
ML Republic of Mali
MT Republic of Malta
MH Republic of the Marshall Islands; the Marshall Islands
MR Islamic Republic of Mauritania
MU Republic of Mauritius
MX United Mexican States
FM Federated States of Micronesia; Micronesia (Federated States of)
MD Republic of Moldova; Moldova, Republic of
MC Principality of Monaco
MA Kingdom of Morocco
MZ Republic of Mozambique
MM Republic of the Union of Myanmar; Burma; Myanmar (Burma)
NA Republic of Namibia
NR Republic of Nauru
NP Federal Democratic Republic of Nepal
NL Kingdom of the Netherlands; The Netherlands; Netherlands; the Netherlands
NI Republic of Nicaragua
NE Republic of the Niger; the Niger
NG Federal Republic of Nigeria
MK Republic of North Macedonia; Former Yugoslav Republic of Macedonia
NO Kingdom of Norway
OM Sultanate of Oman
PK Islamic Republic of Pakistan
PW Republic of Palau
PS State of Palestine; Palestine, State of; Palestine
PA Republic of Panama
PG Independent State of Papua New Guinea
PY Republic of Paraguay
PE Republic of Peru
PH Republic of the Philippines; The Philippines; Philippines
PL Republic of Poland
PT Portuguese Republic
QA State of Qatar
RU Russian Federation; the Russian Federation
RW Republic of Rwanda
KN Federation of Saint Kitts and Nevis; St Kitts and Nevis; St. Kitts & Nevis
LC St Lucia; St. Lucia; Saint Lucia
VC St Vincent and the Grenadines; Saint Vincent and the Grenadines; Saint Vincent & the Grenadines
WS Independent State of Samoa; Western Samoa
SM Republic of San Marino
ST Democratic Republic of São Tomé and Príncipe; Sao Tome and Principe; São Tomé & Príncipe
SA Kingdom of Saudi Arabia; KSA
SN Republic of Senegal
RS Republic of Serbia
SC Republic of Seychelles; the Seychelles
SL Republic of Sierra Leone
SG Republic of Singapore
SK Slovak Republic
SI Republic of Slovenia
SB the Solomon Islands; Solomon Islands
SO Federal Republic of Somalia
ZA Republic of South Africa; RSA
SS Republic of South Sudan
ES Kingdom of Spain
LK Democratic Socialist Republic of Sri Lanka; Ceylon
SD Republic of the Sudan; The Sudan; the Sudan
SR Republic of Suriname; Surinam
SE Kingdom of Sweden
CH Swiss Confederation
SY Syrian Arab Republic
TJ Republic of Tajikistan
TZ United Republic of Tanzania; Tanzania, United Republic of
TH Kingdom of Thailand; Siam
TL Democratic Republic of Timor-Leste; East Timor; Timor-Leste
TG Togolese Republic
TO Kingdom of Tonga
TT Republic of Trinidad and Tobago; Trinidad & Tobago; Trinidad and Tobago
TN Republic of Tunisia
TR Republic of Türkiye; Republic of Turkey; Turkey; Türkiye; Turkiye
UG Republic of Uganda
UA the Ukraine
AE United Arab Emirates; the United Arab Emirates; UAE; the UAE; the Emirates
GB United Kingdom of Great Britain and Northern Ireland; the United Kingdom; UK; the UK; U.K.
US United States of America; the United States of America; the United States; USA; U.S.A.; U.S.; the US; the USA
UY Eastern Republic of Uruguay; Oriental Republic of Uruguay
UZ Republic of Uzbekistan
VU Republic of Vanuatu
VE Bolivarian Republic of Venezuela; Venezuela (Bolivarian Republic of)
VN Socialist Republic of Viet Nam; Socialist Republic of Vietnam; Viet Nam
YE Republic of Yemen; the Yemen
ZM Republic of Zambia
ZW Republic of Zimbabwe; Rhodesia
XK Republic of Kosovo; Kosova
TW Taiwan; Republic of China (Taiwan); Taiwan, Province of China
HK Hong Kong; Hong Kong SAR; Hong Kong Special Administrative Region
MO Macau; Macao; Macao SAR
PR Puerto Rico; Commonwealth of Puerto Rico
FK Falkland Islands; the Falkland Islands; Falkland Islands (Malvinas)
KY Cayman Islands; the Cayman Islands
FO Faroe Islands; the Faroe Islands; Faeroe Islands
CK Cook Islands; the Cook Islands
VG British Virgin Islands; Virgin Islands (British)
VI US Virgin Islands; U.S. Virgin Islands; Virgin Islands (U.S.)
IM Isle of Man; the Isle of Man
AX Åland Islands; Aland
RE Reunion Island; La Réunion
`

export const FORMAL_NAMES: readonly (readonly [code: string, name: string])[] = TABLE.trim()
  .split('\n')
  .flatMap((line) =>
    line
      .slice(3)
      .split(';')
      .map((name) => [line.slice(0, 2), name.trim()] as const),
  )

/** Names of CLDR that take an article in their language as they are, neither inflected nor translated anew. */
export const WITH_ARTICLE: Readonly<Record<string, readonly (readonly [article: string, codes: string])[]>> =
  {
    fr: [
      [
        'la ',
        'FR BE BG BO BA CN CO KR KP HR FI GE GR GM GN HU JM JO LV LY LT MK MY MR MD MN NA NO NZ PL PG RO RU SK SI RS SL SO SE CH SY TZ TN TR TH ZM BY MQ GP GF NC PF CZ CF DO BB DM GW GQ',
      ],
      [
        'le ',
        'BD BJ BT BW BR BF BI KH CM CA TD CL CG CR DK GA GH GT GY HN JP KZ KE KG KW LA LS LB LR LI LU MW ML MA MX MZ MM NP NI NE NG PK PA PY PE PT QA RW SN SD SS LK SR TJ TG TM VE VN YE ZW GB ME GL TL SV',
      ],
      ["l'", 'AF AL DZ AO AR AM AU AT AZ EC EG ER EE ET IN ID IQ IR IE IS IT UA UG UY UZ ZA ES EH DE'],
      ['les ', 'US NL PH BS SC MV KM FJ AE FO KY MH SB CK BM'],
    ],
    de: [
      ['die ', 'CH TR UA SK MN NL PH MV SC BS KM MH SB DO FO CF VA'],
      ['der ', 'IR IQ YE LB SD TD NE SS SN'],
    ],
    es: [
      ['la ', 'IN AR CN'],
      ['el ', 'PE EC PY UY BR JP CA LB YE SD GB TD NP'],
      ['los ', 'US NL AE'],
      ['las ', 'PH BS MV SC KM'],
    ],
    it: [
      [
        'la ',
        'FR DE BG BO BA CN CO KR KP HR FI GE GR GM GN JM JO LV LY LT MK MR MD MN NA NO NZ PL PG RO RU SK SI RS SL SO SE CH SY TZ TN TR TH ES BY GY NG MY DK CZ CF DO',
      ],
      [
        'il ',
        'BD BJ BT BR BI CM CA CL GA GH GT JP KZ KE KG KW LA LS LB LI LU MW ML MA MX MZ MM NP NI NE PK PY PE PT QA RW SN SD SS SR TJ TG TM VE VN ME PA TD CG BE GB BW',
      ],
      ["l'", 'AF AL DZ AO AR AM AU AT AZ EC EG ER EE ET IN ID IQ IR IE IS IT UA UG UY UZ HU'],
      ['lo ', 'YE ZM ZW LK'],
      ['gli ', 'US AE'],
      ['i ', 'NL'],
      ['le ', 'PH MV SC BS KM FJ'],
    ],
    pt: [
      [
        'a ',
        'FR DE AT BE BG BO BA CN CO HR DK SK SI ES EE ET FI GE GR GM GN HU IN ID IE IS IT JM JO LV LY LT MY MR MD MN NA NO NZ PL PG RO RU RS SL SO SE CH SY TZ TN TR TH UA UG VE ZM AR AM AU AL DZ ER GT NI NG KR KP ZA SA GY CR BY CZ CF DO CI',
      ],
      [
        'o ',
        'BR JP CA MX PE PY UY EC CL PA HT IR IQ YE LB KW QA EG KE GA GH TD SD ML NE SN TG BJ BI RW MW ZW LS BT NP PK KZ TJ TM KG UZ KH LA VN BD LK GB ME SR BW AZ LI LU BH SS',
      ],
      ['os ', 'US NL AE CM'],
      ['as ', 'PH BS MV KM SC'],
    ],
  }

/** Names that are inflected behind their article, and other names of common speech. */
export const COMMON_NAMES: readonly (readonly [language: string, code: string, name: string])[] = [
  ['de', 'US', 'die Vereinigten Staaten'],
  ['de', 'US', 'die Vereinigten Staaten von Amerika'],
  ['de', 'US', 'die USA'],
  ['de', 'AE', 'die Vereinigten Arabischen Emirate'],
  ['de', 'GB', 'das Vereinigte Königreich'],
  ['de', 'GB', 'Großbritannien'],
  ['de', 'CI', 'die Elfenbeinküste'],
  ['de', 'CZ', 'die Tschechische Republik'],
  ['de', 'DE', 'Bundesrepublik Deutschland'],
  ['de', 'DE', 'die Bundesrepublik Deutschland'],
  ['de', 'CH', 'Schweizerische Eidgenossenschaft'],
  ['de', 'AT', 'Republik Österreich'],
  ['de', 'VA', 'der Vatikan'],
  ['fr', 'FR', 'République française'],
  ['fr', 'CH', 'Confédération suisse'],
  ['fr', 'BE', 'Royaume de Belgique'],
  ['fr', 'VA', 'le Vatican'],
  ['fr', 'CD', 'République démocratique du Congo'],
  ['fr', 'CD', 'la RDC'],
  ['fr', 'LU', 'Grand-Duché de Luxembourg'],
  ['es', 'ES', 'Reino de España'],
  ['es', 'SV', 'El Salvador'],
  ['es', 'VA', 'el Vaticano'],
  ['es', 'MX', 'Estados Unidos Mexicanos'],
  ['es', 'AR', 'República Argentina'],
  ['es', 'PE', 'República del Perú'],
  ['es', 'US', 'EE. UU.'],
  ['es', 'US', 'EEUU'],
  ['it', 'IT', 'Repubblica Italiana'],
  ['it', 'VA', 'il Vaticano'],
  ['it', 'CH', 'Confederazione Svizzera'],
  ['pt', 'BR', 'República Federativa do Brasil'],
  ['pt', 'PT', 'República Portuguesa'],
  ['pt', 'VA', 'o Vaticano'],
  ['pt', 'US', 'EUA'],
]
