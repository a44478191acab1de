/** Dutch sentences become the land that they say; those that say no certain land are refused. */
import { describedSuite } from '../support/described-suite.ts'

const READ = [
  ['Het Gebied omvat België en Nederland, met uitzondering van de provincie Groningen.', 'BE NL −NL-GR'],
  [
    'Onder “Territorium” wordt verstaan: het Vlaamse Gewest en het Brussels Hoofdstedelijk Gewest.',
    'BE-BRU BE-VLG',
  ],
  ['Wij bezorgen gratis in heel Nederland, behalve in Zeeland en Limburg.', 'NL −NL-LI −NL-ZE'],
  ['Hoi Kees, vanaf maandag doe jij Friesland, Drenthe en Overijssel. Groetjes, Anouk', 'NL-DR NL-FR NL-OV'],
  ['Code oranje in Noord-Holland, Zuid-Holland en Utrecht', 'NL-NH NL-UT NL-ZH'],
  ['Verzorgingsgebied: de provincies Antwerpen, Limburg en Vlaams-Brabant (België)', 'BE-VAN BE-VBR BE-VLI'],
  ['Verkoopgebied: Duitsland zonder Beieren', 'DE −DE-BY'],
  ['alle Nederlandse provincies behalve Flevoland', 'NL −BQ −NL-FL'],
  ['Verzending naar Duitsland (exclusief Hamburg), Spanje en Portugal', 'DE ES PT −DE-HH'],
  [
    'Onderwerp: nieuwe rayonindeling\n\nBeste Joris,\n\nJouw rayon wordt per 1 januari: Gelderland, Utrecht en Flevoland.\n\nMet vriendelijke groet,\nMarloes',
    'NL-FL NL-GE NL-UT',
  ],
  [
    'Artikel 3. Gebied\nHet Gebied omvat het grondgebied van het Koninkrijk België, met uitzondering van de provincies Luik en Luxemburg.',
    'BE −BE-WLG −BE-WLX',
  ],
  [
    'De licentiegever verleent de licentienemer het exclusieve recht om de producten te verkopen in Nederland en Vlaanderen.',
    'BE-VLG NL',
  ],
  ['Provincie | Vertegenwoordiger\nDrenthe | De Vries\nOverijssel | Jansen', 'NL-DR NL-OV'],
  ['Land;Bezorging\nDuitsland;ja\nFrankrijk;nee\nBelgië;ja', 'BE DE'],
  ['Onze monteurs zijn actief in heel Friesland en Groningen.', 'NL-FR NL-GR'],
  ['De ophokplicht geldt in Gelderland, Utrecht en Noord-Brabant.', 'NL-GE NL-NB NL-UT'],
  ['Inwoners van Zeeland en Zuid-Holland kunnen zich inschrijven.', 'NL-ZE NL-ZH'],
  ['Gratis verzending binnen Nederland, België en Duitsland', 'BE DE NL'],
  [
    'Het contractgebied bestaat uit Oost-Vlaanderen en West-Vlaanderen; Vlaams-Brabant blijft voorbehouden aan de fabrikant.',
    'BE-VOV BE-VWV −BE-VBR',
  ],
  ['Territorium: Duitsland behalve de deelstaten Saksen en Thüringen', 'DE −DE-SN −DE-TH'],
] as const

/** They deny, set a condition or a time, speak of somebody else, leave a choice, or name no boundary. */
const REFUSED = [
  'Gelderland en Mordor',
  'een straal van 30 km rond Eindhoven',
  'Drenthe of Groningen, nader te bepalen',
  'Utrecht zodra de vergunning is verleend',
  'Zeeland, behalve de kustgebieden',
  'De Randstad',
  'Noord-Holland boven het Noordzeekanaal',
  'De dealer mag de producten niet in Drenthe verkopen.',
  'Als de doelen worden gehaald, mag de dealer de producten in Drenthe verkopen.',
  'De dealer mag de producten in Drenthe verkopen, mits de fabrikant toestemt.',
  'De dealer mag de producten tot 2030 in Drenthe verkopen.',
  'De fabrikant mag de producten in Drenthe verkopen.',
  'Niemand mag de producten in Drenthe verkopen.',
  'Wij leveren niet meer in Drenthe.',
  'Wij leveren binnenkort in Drenthe.',
  'Vroeger leverden wij in Drenthe.',
  'Onze concurrent levert in Drenthe.',
  'Wij leveren in Drenthe of Groningen.',
  'Wij leveren ofwel in Drenthe ofwel in Groningen.',
  'Het gebied is Zeeland. Drenthe hoort er nog niet bij.',
  'Het gebied is Zeeland. Drenthe hoort er later bij.',
  'Drenthe behoort nog niet tot het gebied.',
  'Levert u in Drenthe?',
  'Jij krijgt Zeeland, ik houd Drenthe.',
  'Geen levering in Drenthe',
  'Verzending naar Drenthe op aanvraag',
  'Zeeland en delen van Drenthe',
  'Zeeland en het noorden van Drenthe',
  'Zeeland en, indien gewenst, Drenthe',
]

describedSuite('Dutch', READ, REFUSED)
