/** German sentences become the land that they say; those that say no certain land are refused. */
import { describedSuite } from '../support/described-suite.ts'

const READ = [
  [
    'Vertragsgebiet im Sinne dieses Vertrages sind die Bundesrepublik Deutschland, Österreich und die Schweiz mit Ausnahme des Kantons Tessin.',
    'AT CH DE −CH-TI',
  ],
  [
    'Der Handelsvertreter wird für die Bundesländer Bayern und Baden-Württemberg bestellt; das Saarland gehört ausdrücklich nicht zum Vertragsgebiet.',
    'DE-BW DE-BY −DE-SL',
  ],
  [
    'Versandkosten: Wir liefern innerhalb Deutschlands sowie nach Österreich, nicht jedoch nach Vorarlberg und Tirol.',
    'AT DE −AT-7 −AT-8',
  ],
  ['Zuständigkeitsbereich: Freistaat Sachsen, Thüringen, Sachsen-Anhalt', 'DE-SN DE-ST DE-TH'],
  ['Warnung vor Sturmböen für Schleswig-Holstein, Hamburg und Mecklenburg-Vorpommern', 'DE-HH DE-MV DE-SH'],
  ['Einzugsgebiet ist ganz Niedersachsen einschließlich Bremens', 'DE-HB DE-NI'],
  ['alle deutschen Bundesländer außer Berlin und Brandenburg', 'DE −DE-BB −DE-BE'],
  [
    'Das Exklusivgebiet umfasst die Kantone Zürich, Aargau und Thurgau. Der Kanton Schaffhausen ist davon ausgenommen.',
    'CH-AG CH-TG CH-ZH −CH-SH',
  ],
  ['Lieferung frei Haus in die Benelux-Länder (Luxemburg ausgenommen)', 'BE NL'],
  [
    'Betreff: Gebietsaufteilung 2027\n\nLiebe Kolleginnen und Kollegen,\n\nab sofort ist unser Vertriebsgebiet wie folgt: Hessen, Rheinland-Pfalz und das Saarland.\n\nMit freundlichen Grüßen\nSabine Vogt',
    'DE-HE DE-RP DE-SL',
  ],
  [
    '§ 2 Vertragsgebiet\nDas Vertragsgebiet umfasst das Gebiet der Republik Österreich mit Ausnahme der Bundesländer Tirol und Vorarlberg.',
    'AT −AT-7 −AT-8',
  ],
  [
    'Dem Händler wird das Alleinvertriebsrecht für die Kantone Waadt, Wallis und Genf übertragen.',
    'CH-GE CH-VD CH-VS',
  ],
  ['Bundesland | Ansprechpartner\nBayern | Huber\nThüringen | Schmidt', 'DE-BY DE-TH'],
  ['Land;Lieferung\nFrankreich;ja\nItalien;nein\nSpanien;ja', 'ES FR'],
  ['Unsere Monteure sind in ganz Sachsen und Sachsen-Anhalt tätig.', 'DE-SN DE-ST'],
  ['In Nordrhein-Westfalen und Niedersachsen wurden neue Fälle der Geflügelpest gemeldet.', 'DE-NI DE-NW'],
  ['Die Ausschreibung richtet sich an Unternehmen mit Sitz in Bremen oder Hamburg.', 'DE-HB DE-HH'],
  [
    'Das Vertragsgebiet umfasst die Schweiz und das Fürstentum Liechtenstein. Die Kantone Tessin und Graubünden bleiben dem Lizenzgeber vorbehalten.',
    'CH LI −CH-GR −CH-TI',
  ],
] as const

/** They deny, set a condition or a time, speak of somebody else, leave a choice, or name no boundary. */
const REFUSED = [
  'Bayern und Auenland',
  'alle Gebiete im Umkreis von 50 km um Köln',
  'entweder Hessen oder Thüringen, je nach Auftragslage',
  'Österreich, sofern der Kunde dort seinen Sitz hat',
  'Brandenburg mit Ausnahme der ländlichen Gegenden',
  'Der Lizenzgeber räumt dem Lizenznehmer das ausschließliche Recht ein, die Werke in Deutschland, Österreich und der deutschsprachigen Schweiz zu verwerten.',
  'Versandkostenfrei nach Deutschland, Österreich und Luxemburg (ausgenommen Inseln)',
  'Im Süden Bayerns und in ganz Tirol',
  'Der Händler darf die Produkte nicht in Bayern verkaufen.',
  'Wenn die Umsatzziele erreicht werden, darf der Händler die Produkte in Bayern verkaufen.',
  'Der Händler darf die Produkte in Bayern verkaufen, wenn der Hersteller zustimmt.',
  'Der Händler darf die Produkte bis 2030 in Bayern verkaufen.',
  'Der Händler darf die Produkte in Bayern bis 2030 verkaufen.',
  'Ab 2030 darf der Händler die Produkte in Bayern verkaufen.',
  'Der Hersteller darf die Produkte in Bayern verkaufen.',
  'Niemand darf die Produkte in Bayern verkaufen.',
  'Wir liefern nicht mehr nach Bayern.',
  'Wir liefern künftig vielleicht nach Bayern.',
  'Früher lieferten wir nach Bayern.',
  'Unser Mitbewerber liefert nach Bayern.',
  'Wir liefern entweder nach Bayern oder nach Hessen.',
  'Wir liefern nach Bayern oder Hessen, je nach Bestellung.',
  'Wir liefern nach Bayern, sobald das Lager eröffnet ist.',
  'Das Vertragsgebiet ist nicht Bayern.',
  'Das Vertragsgebiet umfasst vorläufig Bayern.',
  'Das Vertragsgebiet wird später um Bayern erweitert.',
  'Bayern gehört noch nicht zum Vertragsgebiet.',
  'Nur Bayern gehört nicht zum Vertragsgebiet.',
  'Das Vertragsgebiet ist Hessen. Bayern gehört noch nicht dazu.',
  'Das Vertragsgebiet ist Hessen. Der Hersteller behält sich Bayern vor.',
  'Das Vertragsgebiet ist Hessen. Unser Wettbewerber liefert nach Bayern.',
  'Liefert ihr nach Bayern?',
  'Gehört Bayern zum Vertragsgebiet?',
  'Du übernimmst Hessen, ich behalte Bayern.',
  'Du übernimmst Hessen. Ich behalte Bayern.',
  'Keine Warnung vor Sturm in Bayern',
  'Versand nach Bayern auf Anfrage',
  'Lieferung nach Bayern ab 100 Euro möglich',
  'Das Angebot ist in Bayern nicht mehr gültig.',
  'Hessen und Teile von Bayern',
  'Hessen und der Norden Bayerns',
  'Hessen außer dem Rhein-Main-Gebiet',
  'Der Händler darf die Produkte in Hessen verkaufen, Bayern nur mit Zustimmung.',
  'Wir liefern nach Hessen, nach Bayern nur montags.',
  'Der Händler darf in Hessen und, sofern vereinbart, in Bayern verkaufen.',
]

describedSuite('German', READ, REFUSED)
