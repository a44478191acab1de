/** Polish sentences become the land that they say; those that say no certain land are refused. */
import { describedSuite } from '../support/described-suite.ts'

const READ = [
  [
    '„Terytorium” oznacza Rzeczpospolitą Polską, Republikę Czeską i Słowację, z wyłączeniem województwa opolskiego.',
    'CZ PL SK −PL-16',
  ],
  [
    'Dostarczamy na terenie całej Polski oprócz województwa pomorskiego i zachodniopomorskiego.',
    'PL −PL-22 −PL-32',
  ],
  ['IMGW wydało ostrzeżenia dla województw małopolskiego, podkarpackiego i śląskiego.', 'PL-12 PL-18 PL-24'],
  ['Cześć Aniu, od poniedziałku przejmujesz mazowieckie i podlaskie. Pozdrawiam, Marek', 'PL-14 PL-20'],
  ['Obszar działania: woj. lubelskie, woj. świętokrzyskie, woj. łódzkie', 'PL-06 PL-10 PL-26'],
  ['wszystkie województwa w Polsce z wyjątkiem lubuskiego', 'PL −PL-08'],
  ['Umowa obowiązuje na Litwie, Łotwie i w Estonii.', 'EE LT LV'],
  [
    'Przedstawiciel ma wyłączność na Bawarię i Saksonię; Turyngia nie jest objęta umową.',
    'DE-BY DE-SN −DE-TH',
  ],
  ['Wysyłka do Niemiec, Austrii (bez Tyrolu) i Szwajcarii', 'AT CH DE −AT-7'],
  ['kraje bałtyckie bez Estonii', 'LT LV'],
  [
    'Temat: podział regionów\n\nDzień dobry,\n\nTwój region to województwo lubelskie, podkarpackie i świętokrzyskie.\n\nZ poważaniem\nEwa Nowak',
    'PL-06 PL-18 PL-26',
  ],
  [
    '§ 2. Terytorium\nTerytorium obejmuje obszar Rzeczypospolitej Polskiej z wyjątkiem województw lubuskiego i opolskiego.',
    'PL −PL-08 −PL-16',
  ],
  [
    'Licencjodawca udziela licencjobiorcy wyłącznej licencji na terytorium Niemiec, Austrii i Szwajcarii.',
    'AT CH DE',
  ],
  ['Województwo | Przedstawiciel\nśląskie | Kowalski\nmałopolskie | Zielińska', 'PL-12 PL-24'],
  ['Kraj;Dostawa\nCzechy;tak\nWęgry;nie\nSłowacja;tak', 'CZ SK'],
  ['Nasz zespół obsługuje województwa pomorskie i warmińsko-mazurskie.', 'PL-22 PL-28'],
  ['W województwach dolnośląskim i opolskim obowiązuje alarm przeciwpowodziowy.', 'PL-02 PL-16'],
  ['O dofinansowanie mogą ubiegać się firmy z siedzibą w województwie podlaskim.', 'PL-20'],
  ['Darmowa dostawa na terenie Polski, Czech i Słowacji', 'CZ PL SK'],
  ['Promocja obowiązuje w całej Polsce poza województwem mazowieckim.', 'PL −PL-14'],
  ['Terytorium stanowią kraje Beneluksu oraz Francja.', 'BE FR LU NL'],
  ['Licencja obejmuje Polskę, Litwę i Łotwę.', 'LT LV PL'],
  ['Szukamy przedstawiciela na województwo śląskie i małopolskie.', 'PL-12 PL-24'],
  ['Nasza oferta jest dostępna w Niemczech i Austrii.', 'AT DE'],
  ['Region południowy: woj. śląskie, małopolskie, podkarpackie', 'PL-12 PL-18 PL-24'],
  ['Poproszę mapę województwa lubelskiego i podlaskiego.', 'PL-06 PL-20'],
  ['Wysyłamy paczki na Ukrainę i do Mołdawii.', 'MD UA'],
  ['Terytorium obejmuje Polskę. Z terytorium wyłącza się województwo podlaskie.', 'PL −PL-20'],
] as const

/** They deny, set a condition or a time, speak of somebody else, leave a choice, or name no boundary. */
const REFUSED = [
  'Mazowieckie i Śródziemie',
  'w promieniu 100 km od Warszawy',
  'Śląskie albo opolskie, do uzgodnienia',
  'Słowacja, jeżeli uzyskamy zezwolenie',
  'Podkarpackie z wyjątkiem terenów wiejskich',
  'Podhale i Kaszuby',
  'północna część województwa lubelskiego',
  'Licencjobiorca nie może sprzedawać produktów w Bawarii.',
  'Jeżeli cele zostaną osiągnięte, licencjobiorca może sprzedawać produkty w Bawarii.',
  'Licencjobiorca może sprzedawać produkty w Bawarii, jeżeli licencjodawca wyrazi zgodę.',
  'Licencjobiorca może sprzedawać produkty w Bawarii do 2030 roku.',
  'Od 2030 roku licencjobiorca może sprzedawać produkty w Bawarii.',
  'Licencjodawca może sprzedawać produkty w Bawarii.',
  'Nikt nie może sprzedawać produktów w Bawarii.',
  'Nie dostarczamy już do Bawarii.',
  'Wkrótce dostarczamy do Bawarii.',
  'Dawniej dostarczaliśmy do Bawarii.',
  'Nasz konkurent dostarcza do Bawarii.',
  'Dostarczamy do Bawarii lub Hesji.',
  'Dostarczamy albo do Bawarii, albo do Hesji.',
  'Terytorium obejmuje Hesję. Bawaria nie jest jeszcze objęta umową.',
  'Terytorium obejmuje Hesję. Bawaria będzie objęta później.',
  'Czy dostarczacie do Bawarii?',
  'Przejmujesz Hesję, ja zatrzymuję Bawarię.',
  'Hesja i część Bawarii',
  'Hesja i północna Bawaria',
  'Hesja oraz ewentualnie Bawaria',
  'Dostawa na terenie województwa mazowieckiego z wyłączeniem Warszawy',
  'Z terytorium wyłącza się województwo podlaskie.',
  'Terytorium obejmuje Niemcy z wyjątkiem Bawarii i Saksonii, ale z Austrią.',
  'Nie obejmuje to Litwy.',
  'Z terytorium jest wyłączone podlaskie.',
]

describedSuite('Polish', READ, REFUSED)
