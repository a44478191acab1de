/** Czech sentences become the land that they say; those that say no certain land are refused. */
import { describedSuite } from '../support/described-suite.ts'

const READ = [
  [
    '„Území“ znamená Českou republiku a Slovenskou republiku s výjimkou Bratislavského kraje.',
    'CZ SK −SK-BL',
  ],
  ['Doručujeme po celé České republice kromě Karlovarského kraje.', 'CZ −CZ-41'],
  ['ČHMÚ vydal výstrahu pro Jihomoravský, Zlínský a Olomoucký kraj.', 'CZ-64 CZ-71 CZ-72'],
  ['Ahoj Petře, od pondělí máš na starosti Kraj Vysočina a Jihočeský kraj. Díky, Jana', 'CZ-31 CZ-63'],
  ['Působnost: Praha, Středočeský kraj', 'CZ-10 CZ-20'],
  ['všechny kraje České republiky vyjma Hlavního města Prahy', 'CZ −CZ-10'],
  ['Smlouva se vztahuje na Německo, Rakousko a Polsko.', 'AT DE PL'],
  ['Zástupce má výhradní právo pro Bavorsko a Sasko; Durynsko není zahrnuto.', 'DE-BY DE-SN −DE-TH'],
  ['Doprava: Slovensko (bez Košického kraje), Maďarsko', 'HU SK −SK-KI'],
  ['Rakousko vyjma Vídně', 'AT −AT-9'],
  [
    'Předmět: rozdělení regionů\n\nDobrý den,\n\nVaše oblast je Liberecký kraj, Ústecký kraj a Královéhradecký kraj.\n\nS pozdravem\nNovák',
    'CZ-42 CZ-51 CZ-52',
  ],
  [
    'Článek 2 Území\nÚzemí zahrnuje Českou republiku s výjimkou Moravskoslezského kraje a Olomouckého kraje.',
    'CZ −CZ-71 −CZ-80',
  ],
  ['Poskytovatel uděluje nabyvateli výhradní licenci pro Slovensko a Maďarsko.', 'HU SK'],
  ['Kraj | Zástupce\nPlzeňský | Dvořák\nJihočeský | Svoboda', 'CZ-31 CZ-32'],
  ['Země;Doručení\nNěmecko;ano\nFrancie;ne\nRakousko;ano', 'AT DE −FR'],
  ['Naši prodejci působí v Pardubickém a Královéhradeckém kraji.', 'CZ-52 CZ-53'],
  ['Výstraha před bouřkami platí pro Zlínský kraj a Moravskoslezský kraj.', 'CZ-72 CZ-80'],
  ['O dotaci mohou žádat firmy se sídlem v Karlovarském kraji.', 'CZ-41'],
  ['Doprava zdarma po celé České republice a Slovensku', 'CZ SK'],
  ['Akce platí v celé České republice kromě Prahy.', 'CZ −CZ-10'],
  ['Území tvoří země Beneluxu a Francie.', 'BE FR LU NL'],
] as const

/** They deny, set a condition or a time, speak of somebody else, leave a choice, or name no boundary. */
const REFUSED = [
  'Plzeňský kraj a Mordor',
  'v okruhu 50 km od Brna',
  'Liberecký nebo Ústecký kraj podle dohody',
  'Slovensko, pokud bude schváleno',
  'Moravskoslezský kraj kromě horských oblastí',
  'Morava a Slezsko',
  'jižní část Jihočeského kraje',
  'Zástupce nesmí prodávat výrobky v Bavorsku.',
  'Pokud budou splněny cíle, zástupce může prodávat výrobky v Bavorsku.',
  'Zástupce může prodávat výrobky v Bavorsku, pokud výrobce souhlasí.',
  'Zástupce může prodávat výrobky v Bavorsku do roku 2030.',
  'Od roku 2030 zástupce může prodávat výrobky v Bavorsku.',
  'Výrobce může prodávat výrobky v Bavorsku.',
  'Nikdo nesmí prodávat výrobky v Bavorsku.',
  'Už nedoručujeme do Bavorska.',
  'Brzy doručujeme do Bavorska.',
  'Dříve jsme doručovali do Bavorska.',
  'Náš konkurent doručuje do Bavorska.',
  'Doručujeme do Bavorska nebo Saska.',
  'Doručujeme buď do Bavorska, nebo do Saska.',
  'Území zahrnuje Sasko. Bavorsko zatím není zahrnuto.',
  'Území zahrnuje Sasko. Bavorsko bude zahrnuto později.',
  'Doručujete do Bavorska?',
  'Přebíráš Sasko, já si nechám Bavorsko.',
  'Sasko a část Bavorska',
  'Sasko a severní Bavorsko',
  'Sasko a případně Bavorsko',
]

describedSuite('Czech', READ, REFUSED)
