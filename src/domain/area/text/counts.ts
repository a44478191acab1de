/** Counts before the word of a level: "the seven counties of …", "all 26 Swiss cantons". They name no land; they can be checked. */

export interface Count {
  /** As written: "three (3) counties". */
  readonly text: string
  /** Null where words and digits disagree: "three (4) counties". */
  readonly count: number | null
  /** The word of the level, as written. */
  readonly word: string
}

/** In the order of the text. */
export const countsIn = (text: string): readonly Count[] =>
  [...text.matchAll(COUNTED)].map(([written, number, digits, , word]) => {
    const count = numberOf(number)
    return { text: written, count: digits === undefined || Number(digits) === count ? count : null, word }
  })

/** "The counties of …". */
export const withoutCounts = (text: string): string => text.replaceAll(COUNTED, '$3$4')

const UNITS = {
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
  zwei: 2,
  drei: 3,
  vier: 4,
  fünf: 5,
  sechs: 6,
  sieben: 7,
  acht: 8,
  neun: 9,
  zehn: 10,
  elf: 11,
  zwölf: 12,
  sechzehn: 16,
  deux: 2,
  trois: 3,
  quatre: 4,
  cinq: 5,
  sept: 7,
  huit: 8,
  neuf: 9,
  dix: 10,
  onze: 11,
  douze: 12,
  treize: 13,
  dos: 2,
  tres: 3,
  cuatro: 4,
  cinco: 5,
  seis: 6,
  siete: 7,
  ocho: 8,
  nueve: 9,
  diez: 10,
  due: 2,
  tre: 3,
  quattro: 4,
  cinque: 5,
  sette: 7,
  otto: 8,
  nove: 9,
  dieci: 10,
  dois: 2,
  três: 3,
  quatro: 4,
  sete: 7,
  oito: 8,
  dez: 10,
  twee: 2,
  drie: 3,
  vijf: 5,
  zes: 6,
  zeven: 7,
  negen: 9,
  tien: 10,
  twaalf: 12,
} as const satisfies Readonly<Record<string, number>>

const TENS = {
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
} as const

const numberOf = (written: string): number => {
  if (/^\d/.test(written)) return Number(written)
  const known: Readonly<Record<string, number>> = { ...UNITS, ...TENS }
  const [tens, units] = written.toLowerCase().split('-')
  return (known[tens] ?? 0) + (units === undefined ? 0 : (known[units] ?? { one: 1 }[units] ?? 0))
}

const NUMBER = `(?:\\d{1,3}|(?:${Object.keys(TENS).join('|')})(?:-(?:one|two|three|four|five|six|seven|eight|nine))?|${Object.keys(UNITS).join('|')})`

/** Words of levels in the plural; what is counted otherwise names no boundaries. */
const LEVELS =
  'counties|states|provinces|parishes|cantons|prefectures|departments|districts|regions|emirates|oblasts|voivodeships|governorates|territories|countries|nations|municipalities|communes|boroughs|islands|Länder|Bundesländer|Bundesländern|Kantone|Kantonen|Landkreise|Staaten|Länder|départements|régions|cantons|pays|États|provincias|comunidades|estados|países|departamentos|regioni|paesi|stati|regiões|distritos|províncias|provincies|landen|gewesten'

/** "Seven (7) northern counties", "26 Swiss cantons": up to two words stand between. "The lower 48 states" have it as their name. */
const COUNTED = new RegExp(
  `(?<![\\p{L}\\p{N}-]|lower\\s|contiguous\\s)(?!Four\\sCorners|\\S+\\s+(?:contiguous|conterminous))(${NUMBER})(?:\\s+\\((\\d{1,3})\\))?\\s+((?:\\p{L}[\\p{L}-]*\\s+){0,2}?)(${LEVELS})(?!\\p{L})`,
  'giu',
)
