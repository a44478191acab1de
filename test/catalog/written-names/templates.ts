/**
 * How a language writes a unit with its level word. `{}` is the name.
 * Source: usage of the Wikipedias of these languages. `made` names the countries for which a form may be made from the
 * bare name; without it a form is only recognised in names that CLDR writes in full, as the name would be inflected.
 */
import type { Level } from './units.ts'

export interface Template {
  readonly language: string
  readonly level: Level | 'any'
  readonly text: string
  readonly made: readonly string[]
}

const SPANISH_DEPARTMENTS = 'CO BO PY UY GT HN SV NI'

const TABLE = `
en state | State of {} | US MX BR VE AU IN MY SD
en state | {} State | IN NG SD SS MM VE
en land | State of {} | DE AT
en land | Land of {} |
en province | Province of {} | CA NL BE ES IT AR PH PK TR CU CR AF IR PL DZ AO
en province | {} Province | AR CN TH VN KH LA MN TR IR AF PK LK PH KR KP EC CR PA CU DO SA DZ BG GA AO ZM ZA ZW MZ BI RW SL PG SB VU UZ ID TM NL ES IT
en department | {} Department | CO BO PY UY GT HN SV NI PE BJ CG HT
en department | Department of {} | CO PE BO PY UY GT HN SV NI
en department | {} department | FR
en region | {} Region | CL CZ SK BY TZ GH TD SN NA ML CM NE MR TG DJ ET SO UZ KG NZ MM
en region | Region of {} | IT
en region | {} region | IT FR
en canton | Canton of {} | CH
en canton | {} canton |
en district | {} District | PT LK UG BT BW LS CY SR BZ BN IL
en county | {} County | HU HR LT SE RO AL NO LR
en county | County {} | IE
en prefecture | {} Prefecture | JP
en governorate | {} Governorate | EG SY JO YE IQ KW BH TN OM LB
en emirate | Emirate of {} | AE
en oblast | {} Oblast | RU UA
en krai | {} Krai |
en republic | Republic of {} | RU
en okrug | {} Autonomous Okrug |
en voivodeship | {} Voivodeship |
en community | Autonomous Community of {} |
en division | {} Division | BD FJ
en parish | {} Parish | JM BB DM AG VC GD
en parish | Parish of {} | JM BB DM AG VC GD
en municipality | Municipality of {} | SI
en municipality | {} Municipality | SI
de state | Bundesstaat {} | US MX BR AU IN NG VE
de land | Land {} | DE AT
de land | Bundesland {} | DE AT
de province | Provinz {} | IT ES NL BE CA CN TR AR TH AF CU IR
de department | Département {} | FR
de department | Departamento {} | ${SPANISH_DEPARTMENTS}
de region | Region {} | IT FR CL TZ
de canton | Kanton {} | CH
de district | Distrikt {} | PT UG
de county | Komitat {} | HU
de county | Kreis {} | RO
de prefecture | Präfektur {} | JP
de governorate | Gouvernement {} | EG SY JO TN
de emirate | Emirat {} | AE
de oblast | Oblast {} |
de republic | Republik {} |
de voivodeship | Woiwodschaft {} |
de community | Autonome Gemeinschaft {} |
fr state | État de {} | NG VE MX
fr province | province de {} | ES IT CU AR
fr department | département de {} | ${SPANISH_DEPARTMENTS}
fr region | région {} | FR IT
fr canton | canton de {} |
fr prefecture | préfecture de {} | JP
fr governorate | gouvernorat de {} |
fr emirate | émirat de {} | AE
fr oblast | oblast de {} |
fr krai | kraï de {} |
fr voivodeship | voïvodie de {} |
fr county | comitat de {} | HU
fr county | comté de {} | IE
fr district | district de {} |
fr community | communauté de {} |
es state | estado de {} | US MX VE IN NG DE AU
es province | provincia de {} | ES IT AR CU CR EC PA DO CN TR NL BE
es department | departamento de {} | ${SPANISH_DEPARTMENTS}
es region | región de {} | FR IT
es canton | cantón de {} | CH
es district | distrito de {} | PT
es county | condado de {} | SE HU IE HR
es prefecture | prefectura de {} | JP
es governorate | gobernación de {} | EG SY JO TN
es emirate | emirato de {} | AE
es oblast | óblast de {} |
es krai | krai de {} |
es voivodeship | voivodato de {} |
es community | comunidad de {} |
it state | stato di {} | MX NG VE
it province | provincia di {} | IT ES AR CU CR CN TR
it department | dipartimento di {} | ${SPANISH_DEPARTMENTS}
it region | Regione {} | IT
it canton | Canton {} | CH
it canton | cantone di {} |
it district | distretto di {} | PT
it county | contea di {} | IE SE
it county | distretto di {} | RO
it prefecture | prefettura di {} | JP
it governorate | governatorato di {} |
it emirate | emirato di {} | AE
it oblast | oblast di {} |
it krai | kraj di {} |
it voivodeship | voivodato di {} |
pt state | estado de {} | VE NG
pt province | província de {} | ES IT AR CU CR
pt department | departamento de {} | ${SPANISH_DEPARTMENTS}
pt canton | cantão de {} | CH
pt district | distrito de {} |
pt county | condado de {} | HU IE
pt prefecture | prefeitura de {} |
pt governorate | governadorado de {} |
pt emirate | emirado de {} | AE
pt oblast | oblast de {} |
pt krai | krai de {} |
pt voivodeship | voivodia de {} |
nl state | staat {} | US
nl state | deelstaat {} | MX BR IN NG
nl land | deelstaat {} | DE AT
nl province | provincie {} | NL BE IT ES CA CN AR TR TH CU
nl department | departement {} | FR
nl region | regio {} | IT FR
nl canton | kanton {} | CH
nl district | district {} | PT
nl county | graafschap {} | IE
nl county | comitaat {} | HU
nl prefecture | prefectuur {} | JP
nl governorate | gouvernement {} | EG SY TN
nl emirate | emiraat {} | AE
nl oblast | oblast {} |
nl krai | kraj {} |
nl voivodeship | woiwodschap {} |
pl state | stan {} | US BR MX IN AU NG VE
pl land | kraj związkowy {} | DE AT
pl province | prowincja {} | ES IT CA NL BE CN AR TR TH CU
pl department | departament {} | FR ${SPANISH_DEPARTMENTS}
pl region | region {} | IT FR
pl canton | kanton {} | CH
pl district | dystrykt {} | PT
pl county | okręg {} | RO
pl county | komitat {} | HU
pl county | hrabstwo {} | IE
pl prefecture | prefektura {} | JP
pl governorate | muhafaza {} | EG SY JO
pl emirate | emirat {} | AE
pl oblast | obwód {} |
pl krai | kraj {} |
pl voivodeship | województwo {} |
ru state | штат {} | US BR MX IN NG VE AU MY
ru land | земля {} | DE AT
ru land | федеральная земля {} | DE AT
ru province | провинция {} | IT ES CA CN AR NL BE CU TH AF CR
ru department | департамент {} | FR ${SPANISH_DEPARTMENTS}
ru region | область {} | IT
ru region | регион {} | FR
ru canton | кантон {} | CH
ru district | округ {} | PT
ru county | лен {} | SE
ru county | жудец {} | RO
ru county | медье {} | HU
ru county | графство {} | IE
ru prefecture | префектура {} | JP
ru governorate | мухафаза {} | EG SY JO LB IQ YE
ru emirate | эмират {} | AE
ru oblast | {} область |
ru krai | {} край |
ru republic | республика {} | RU
ru okrug | {} автономный округ |
ru voivodeship | {} воеводство |
uk state | штат {} | US BR MX
uk land | земля {} | DE
uk province | провінція {} | IT ES CA CN
uk department | департамент {} | FR
uk canton | кантон {} | CH
uk prefecture | префектура {} | JP
uk oblast | {} область |
uk krai | {} край |
uk voivodeship | {} воєводство |
tr state | {} eyaleti | US AU IN MX BR
tr land | {} eyaleti | DE AT
tr province | {} ili | TR IT ES
tr province | {} eyaleti |
tr canton | {} kantonu | CH
tr region | {} bölgesi | IT FR
tr prefecture | {} prefektörlüğü | JP
tr governorate | {} valiliği |
tr emirate | {} Emirliği | AE
tr oblast | {} Oblastı |
tr krai | {} Krayı |
tr voivodeship | {} Voyvodalığı |
sv state | delstaten {} | US BR MX IN AU
sv land | förbundslandet {} | DE AT
sv province | provinsen {} | CA ES IT NL BE CN AR TR TH
sv department | departementet {} | FR
sv region | regionen {} | IT FR
sv canton | kantonen {} | CH
sv district | distriktet {} | PT
sv county | {} län |
sv county | grevskapet {} | IE
sv prefecture | {} prefektur | JP
sv governorate | guvernementet {} |
sv emirate | emiratet {} | AE
sv oblast | {} oblast |
sv krai | {} kraj |
sv voivodeship | {} vojvodskap |
da state | delstaten {} | US BR IN AU MX
da land | delstaten {} | DE AT
da province | provinsen {} | IT ES CA NL BE CN
da department | departementet {} | FR
da region | regionen {} | IT FR
da canton | kantonen {} | CH
da oblast | {} oblast |
no state | delstaten {} | US BR IN AU MX
no land | delstaten {} | DE AT
no province | provinsen {} | IT ES CA NL BE CN
no canton | kantonen {} | CH
no county | {} fylke | NO
no prefecture | {} prefektur | JP
cs state | stát {} | US
cs land | spolková země {} | DE AT
cs province | provincie {} | IT ES CA
cs canton | kanton {} | CH
cs department | departement {} | FR
hu state | {} állam |
hu county | {} megye | HU RO
hu prefecture | {} prefektúra |
ro county | Județul {} | RO
ro land | landul {} | DE AT
ro canton | cantonul {} | CH
vi province | tỉnh {} | VN
vi state | bang {} | US
id province | Provinsi {} | ID
id state | Negara Bagian {} | US
ar state | ولاية {} | US IN MX
ar land | ولاية {} | DE AT
ar province | ولاية {} | DZ
ar province | مقاطعة {} | ES IT CA
ar region | منطقة {} | SA
ar canton | كانتون {} | CH
ar governorate | محافظة {} | EG SY JO LB IQ YE OM KW
ar emirate | إمارة {} | AE
ar voivodeship | محافظة {} |
ar prefecture | محافظة {} | JP
fa province | استان {} | IR
fa state | ایالت {} | US
he district | מחוז {} |
he oblast | מחוז {} |
he state | מדינת {} | US
ja any | {}州 |
ja any | {}県 |
ja any | {}省 |
ja any | {}都 |
ja any | {}府 |
ja any | {}地方 |
ja any | {}共和国 |
ja any | {}首長国 |
ja any | {}自治区 |
zh any | {}州 |
zh any | {}省 |
zh any | {}邦 |
zh any | {}自治区 |
zh any | {}自治區 |
zh any | {}共和国 |
zh any | {}酋长国 |
zh any | {}大区 |
zh any | {}县 |
ko any | {} 주 |
ko any | {} 성 |
ko any | {} 현 |
ko any | {}도 |
ko any | {} 공화국 |
ko any | {} 지방 |
`

export const TEMPLATES: readonly Template[] = TABLE.trim()
  .split('\n')
  .map((line) => {
    const [head = '', text = '', countries = ''] = line.split('|').map((part) => part.trim())
    const [language = '', level = ''] = head.split(' ')
    return {
      language,
      level: level as Level | 'any',
      text,
      made: countries === '' ? [] : countries.split(' '),
    }
  })

export const LANGUAGES: readonly string[] = [...new Set(TEMPLATES.map(({ language }) => language))]

/** The provinces of Spain, Italy and their likes take "de" and "di" without an article, but for these units. */
export const WITH_ARTICLE: ReadonlySet<string> = new Set([
  ...['CH-GR', 'CH-VS', 'CH-TI', 'CH-JU', 'CH-VD', 'CH-AI', 'CH-AR', 'CH-BL', 'CH-BS', 'CH-NW', 'CH-OW'],
  ...['IT-AQ', 'IT-SP', 'IT-VB', 'IT-MB', 'IT-PU', 'IT-BT', 'IT-SU'],
  ...['ES-C', 'ES-GC', 'ES-TF', 'ES-CR', 'ES-PO'],
  ...['AR-F', 'AR-L', 'AR-H', 'AR-U', 'AR-N', 'AR-V', 'AR-Q'],
  ...['MX-MEX', 'MX-ROO', 'NL-NB', 'NL-NH', 'NL-ZH', 'BE-VBR', 'BE-WBR', 'BE-VOV', 'BE-VWV'],
])
