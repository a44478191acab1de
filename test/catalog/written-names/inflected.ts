/**
 * Forms whose level word or name is inflected or carries an article, written by hand from the usage of each language:
 * ISO 3166-2 code, language, forms parted by semicolons.
 */
const FRENCH_DEPARTMENTS = `
l’: 01 02 03 07 09 10 11 12 27 34 36 38 60 61 89 91
la : 16 17 2A 2B 19 21 23 24 26 31 33 42 43 44 48 50 51 52 53 55 57 58 70 72 73 74 76 80 85 86 87 93
du: 14 15 18 25 29 30 32 39 45 46 56 59 62 63 67 68 69 81 83 94 95
des: 04 05 06 08 13 22 40 64 65 66 78 79 88 92
de : 37 41 47 49 54 71 77 82 84
d’: 28 35
`

/** The preposition with the article, ready to stand before the name. */
export const FRENCH_PREPOSITIONS: ReadonlyMap<string, string> = new Map(
  FRENCH_DEPARTMENTS.trim()
    .split('\n')
    .flatMap((line) => {
      const [article = '', codes = ''] = line.split(':')
      const before = { 'l’': "de l'", 'la ': 'de la ', du: 'du ', des: 'des ', 'de ': 'de ', 'd’': "d'" }[
        article
      ]
      return codes
        .trim()
        .split(' ')
        .map((code) => [`FR-${code}`, before!] as const)
    }),
)

const HAND = `
US-TX fr État du Texas
US-CA fr État de Californie; l’État de Californie
US-NY fr État de New York
US-WA fr État de Washington
US-FL fr État de Floride
US-OH fr État de l'Ohio
US-NY en New York State; the State of New York; New York state
US-WA en Washington State; the State of Washington; Washington state
US-TX en state of Texas; the State of Texas; Texas state; Texas, USA
US-GA en Georgia, USA; Georgia, United States; the State of Georgia
US-HI en State of Hawai‘i
US-CA en California state
US-RI en Rhode Island, USA; State of Rhode Island and Providence Plantations
US-PA en Commonwealth of Pennsylvania
US-VA en Commonwealth of Virginia
US-MA en Commonwealth of Massachusetts
US-KY en Commonwealth of Kentucky
US-TX pt estado do Texas
US-CA pt estado da Califórnia
US-TX it Stato del Texas
US-CA it Stato della California
US-NY it Stato di New York
US-NY de Staat New York; Bundesstaat New York
US-WA de Bundesstaat Washington
CA-QC fr province de Québec; province du Québec
CA-ON fr province de l'Ontario
CA-MB fr province du Manitoba
CA-AB fr province de l'Alberta
CA-NB fr province du Nouveau-Brunswick
CA-BC fr province de la Colombie-Britannique
CA-YT en Yukon Territory
CA-NT en Northwest Territories
AU-NT en Northern Territory
AU-ACT en Australian Capital Territory
DE-BY de Freistaat Bayern
DE-BY en Free State of Bavaria
DE-SN de Freistaat Sachsen
DE-SN en Free State of Saxony
DE-TH de Freistaat Thüringen
DE-TH en Free State of Thuringia
DE-HH de Freie und Hansestadt Hamburg
DE-HB de Freie Hansestadt Bremen
DE-BY fr État libre de Bavière; land de Bavière
DE-HE fr Land de Hesse
DE-BB fr land de Brandebourg
DE-SN it Libero Stato di Sassonia; Land Sassonia
CH-ZH de Kanton Zürich
CH-BS de Kanton Basel-Stadt
CH-BL de Kanton Basel-Landschaft; Basel-Land
CH-GR de Kanton Graubünden
CH-GR fr canton des Grisons
CH-GR it Cantone dei Grigioni; Canton Grigioni
CH-TI it Canton Ticino; Cantone Ticino; Repubblica e Cantone Ticino
CH-TI fr canton du Tessin
CH-VS fr canton du Valais
CH-VS de Kanton Wallis
CH-JU fr canton du Jura; République et canton du Jura
CH-VD fr canton de Vaud
CH-VD de Kanton Waadt
CH-GE fr canton de Genève; République et canton de Genève
CH-NE fr canton de Neuchâtel
CH-FR fr canton de Fribourg
CH-ZH fr canton de Zurich
CH-ZH en canton of Zurich; Canton of Zürich; Zurich canton
CH-SG en canton of St. Gallen; Canton of Saint Gallen
IT-AQ it Provincia dell'Aquila
IT-SP it Provincia della Spezia
IT-MB it Provincia di Monza e della Brianza
IT-VB it Provincia del Verbano-Cusio-Ossola
IT-TO it Provincia di Torino; Città metropolitana di Torino
IT-MI it Città metropolitana di Milano; provincia di Milano
IT-NA it Città metropolitana di Napoli
IT-RM it Città metropolitana di Roma Capitale; provincia di Roma
IT-VE it Città metropolitana di Venezia
IT-TO en Metropolitan City of Turin
IT-MI en Metropolitan City of Milan
IT-BZ de Provinz Bozen; Autonome Provinz Bozen
IT-BZ en South Tyrol; Autonomous Province of Bolzano
IT-TN it Provincia autonoma di Trento
IT-82 it Regione Siciliana
IT-25 en Lombardy region; Region of Lombardy
IT-88 it Regione Autonoma della Sardegna
ES-MD es Comunidad de Madrid; Comunidad Autónoma de Madrid; Provincia de Madrid
ES-MD en Community of Madrid; Autonomous Community of Madrid
ES-MD fr Communauté de Madrid
ES-VC es Comunidad Valenciana; Comunitat Valenciana
ES-VC en Valencian Community
ES-AN es Comunidad Autónoma de Andalucía
ES-AN en Autonomous Community of Andalusia
ES-CT es Comunidad Autónoma de Cataluña
ES-CT en Autonomous Community of Catalonia
ES-GA es Comunidad Autónoma de Galicia
ES-GA en Autonomous Community of Galicia
ES-AR es Comunidad Autónoma de Aragón
ES-AR en Autonomous Community of Aragon
ES-EX es Comunidad Autónoma de Extremadura
ES-CN es Comunidad Autónoma de Canarias; Islas Canarias
ES-CN en Canary Islands; Autonomous Community of the Canary Islands
ES-PV es Comunidad Autónoma del País Vasco
ES-PV en Basque Country; Basque Autonomous Community; Autonomous Community of the Basque Country
ES-PV eu Euskal Autonomia Erkidegoa
ES-NC es Comunidad Foral de Navarra
ES-NC en Chartered Community of Navarre; Foral Community of Navarre
ES-AS es Principado de Asturias
ES-AS en Principality of Asturias
ES-MC es Región de Murcia
ES-MC en Region of Murcia
ES-CL es Comunidad de Castilla y León
ES-C es Provincia de La Coruña
ES-C gl Provincia da Coruña
ES-GC es Provincia de Las Palmas
ES-CT ca Comunitat Autònoma de Catalunya
ES-B ca Província de Barcelona
ES-B en Province of Barcelona
NL-NB nl provincie Noord-Brabant
NL-NB en Province of North Brabant
NL-LI en Limburg, Netherlands; Province of Limburg, Netherlands
NL-LI nl provincie Limburg, Nederland; Nederlands-Limburg
BE-VLI en Limburg, Belgium; Province of Limburg, Belgium
BE-VLI nl Belgisch-Limburg; provincie Limburg, België
BE-WLX en Luxembourg Province, Belgium; Province of Luxembourg; Luxembourg Province
BE-WLX fr province de Luxembourg
BE-WBR fr province du Brabant wallon
BE-VBR nl provincie Vlaams-Brabant
BE-WHT fr province de Hainaut
BE-WNA fr province de Namur
BE-WLG fr province de Liège
BE-VAN nl provincie Antwerpen
BE-BRU fr Région de Bruxelles-Capitale
BE-BRU nl Brussels Hoofdstedelijk Gewest
BE-BRU en Brussels-Capital Region; Brussels Capital Region
BE-BRU de Region Brüssel-Hauptstadt
BE-WAL fr Région wallonne
BE-WAL en Walloon Region
BE-VLG nl Vlaams Gewest
BE-VLG en Flemish Region
FR-IDF fr Région Île-de-France; région parisienne
FR-IDF en Ile-de-France region
FR-PAC fr région PACA; Provence-Alpes-Côte d'Azur
FR-BRE br Rannvro Breizh
FR-ARA fr région Auvergne-Rhône-Alpes
FR-CVL fr région Centre-Val de Loire
FR-NAQ en Nouvelle-Aquitaine region
FR-42 en Loire department
FR-90 fr Territoire de Belfort
GB-CON en County of Cornwall
GB-KEN en County of Kent
GB-ESS en County of Essex
GB-HRT en County of Hertfordshire
GB-DUR en County Durham
GB-DEV en County of Devon
GB-IOW en County of the Isle of Wight
PL-02 en Lower Silesian Voivodeship
PL-04 en Kuyavian-Pomeranian Voivodeship
PL-06 en Lublin Voivodeship
PL-08 en Lubusz Voivodeship
PL-10 en Łódź Voivodeship; Lodz Voivodeship
PL-12 en Lesser Poland Voivodeship
PL-14 en Masovian Voivodeship
PL-16 en Opole Voivodeship
PL-18 en Subcarpathian Voivodeship; Podkarpackie Voivodeship
PL-20 en Podlaskie Voivodeship
PL-22 en Pomeranian Voivodeship
PL-24 en Silesian Voivodeship
PL-26 en Świętokrzyskie Voivodeship; Holy Cross Voivodeship
PL-28 en Warmian-Masurian Voivodeship
PL-30 en Greater Poland Voivodeship
PL-32 en West Pomeranian Voivodeship
PL-14 pl woj. mazowieckie
RU-KDA en Krasnodar Krai; Krasnodar Territory; Krasnodar Region
RU-KDA ru Краснодарский край
RU-PRI en Primorsky Krai; Maritime Territory
RU-PER en Perm Krai
RU-KHA en Khabarovsk Krai
RU-STA en Stavropol Krai
RU-ALT en Altai Krai
RU-AL en Altai Republic; Republic of Altai
RU-KYA en Krasnoyarsk Krai
RU-KAM en Kamchatka Krai
RU-ZAB en Zabaykalsky Krai
RU-TA en Republic of Tatarstan
RU-TA ru Республика Татарстан
RU-TA de Republik Tatarstan
RU-BA en Republic of Bashkortostan
RU-BA ru Республика Башкортостан
RU-SA en Sakha Republic; Republic of Sakha; Sakha Republic (Yakutia)
RU-SA ru Республика Саха (Якутия); Якутия
RU-CE en Chechen Republic
RU-CE ru Чеченская Республика
RU-DA en Republic of Dagestan
RU-KR en Republic of Karelia
RU-KO en Komi Republic
RU-CU en Chuvash Republic
RU-UD en Udmurt Republic
RU-BU en Republic of Buryatia
RU-SE en Republic of North Ossetia–Alania
RU-MOS en Moscow Oblast; Moscow Region
RU-MOS ru Московская область; Подмосковье
RU-LEN en Leningrad Oblast
RU-LEN ru Ленинградская область
RU-SVE ru Свердловская область
RU-NIZ en Nizhny Novgorod Oblast
RU-YEV en Jewish Autonomous Oblast
RU-YEV ru Еврейская автономная область
RU-KHM en Khanty-Mansi Autonomous Okrug
RU-KHM ru Ханты-Мансийский автономный округ
RU-YAN en Yamalo-Nenets Autonomous Okrug
RU-CHU en Chukotka Autonomous Okrug
RU-NEN en Nenets Autonomous Okrug
UA-32 en Kyiv Oblast; Kyiv Region; Kiev Oblast
UA-32 uk Київська область
UA-46 en Lviv Oblast; Lviv Region
UA-46 uk Львівська область; Львівщина
UA-51 en Odesa Oblast; Odessa Oblast
UA-63 en Kharkiv Oblast; Kharkov Oblast
UA-12 en Dnipropetrovsk Oblast
UA-14 en Donetsk Oblast
UA-09 en Luhansk Oblast
UA-18 en Zhytomyr Oblast
UA-21 en Zakarpattia Oblast; Transcarpathia
UA-26 en Ivano-Frankivsk Oblast
UA-43 en Autonomous Republic of Crimea
UA-07 en Volyn Oblast
UA-05 en Vinnytsia Oblast
UA-61 en Ternopil Oblast
BY-MI en Minsk Region; Minsk Oblast
BY-MI ru Минская область
BY-BR en Brest Region; Brest Oblast
BY-HO en Gomel Region
BY-VI en Vitebsk Region
BY-HR en Grodno Region
BY-MA en Mogilev Region
KZ-35 ru Карагандинская область
KZ-35 en Karaganda Region
KZ-15 ru Актюбинская область
KZ-15 en Aktobe Region
KZ-63 ru Восточно-Казахстанская область
KZ-63 en East Kazakhstan Region
KZ-27 en West Kazakhstan Region
KZ-59 en North Kazakhstan Region
KZ-39 en Kostanay Region
KZ-55 en Pavlodar Region
JP-13 ja 東京都; とうきょうと
JP-13 en Tokyo Metropolis; Tokyo Prefecture
JP-27 ja 大阪府
JP-26 ja 京都府
JP-01 ja 北海道
JP-01 en Hokkaido Prefecture
JP-14 ja 神奈川県
JP-47 ja 沖縄県
CN-SC zh 四川省
CN-SC en Sichuan Province
CN-GD zh 广东省; 廣東省
CN-XZ zh 西藏自治区; 西藏自治區
CN-XZ en Tibet Autonomous Region
CN-XJ en Xinjiang Uyghur Autonomous Region; Xinjiang Autonomous Region
CN-XJ zh 新疆维吾尔自治区; 新疆維吾爾自治區
CN-NM en Inner Mongolia Autonomous Region
CN-NM zh 内蒙古自治区
CN-GX en Guangxi Zhuang Autonomous Region
CN-NX en Ningxia Hui Autonomous Region
CN-BJ en Beijing Municipality
CN-BJ zh 北京市
CN-SH en Shanghai Municipality
CN-SH zh 上海市
CN-CQ en Chongqing Municipality
KR-41 ko 경기도
KR-41 en Gyeonggi Province; Gyeonggi-do
KR-48 ko 경상남도
KR-48 en South Gyeongsang Province; Gyeongsangnam-do
KR-11 ko 서울특별시
KR-11 en Seoul Special City
KR-26 ko 부산광역시
KR-26 en Busan Metropolitan City
TW-TPE zh 臺北市; 台北市
TH-92 en Trang Province
TH-50 en Chiang Mai Province
TH-10 en Bangkok Metropolis
TH-92 th จังหวัดตรัง
TH-50 th จังหวัดเชียงใหม่
TH-83 th จังหวัดภูเก็ต
TH-20 th จังหวัดชลบุรี
VN-18 vi tỉnh Ninh Bình
VN-SG vi Thành phố Hồ Chí Minh
ID-JB id Provinsi Jawa Barat
ID-JK id DKI Jakarta; Daerah Khusus Ibukota Jakarta
ID-JK en Special Capital Region of Jakarta
ID-YO en Special Region of Yogyakarta
ID-YO id Daerah Istimewa Yogyakarta
ID-AC en Province of Aceh
IN-DL en National Capital Territory of Delhi
IN-MH hi महाराष्ट्र राज्य
IN-TN ta தமிழ்நாடு
IN-PB en Punjab, India; Punjab State, India
PK-PB en Punjab, Pakistan; Punjab Province, Pakistan
IN-GJ hi गुजरात राज्य
IN-UP hi उत्तर प्रदेश राज्य
PK-IS en Islamabad Capital Territory
SE-AB sv Stockholms län
SE-AB en Stockholm County
SE-O sv Västra Götalands län
SE-M sv Skåne län
SE-M en Skåne County; Scania County
SE-C sv Uppsala län
SE-BD sv Norrbottens län
SE-N sv Hallands län
SE-O en Västra Götaland County
NO-11 no Rogaland fylke
NO-11 en Rogaland County
NO-15 no Møre og Romsdal fylke
NO-18 no Nordland fylke
NO-46 no Vestland fylke
NO-50 no Trøndelag fylke
NO-34 no Innlandet fylke
NO-55 no Troms fylke
NO-56 no Finnmark fylke
NO-42 no Agder fylke
NO-40 no Telemark fylke
DK-84 da Region Hovedstaden
DK-84 en Capital Region of Denmark
DK-85 da Region Sjælland
DK-85 en Region Zealand
DK-83 da Region Syddanmark
DK-83 en Region of Southern Denmark
DK-82 da Region Midtjylland
DK-82 en Central Denmark Region
DK-81 da Region Nordjylland
DK-81 en North Denmark Region
FI-19 fi Varsinais-Suomen maakunta
FI-11 fi Pirkanmaan maakunta
FI-18 fi Uudenmaan maakunta
FI-10 fi Lapin maakunta
FI-18 sv landskapet Nyland
FI-10 sv landskapet Lappland
FI-18 en Uusimaa Region
EE-37 et Harju maakond; Harjumaa
EE-37 en Harju County
EE-79 et Tartu maakond; Tartumaa
EE-79 en Tartu County
EE-44 et Ida-Viru maakond
EE-67 en Pärnu County
EE-74 en Saare County
LT-VL lt Vilniaus apskritis
LT-KU lt Kauno apskritis
LT-KL lt Klaipėdos apskritis
CZ-64 cs Jihomoravský kraj
CZ-64 en South Moravian Region
CZ-20 cs Středočeský kraj
CZ-20 en Central Bohemian Region
CZ-80 cs Moravskoslezský kraj
CZ-80 en Moravian-Silesian Region
CZ-71 cs Olomoucký kraj
CZ-71 en Olomouc Region
CZ-72 cs Zlínský kraj
CZ-32 cs Plzeňský kraj
CZ-32 en Plzeň Region; Pilsen Region
CZ-31 cs Jihočeský kraj
CZ-63 cs kraj Vysočina; Kraj Vysočina
CZ-42 cs Ústecký kraj
CZ-51 cs Liberecký kraj
CZ-10 cs Hlavní město Praha
SK-BL sk Bratislavský kraj
SK-KI sk Košický kraj
SK-PV sk Prešovský kraj
SK-ZI sk Žilinský kraj
SK-BC sk Banskobystrický kraj
HU-PE hu Pest vármegye; Pest megye
HU-BK hu Bács-Kiskun vármegye
HU-CS en Csongrád-Csanád County
HR-17 hr Splitsko-dalmatinska županija
HR-18 hr Istarska županija
HR-18 en Istria County
HR-01 hr Zagrebačka županija
HR-19 hr Dubrovačko-neretvanska županija
HR-19 en Dubrovnik-Neretva County
HR-08 hr Primorsko-goranska županija
RO-CJ ro județul Cluj; judetul Cluj
RO-TM ro județul Timiș
RO-B ro Municipiul București
BG-16 bg област Пловдив; Пловдивска област
BG-03 bg област Варна
BG-02 bg област Бургас
BG-23 bg Софийска област
GR-I el Περιφέρεια Αττικής
GR-M el Περιφέρεια Κρήτης
GR-B el Περιφέρεια Κεντρικής Μακεδονίας
GR-I en Attica Region; Region of Attica
GR-M en Region of Crete
GR-B en Region of Central Macedonia
TR-34 tr İstanbul ili; İstanbul İli
TR-34 en Istanbul Province; Province of Istanbul
TR-35 tr İzmir ili
TR-06 tr Ankara ili
TR-49 tr Muş ili
TR-64 tr Uşak ili
TR-63 en Şanlıurfa Province; Sanliurfa Province
AE-DU en Emirate of Dubai
AE-DU ar إمارة دبي
AE-AZ en Emirate of Abu Dhabi
AE-AZ ar إمارة أبو ظبي
AE-SH en Emirate of Sharjah
SA-01 ar منطقة الرياض
SA-01 en Riyadh Province; Riyadh Region
SA-02 ar منطقة مكة المكرمة
SA-02 en Makkah Province; Mecca Province
EG-C ar محافظة القاهرة
EG-C en Cairo Governorate
EG-ALX en Alexandria Governorate
EG-GZ en Giza Governorate
EG-GZ ar محافظة الجيزة
IQ-BA en Basra Governorate
IQ-NI en Nineveh Governorate
IQ-KR en Kurdistan Region
IR-23 en Tehran Province
IR-23 fa استان تهران
IR-10 en Isfahan Province
IR-10 fa استان اصفهان
IR-07 en Fars Province
IR-07 fa استان فارس
IR-02 en Mazandaran Province
IR-02 fa استان مازندران
IR-06 fa استان خوزستان
IR-01 fa استان گیلان
IR-12 en Kurdistan Province
IL-TA en Tel Aviv District
IL-TA he מחוז תל אביב
IL-Z en Northern District, Israel
IL-Z he מחוז הצפון
IL-JM he מחוז ירושלים
BR-SP pt estado de São Paulo
BR-SP en State of São Paulo; State of Sao Paulo; São Paulo State
BR-RJ pt estado do Rio de Janeiro
BR-RJ en State of Rio de Janeiro; Rio de Janeiro State
BR-PR pt estado do Paraná
BR-PA pt estado do Pará
BR-BA pt estado da Bahia
BR-CE pt estado do Ceará
BR-AM pt estado do Amazonas
BR-RS pt estado do Rio Grande do Sul
BR-RN pt estado do Rio Grande do Norte
BR-MG pt estado de Minas Gerais
BR-PE pt estado de Pernambuco
BR-GO pt estado de Goiás
BR-ES pt estado do Espírito Santo
BR-MT pt estado de Mato Grosso
BR-MS pt estado de Mato Grosso do Sul
BR-SC pt estado de Santa Catarina
BR-PB pt estado da Paraíba
BR-MA pt estado do Maranhão
BR-PI pt estado do Piauí
BR-SE pt estado de Sergipe
BR-AC pt estado do Acre
BR-AL pt estado de Alagoas
BR-AP pt estado do Amapá
BR-RO pt estado de Rondônia
BR-RR pt estado de Roraima
BR-TO pt estado do Tocantins
BR-DF pt Distrito Federal, Brasil
BR-DF en Federal District, Brazil
BR-SP fr État de São Paulo
BR-AM fr État d'Amazonas, Brésil
PT-13 pt distrito do Porto
PT-09 pt distrito da Guarda
PT-11 pt distrito de Lisboa
PT-08 pt distrito de Faro
PT-03 pt distrito de Braga
PT-06 pt distrito de Coimbra
PT-20 pt Região Autónoma dos Açores
PT-20 en Autonomous Region of the Azores
PT-30 pt Região Autónoma da Madeira
PT-30 en Autonomous Region of Madeira
MX-MEX es Estado de México; Edo. de México
MX-MEX en State of Mexico; Mexico State; State of México
MX-MEX de Bundesstaat México
MX-ROO es estado de Quintana Roo
MX-CMX es Ciudad de México; CDMX
AR-B es provincia de Buenos Aires
AR-B en Buenos Aires Province; Province of Buenos Aires
AR-C es Ciudad Autónoma de Buenos Aires; Capital Federal, Argentina
AR-F es Provincia de La Rioja
AR-X es Provincia de Córdoba, Argentina
AR-X en Córdoba Province, Argentina; Cordoba, Argentina
ES-CO es Provincia de Córdoba, España
ES-CO en Province of Córdoba, Spain; Cordoba, Spain
AR-Q es Provincia del Neuquén
AR-H es Provincia del Chaco
AR-V es Tierra del Fuego, Argentina
CL-RM es Región Metropolitana de Santiago
CL-RM en Santiago Metropolitan Region
CL-ML es Región del Maule
CL-BI es Región del Biobío
CL-AR es Región de la Araucanía
CL-VS es Región de Valparaíso
CL-AN es Región de Antofagasta
CL-LL es Región de Los Lagos
CL-CO es Región de Coquimbo
CL-LI es Región del Libertador General Bernardo O'Higgins
CO-DC es Bogotá Distrito Capital; Distrito Capital de Bogotá
CO-VAC es departamento del Valle del Cauca
CO-CAU es departamento del Cauca
CO-CHO es departamento del Chocó
CO-ATL es departamento del Atlántico
CO-MAG es departamento del Magdalena
CO-AMA es departamento del Amazonas, Colombia
BO-B es departamento del Beni
PE-CUS es Región Cuzco; Departamento del Cuzco
PE-LIM es Región Lima
PE-CAL es Provincia Constitucional del Callao
PE-PIU es Departamento de Piura
EC-G es provincia del Guayas
EC-A es provincia del Azuay
CR-L es provincia de Limón
NG-LA en Lagos State
NG-KN en Kano State
NG-FC en Federal Capital Territory, Nigeria
KE-30 en Nairobi County; Nairobi City County
ZA-GP en Gauteng Province
ZA-WC en Western Cape Province
ZA-WC af Wes-Kaap
ZA-FS en Free State Province
DZ-16 fr wilaya d'Alger
DZ-31 fr wilaya d'Oran
DZ-15 fr wilaya de Tizi Ouzou
DZ-25 fr wilaya de Constantine
DZ-16 ar ولاية الجزائر
TN-51 fr gouvernorat de Sousse
TN-61 fr gouvernorat de Sfax
TN-11 fr gouvernorat de Tunis
CI-AB fr District autonome d'Abidjan
CM-LT fr région du Littoral, Cameroun
SN-DK fr région de Dakar
SN-TH fr région de Thiès
CG-8 fr département de la Cuvette
HT-OU fr département de l'Ouest, Haïti
HT-ND fr département du Nord, Haïti
FR-59 fr département du Nord, France
IE-CO en County Cork; Co. Cork
IE-CO ga Contae Chorcaí
IE-D en County Dublin; Co. Dublin
IE-D ga Contae Bhaile Átha Cliath
IE-G en County Galway
IE-KY en County Kerry; Co Kerry
IE-DL en Co. Donegal
IE-M en Province of Munster
IE-L en Province of Leinster
IS-1 is Höfuðborgarsvæðið
IS-1 en Capital Region, Iceland
AT-2 de Land Kärnten
AT-9 de Bundesland Wien
AT-7 de Land Tirol
BA-SRP en Republika Srpska
BA-BIH en Federation of Bosnia and Herzegovina
RS-VO en Autonomous Province of Vojvodina
RS-VO sr Аутономна покрајина Војводина
RS-00 sr Град Београд
GE-AJ en Autonomous Republic of Adjara
GE-TB en Tbilisi City
MD-GA en Autonomous Territorial Unit of Gagauzia
PH-00 en National Capital Region
PH-14 en Bangsamoro Autonomous Region in Muslim Mindanao
PH-CEB en Province of Cebu; Cebu Province
PH-ILN en Ilocos Norte Province
MN-043 en Khovd Province
UZ-QR en Republic of Karakalpakstan
KR-49 en Jeju Special Self-Governing Province; Jeju Province
NZ-AUK en Auckland Region
NZ-WGN en Wellington Region
PG-NSB en Autonomous Region of Bougainville
SD-KH en Khartoum State
ET-AM en Amhara Region
ET-OR en Oromia Region
ET-TI en Tigray Region
TZ-02 en Dar es Salaam Region
SB-CT en Capital Territory, Solomon Islands
AM-ER en City of Yerevan
AZ-BA en City of Baku
`

export interface HandForm {
  readonly iso: string
  readonly language: string
  readonly text: string
}

export const HAND_FORMS: readonly HandForm[] = HAND.trim()
  .split('\n')
  .flatMap((line) => {
    const [iso = '', language = '', ...rest] = line.split(' ')
    return rest
      .join(' ')
      .split(';')
      .map((text) => ({ iso, language, text: text.trim() }))
  })
