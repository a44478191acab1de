/**
 * The language of a local name. Sources often have it only as `name`: Germany has no name:de, because its name is German.
 */
import type { BoundarySummary } from './boundary.ts'

type Named = Pick<BoundarySummary, 'name' | 'names' | 'country'>

/**
 * Returns the names by language, with the local name under its own language: the only official one of the country that is written in the
 * script of the name and has no other name. Where several remain, none is claimed: a name in Switzerland may be German or French.
 */
export const namesWithLocal = ({ name, names, country }: Named): Readonly<Record<string, string>> => {
  const official = officialLanguages(country ?? '')
  if (official.length === 0 || official.some(({ tag }) => names[tag] === name)) return names
  const possible = official.filter(({ tag }) => !Object.hasOwn(names, tag) && isWrittenLike(name, tag))
  const [only, another] = possible.length > 1 ? possible.filter(({ isWritten }) => isWritten) : possible
  return only === undefined || another !== undefined ? names : { ...names, [only.tag]: name }
}

export interface OfficialLanguage {
  readonly tag: string
  /** False if few of its speakers write it, as Swiss German. */
  readonly isWritten: boolean
}

/** Returns the official languages of the country, by its ISO 3166-1 code; empty if there are none. */
export const officialLanguages = (country: string): readonly OfficialLanguage[] => OFFICIAL.get(country) ?? []

/** True if all letters of the name are of the script of the language. */
const isWrittenLike = (name: string, language: string): boolean => {
  let letters = LETTERS.get(language)
  if (letters === undefined) {
    const script = new Intl.Locale(language).maximize().script ?? 'Latn'
    letters = new RegExp(`^(?:${SCRIPTS[script] ?? `\\p{Script=${script}}`}|[^\\p{L}])+$`, 'u')
    LETTERS.set(language, letters)
  }
  return letters.test(name)
}

const LETTERS = new Map<string, RegExp>()

/** Scripts of ISO 15924 that Unicode counts as several, or under another name. */
const HAN = '\\p{Script=Han}'
const SCRIPTS: Readonly<Record<string, string>> = {
  Hans: HAN,
  Hant: HAN,
  Jpan: `${HAN}|\\p{Script=Hiragana}|\\p{Script=Katakana}|ー`,
  Kore: `${HAN}|\\p{Script=Hangul}`,
}

/**
 * Languages that are official in the whole country, in law or in practice, the most spoken first; with a star, those that less than half
 * of their speakers write. From cldr-core 48.2.0, supplemental/territoryInfo.json.
 */
const LANGUAGES = `
  AD:ca AE:ar AF:fa,ps AG:en AI:en AL:sq AM:hy AO:pt AR:es AS:sm,en AT:de AU:en AW:nl,pap AX:sv AZ:az,az-Cyrl
  BA:bs,bs-Cyrl*,hr,sr,sr-Latn* BB:en BD:bn BE:nl,fr,de BF:fr BG:bg BH:ar BI:rn,fr,en BJ:fr BL:fr BM:en BN:ms,ms-Arab
  BO:es,qu,ay BQ:nl BR:pt BS:en BT:dz BW:en,tn BY:ru,be BZ:en CA:en,fr CC:en CD:fr CF:sg,fr CG:fr CH:de,gsw*,fr,it
  CI:fr CK:en CL:es CM:fr,en CN:zh CO:es CR:es CU:es CV:pt CW:pap,nl CX:en CY:el,tr CZ:cs DE:de DJ:fr,ar DK:da
  DM:en DO:es DZ:ar,fr EC:es,qu EE:et EG:ar EH:ar ER:ti,en,ar* ES:es ET:am FI:fi,sv FJ:en,hif,fj FK:en FM:en FO:fo
  FR:fr GA:fr GB:en GD:en GE:ka GF:fr GG:en GH:en GI:en GL:kl GM:en GN:fr GP:fr GQ:es,fr,pt GR:el GS:en GT:es
  GU:en,ch GW:pt GY:en HK:zh-Hant,en HN:es HR:hr HT:ht,fr HU:hu ID:id IE:en,ga IL:he,ar IM:en,gv IN:hi,en
  IO:en IQ:ar IR:fa IS:is IT:it JE:en JM:en JO:ar JP:ja KE:sw,en KG:ky,ru KH:km KI:en,gil KM:ar,zdj,wni,fr
  KN:en KP:ko KR:ko KW:ar KY:en KZ:ru,kk LA:lo LB:ar LC:en LI:de,gsw* LK:si,ta LR:en LS:st,en LT:lt LU:fr,lb*,de LV:lv
  LY:ar MA:ar,fr,tzm MC:fr MD:ro ME:sr-Latn MF:fr MG:mg,fr,en MH:en,mh MK:mk ML:fr MM:my MN:mn
  MO:zh-Hant,yue,pt MP:en MQ:fr MR:ar MS:en MT:mt,en MU:fr,en MV:dv MW:en,ny MX:es MY:ms MZ:pt NA:en NC:fr
  NE:fr NF:en NG:en,yo NI:es NL:nl NO:nb,no,nn NP:ne NR:en,na NU:en,niu NZ:en,mi OM:ar PA:es PE:es,qu PF:fr,ty
  PG:tpi,en,ho* PH:en,fil PK:ur,en PL:pl PM:fr PN:en PR:es,en PS:ar PT:pt PW:pau,en PY:gn,es QA:ar RE:fr RO:ro
  RS:sr,sr-Latn* RU:ru RW:rw,en,fr SA:ar SB:en SC:fr,en SD:ar,en SE:sv SG:en,zh,ms,ta SH:en SI:sl SJ:nb SK:sk SL:en
  SM:it SN:wo,fr SO:so,ar SR:nl SS:en ST:pt SV:es SX:en,nl SY:ar SZ:en,ss TC:en TD:ar,fr TG:fr TH:th TJ:tg
  TK:tkl,en TL:pt,tet TM:tk TN:ar,fr TO:to,en TR:tr TT:en TV:tvl,en TW:zh-Hant,nan-Hant,hak-Hant TZ:sw,en
  UA:uk,ru UG:sw,en UM:en US:en UY:es UZ:uz,uz-Cyrl VA:it VC:en VE:es VG:en VI:en VN:vi VU:bi,en,fr WF:fr
  WS:sm,en XK:sq,sr,sr-Latn YE:ar YT:fr ZA:en ZM:en ZW:sn,en,nd`

const OFFICIAL: ReadonlyMap<string, readonly OfficialLanguage[]> = new Map(
  LANGUAGES.trim()
    .split(/\s+/)
    .map((entry) => {
      const [country, languages] = entry.split(':')
      const official = languages
        .split(',')
        .map((tag) => ({ tag: tag.replace('*', ''), isWritten: !tag.endsWith('*') }))
      return [country, official] as const
    }),
)
