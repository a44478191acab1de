/**
 * Countries by their ISO code: the English names in use, after `|` the official ones. Left out are countries whose extent
 * or name is disputed, and official names that also cover lands overseas ("the Kingdom of the Netherlands").
 */

const TABLE = `AL Albania|the Republic of Albania
DZ Algeria|the People's Democratic Republic of Algeria
AD Andorra|the Principality of Andorra
AO Angola|the Republic of Angola
AG Antigua and Barbuda
AR Argentina|the Argentine Republic
AM Armenia|the Republic of Armenia
AU Australia|the Commonwealth of Australia
AT Austria|the Republic of Austria
AZ Azerbaijan|the Republic of Azerbaijan
BS the Bahamas|the Commonwealth of The Bahamas
BH Bahrain|the Kingdom of Bahrain
BD Bangladesh|the People's Republic of Bangladesh
BB Barbados
BY Belarus|the Republic of Belarus
BE Belgium|the Kingdom of Belgium
BZ Belize
BJ Benin|the Republic of Benin
BT Bhutan|the Kingdom of Bhutan
BO Bolivia|the Plurinational State of Bolivia
BA Bosnia and Herzegovina
BW Botswana|the Republic of Botswana
BR Brazil|the Federative Republic of Brazil
BN Brunei
BG Bulgaria|the Republic of Bulgaria
BF Burkina Faso
BI Burundi|the Republic of Burundi
CV Cape Verde|the Republic of Cabo Verde
KH Cambodia|the Kingdom of Cambodia
CM Cameroon|the Republic of Cameroon
CA Canada
CF the Central African Republic
TD Chad|the Republic of Chad
CL Chile|the Republic of Chile
CN China
CO Colombia|the Republic of Colombia
KM the Comoros|the Union of the Comoros
CD the Democratic Republic of the Congo
CG the Republic of the Congo
CR Costa Rica|the Republic of Costa Rica
CI Côte d'Ivoire;Ivory Coast
HR Croatia|the Republic of Croatia
CU Cuba|the Republic of Cuba
CY Cyprus|the Republic of Cyprus
CZ the Czech Republic;Czechia
DK Denmark
DJ Djibouti|the Republic of Djibouti
DM Dominica|the Commonwealth of Dominica
DO the Dominican Republic
EC Ecuador|the Republic of Ecuador
EG Egypt|the Arab Republic of Egypt
SV El Salvador|the Republic of El Salvador
GQ Equatorial Guinea|the Republic of Equatorial Guinea
ER Eritrea|the State of Eritrea
EE Estonia|the Republic of Estonia
SZ Eswatini|the Kingdom of Eswatini
ET Ethiopia|the Federal Democratic Republic of Ethiopia
FJ Fiji|the Republic of Fiji
FI Finland|the Republic of Finland
FR France
GA Gabon|the Gabonese Republic
GM the Gambia|the Republic of The Gambia
GE Georgia
DE Germany|the Federal Republic of Germany
GH Ghana|the Republic of Ghana
GR Greece|the Hellenic Republic
GD Grenada
GT Guatemala|the Republic of Guatemala
GN Guinea|the Republic of Guinea
GW Guinea-Bissau|the Republic of Guinea-Bissau
GY Guyana|the Co-operative Republic of Guyana
HT Haiti|the Republic of Haiti
HN Honduras|the Republic of Honduras
HU Hungary
IS Iceland|the Republic of Iceland
IN India|the Republic of India
ID Indonesia|the Republic of Indonesia
IR Iran|the Islamic Republic of Iran
IQ Iraq|the Republic of Iraq
IE Ireland|the Republic of Ireland
IL Israel|the State of Israel
IT Italy|the Italian Republic
JM Jamaica
JP Japan
JO Jordan|the Hashemite Kingdom of Jordan
KZ Kazakhstan|the Republic of Kazakhstan
KE Kenya|the Republic of Kenya
KI Kiribati|the Republic of Kiribati
KW Kuwait|the State of Kuwait
KG Kyrgyzstan|the Kyrgyz Republic
LA Laos|the Lao People's Democratic Republic
LV Latvia|the Republic of Latvia
LB Lebanon|the Lebanese Republic
LS Lesotho|the Kingdom of Lesotho
LR Liberia|the Republic of Liberia
LY Libya|the State of Libya
LI Liechtenstein|the Principality of Liechtenstein
LT Lithuania|the Republic of Lithuania
LU Luxembourg|the Grand Duchy of Luxembourg
MG Madagascar|the Republic of Madagascar
MW Malawi|the Republic of Malawi
MY Malaysia
MV the Maldives|the Republic of Maldives
ML Mali|the Republic of Mali
MT Malta|the Republic of Malta
MR Mauritania|the Islamic Republic of Mauritania
MU Mauritius|the Republic of Mauritius
MX Mexico|the United Mexican States
MD Moldova|the Republic of Moldova
MC Monaco|the Principality of Monaco
MN Mongolia
ME Montenegro
MZ Mozambique|the Republic of Mozambique
MM Myanmar|the Republic of the Union of Myanmar
NA Namibia|the Republic of Namibia
NP Nepal
NL the Netherlands
NZ New Zealand
NI Nicaragua|the Republic of Nicaragua
NE Niger|the Republic of the Niger
NG Nigeria|the Federal Republic of Nigeria
MK North Macedonia|the Republic of North Macedonia
NO Norway
OM Oman|the Sultanate of Oman
PK Pakistan|the Islamic Republic of Pakistan
PA Panama|the Republic of Panama
PG Papua New Guinea|the Independent State of Papua New Guinea
PY Paraguay|the Republic of Paraguay
PE Peru|the Republic of Peru
PH the Philippines|the Republic of the Philippines
PL Poland|the Republic of Poland
PT Portugal|the Portuguese Republic
QA Qatar|the State of Qatar
RO Romania
RU Russia|the Russian Federation
RW Rwanda|the Republic of Rwanda
LC Saint Lucia
WS Samoa|the Independent State of Samoa
SM San Marino|the Republic of San Marino
SA Saudi Arabia|the Kingdom of Saudi Arabia
SN Senegal|the Republic of Senegal
RS Serbia|the Republic of Serbia
SC Seychelles|the Republic of Seychelles
SL Sierra Leone|the Republic of Sierra Leone
SG Singapore|the Republic of Singapore
SK Slovakia|the Slovak Republic
SI Slovenia|the Republic of Slovenia
SB the Solomon Islands
SO Somalia|the Federal Republic of Somalia
ZA South Africa|the Republic of South Africa
KR South Korea|the Republic of Korea
SS South Sudan|the Republic of South Sudan
ES Spain|the Kingdom of Spain
LK Sri Lanka|the Democratic Socialist Republic of Sri Lanka
SD Sudan|the Republic of the Sudan
SR Suriname|the Republic of Suriname
SE Sweden|the Kingdom of Sweden
CH Switzerland|the Swiss Confederation
TJ Tajikistan|the Republic of Tajikistan
TZ Tanzania|the United Republic of Tanzania
TH Thailand|the Kingdom of Thailand
TG Togo|the Togolese Republic
TO Tonga|the Kingdom of Tonga
TT Trinidad and Tobago|the Republic of Trinidad and Tobago
TN Tunisia|the Republic of Tunisia
TR Turkey;Türkiye|the Republic of Türkiye
TM Turkmenistan
UG Uganda|the Republic of Uganda
UA Ukraine
AE the United Arab Emirates
GB the United Kingdom|the United Kingdom of Great Britain and Northern Ireland
US the United States|the United States of America
UY Uruguay
UZ Uzbekistan|the Republic of Uzbekistan
VU Vanuatu|the Republic of Vanuatu
VN Vietnam|the Socialist Republic of Vietnam
YE Yemen|the Republic of Yemen
ZM Zambia|the Republic of Zambia
ZW Zimbabwe|the Republic of Zimbabwe`

export const COUNTRIES = TABLE.split('\n').map((line) => {
  const [names, official = ''] = line.slice(3).split('|')
  return { code: line.slice(0, 2), names: names.split(';'), official: official === '' ? null : official }
})

/** Countries that share their name with a subdivision elsewhere; "the country of …" tells them apart. */
export const HOMONYMS: ReadonlySet<string> = new Set(['GE', 'LU', 'MX', 'NE', 'JO', 'PA', 'PE', 'LB', 'CU'])
