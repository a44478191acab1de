/** Codes of countries in ISO 3166-1, and the alpha-2 code of each. */

/**
 * Returns the alpha-2 code for an alpha-2, alpha-3 or numeric code, a code reserved for the same country, or a flag; null
 * for anything else. Ignores case.
 */
export const countryOfCode = (code: string): string | null => ALPHA_2.get(code.toUpperCase()) ?? null

/**
 * Returns the ISO 3166 code of a flag: two letters for a country (🇫🇷), or the code of a subdivision (the flag of Scotland);
 * null if the text is not a flag.
 */
export const codeOfFlag = (text: string): string | null => {
  if (!FLAG.test(text)) return null
  const letters = lettersOf(text, REGIONAL_A)
  if (/^[a-z]{2}$/.test(letters)) return letters.toUpperCase()
  const tags = lettersOf(text.replace(/^\u{1F3F4}/u, '').replace(/\u{E007F}$/u, ''), TAG_A)
  return /^[a-z]{3,5}$/.test(tags) ? `${tags.slice(0, 2)}-${tags.slice(2)}`.toUpperCase() : null
}

/** https://www.unicode.org/reports/tr51/#Flags and https://www.unicode.org/reports/tr51/#Tag_Sequences */
const FLAG = /^[\u{1f1e6}-\u{1f1ff}\u{1f3f4}]/u
const REGIONAL_A = 0x1f1e6
const TAG_A = 0xe0061

/** Maps characters from `first` on to ASCII letters; returns an empty text if there are other characters. */
const lettersOf = (text: string, first: number): string => {
  const places = Array.from(text, (sign) => sign.codePointAt(0)! - first)
  return places.every((place) => place >= 0 && place < 26)
    ? String.fromCharCode(...places.map((place) => place + 'a'.charCodeAt(0)))
    : ''
}

/**
 * Alpha-2, alpha-3 and numeric code of each country, joined to one word: ISO 3166-1 in force,
 * https://www.iso.org/obp/ui/#search/code/ (numbers from https://unstats.un.org/unsd/methodology/m49/).
 */
const CODES = `
  ADAND020 AEARE784 AFAFG004 AGATG028 AIAIA660 ALALB008 AMARM051 AOAGO024 AQATA010 ARARG032 ASASM016
  ATAUT040 AUAUS036 AWABW533 AXALA248 AZAZE031 BABIH070 BBBRB052 BDBGD050 BEBEL056 BFBFA854 BGBGR100 BHBHR048
  BIBDI108 BJBEN204 BLBLM652 BMBMU060 BNBRN096 BOBOL068 BQBES535 BRBRA076 BSBHS044 BTBTN064 BVBVT074 BWBWA072
  BYBLR112 BZBLZ084 CACAN124 CCCCK166 CDCOD180 CFCAF140 CGCOG178 CHCHE756 CICIV384 CKCOK184 CLCHL152 CMCMR120
  CNCHN156 COCOL170 CRCRI188 CUCUB192 CVCPV132 CWCUW531 CXCXR162 CYCYP196 CZCZE203 DEDEU276 DJDJI262 DKDNK208
  DMDMA212 DODOM214 DZDZA012 ECECU218 EEEST233 EGEGY818 EHESH732 ERERI232 ESESP724 ETETH231 FIFIN246 FJFJI242
  FKFLK238 FMFSM583 FOFRO234 FRFRA250 GAGAB266 GBGBR826 GDGRD308 GEGEO268 GFGUF254 GGGGY831 GHGHA288 GIGIB292
  GLGRL304 GMGMB270 GNGIN324 GPGLP312 GQGNQ226 GRGRC300 GSSGS239 GTGTM320 GUGUM316 GWGNB624 GYGUY328 HKHKG344
  HMHMD334 HNHND340 HRHRV191 HTHTI332 HUHUN348 IDIDN360 IEIRL372 ILISR376 IMIMN833 ININD356 IOIOT086 IQIRQ368
  IRIRN364 ISISL352 ITITA380 JEJEY832 JMJAM388 JOJOR400 JPJPN392 KEKEN404 KGKGZ417 KHKHM116 KIKIR296 KMCOM174
  KNKNA659 KPPRK408 KRKOR410 KWKWT414 KYCYM136 KZKAZ398 LALAO418 LBLBN422 LCLCA662 LILIE438 LKLKA144 LRLBR430
  LSLSO426 LTLTU440 LULUX442 LVLVA428 LYLBY434 MAMAR504 MCMCO492 MDMDA498 MEMNE499 MFMAF663 MGMDG450 MHMHL584
  MKMKD807 MLMLI466 MMMMR104 MNMNG496 MOMAC446 MPMNP580 MQMTQ474 MRMRT478 MSMSR500 MTMLT470 MUMUS480 MVMDV462
  MWMWI454 MXMEX484 MYMYS458 MZMOZ508 NANAM516 NCNCL540 NENER562 NFNFK574 NGNGA566 NINIC558 NLNLD528 NONOR578
  NPNPL524 NRNRU520 NUNIU570 NZNZL554 OMOMN512 PAPAN591 PEPER604 PFPYF258 PGPNG598 PHPHL608 PKPAK586 PLPOL616
  PMSPM666 PNPCN612 PRPRI630 PSPSE275 PTPRT620 PWPLW585 PYPRY600 QAQAT634 REREU638 ROROU642 RSSRB688 RURUS643
  RWRWA646 SASAU682 SBSLB090 SCSYC690 SDSDN729 SESWE752 SGSGP702 SHSHN654 SISVN705 SJSJM744 SKSVK703 SLSLE694
  SMSMR674 SNSEN686 SOSOM706 SRSUR740 SSSSD728 STSTP678 SVSLV222 SXSXM534 SYSYR760 SZSWZ748 TCTCA796 TDTCD148
  TFATF260 TGTGO768 THTHA764 TJTJK762 TKTKL772 TLTLS626 TMTKM795 TNTUN788 TOTON776 TRTUR792 TTTTO780 TVTUV798
  TWTWN158 TZTZA834 UAUKR804 UGUGA800 UMUMI581 USUSA840 UYURY858 UZUZB860 VAVAT336 VCVCT670 VEVEN862 VGVGB092
  VIVIR850 VNVNM704 VUVUT548 WFWLF876 WSWSM882 YEYEM887 YTMYT175 ZAZAF710 ZMZMB894 ZWZWE716`

/**
 * Reserved codes of countries that have another code: UK at the request of the United Kingdom, EL in texts of the European
 * Union (https://publications.europa.eu/code/en/en-370100.htm), XK and XKX for Kosovo by custom.
 */
const RESERVED = { UK: 'GB', EL: 'GR', XK: 'XK', XKX: 'XK' }

const ALPHA_2: ReadonlyMap<string, string> = new Map([
  ...Object.entries(RESERVED),
  ...CODES.trim()
    .split(/\s+/)
    .flatMap((codes) => {
      const alpha2 = codes.slice(0, 2)
      return [alpha2, codes.slice(2, 5), codes.slice(5)].map((code) => [code, alpha2] as const)
    }),
])
