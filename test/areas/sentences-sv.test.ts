/** Swedish sentences become the land that they say; those that say no certain land are refused. */
import { describedSuite } from '../support/described-suite.ts'

const READ = [
  ['Med ”Territoriet” avses Sverige, Norge och Danmark med undantag av Gotlands län.', 'DK NO SE −SE-I'],
  ['Vi levererar till hela Sverige utom Gotland.', 'SE −SE-I'],
  ['SMHI varnar för snöfall i Norrbottens och Västerbottens län.', 'SE-AC SE-BD'],
  ['Återförsäljaren ansvarar för Skåne, Blekinge och Halland.', 'SE-K SE-M SE-N'],
  ['Ansvarsområde: Stockholms län, Uppsala län och Södermanlands län', 'SE-AB SE-C SE-D'],
  ['Hej Lena! Från och med april tar du över Dalarna och Gävleborg. Mvh Johan', 'SE-W SE-X'],
  ['samtliga län i Sverige förutom Jämtlands län', 'SE −SE-Z'],
  ['Avtalet gäller i Danmark, Finland och Island. Norge omfattas inte.', 'DK FI IS −NO'],
  ['Frakt: Tyskland (ej Bayern), Österrike, Schweiz', 'AT CH DE −DE-BY'],
  ['Distriktet består av Värmlands län, Örebro län samt Västmanlands län', 'SE-S SE-T SE-U'],
  [
    'Ämne: Nya distrikt\n\nHej allihop,\n\nditt distrikt från och med måndag är Östergötland, Jönköpings län och Kalmar län.\n\nVänliga hälsningar\nEva',
    'SE-E SE-F SE-H',
  ],
  [
    '§ 2 Territorium\nMed Territoriet avses Konungariket Norge med undantag för Svalbard och Jan Mayen.',
    'NO −SJ',
  ],
  ['Licensgivaren ger licenstagaren ensamrätt att marknadsföra produkterna i Sverige och Finland.', 'FI SE'],
  ['Län | Säljare\nDalarnas län | Berg\nVärmlands län | Lind', 'SE-S SE-W'],
  ['Land;Leverans\nTyskland;ja\nFrankrike;nej\nDanmark;ja', 'DE DK'],
  ['Våra tekniker arbetar i hela Skåne och Blekinge län.', 'SE-K SE-M'],
  ['I Kronobergs län och Kalmar län råder eldningsförbud.', 'SE-G SE-H'],
  ['Erbjudandet gäller i Sverige, Norge och Danmark, men inte på Färöarna och Grönland.', 'DK NO SE −FO −GL'],
  ['Programmet är öppet för företag som är baserade i Stockholms län.', 'SE-AB'],
  ['Samtliga tyska förbundsländer utom Bayern och Sachsen', 'DE −DE-BY −DE-SN'],
] as const

/** They deny, set a condition or a time, speak of somebody else, leave a choice, or name no boundary. */
const REFUSED = [
  'Skåne och Narnia',
  'Inom 5 mil från Göteborg',
  'Kronobergs eller Kalmar län beroende på efterfrågan',
  'Norge om tillstånd beviljas',
  'Hela Dalarna utom fjällområdena',
  'Småland och Öland',
  'Norra Värmland',
  'Återförsäljaren får inte sälja produkterna i Skåne.',
  'Om målen nås får återförsäljaren sälja produkterna i Skåne.',
  'Återförsäljaren får sälja produkterna i Skåne om tillverkaren godkänner det.',
  'Återförsäljaren får till 2030 sälja produkterna i Skåne.',
  'Återförsäljaren får sälja produkterna i Skåne till 2030.',
  'Från 2030 får återförsäljaren sälja produkterna i Skåne.',
  'Tillverkaren får sälja produkterna i Skåne.',
  'Ingen får sälja produkterna i Skåne.',
  'Vi levererar inte längre till Skåne.',
  'Vi levererar snart till Skåne.',
  'Tidigare levererade vi till Skåne.',
  'Vår konkurrent levererar till Skåne.',
  'Vi levererar till Skåne eller Halland.',
  'Vi levererar antingen till Skåne eller till Halland.',
  'Området omfattar Halland. Skåne ingår ännu inte.',
  'Området omfattar Halland. Skåne ingår kanske senare.',
  'Ingår Skåne i området?',
  'Du tar över Halland, jag behåller Skåne.',
  'Halland och delar av Skåne',
  'Halland och norra Skåne',
  'Halland och, om möjligt, Skåne',
]

describedSuite('Swedish', READ, REFUSED)
