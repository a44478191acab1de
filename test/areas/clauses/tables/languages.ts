/** Lists of countries in other languages: the words around them, and units with their names in that language. */
import type { Language } from '../clause.ts'

export interface Tongue {
  readonly language: Exclude<Language, 'en'>
  readonly and: string
  /** `{}` stands for the list. */
  readonly wrappers: readonly string[]
  readonly bystanders: readonly string[]
  /** With `{}` for what is excluded. */
  readonly exceptions: readonly string[]
  /** Country → ends of ISO codes with the name, as it stands after the words of an exception. */
  readonly units: Readonly<Record<string, readonly (readonly [code: string, name: string])[]>>
}

export const TONGUES: readonly Tongue[] = [
  {
    language: 'de',
    and: ' und ',
    wrappers: [
      '{}',
      'Vertragsgebiet: {}',
      'Das Vertragsgebiet umfasst: {}.',
      'Liefergebiet: {}.',
      'Vertragsgebiet im Sinne dieses Vertrages sind folgende Länder: {}.',
      'Wir liefern nach {}.',
    ],
    bystanders: ['Der Lizenznehmer zahlt die Lizenzgebühren vierteljährlich.', 'Es gilt deutsches Recht.'],
    exceptions: [', mit Ausnahme von {}', ' außer {}', ', ausgenommen {}', ' ohne {}', ' (ohne {})'],
    units: {
      DE: [
        ['BY', 'Bayern'],
        ['HE', 'Hessen'],
        ['SN', 'Sachsen'],
        ['TH', 'Thüringen'],
        ['NI', 'Niedersachsen'],
        ['NW', 'Nordrhein-Westfalen'],
        ['BW', 'Baden-Württemberg'],
      ],
      AT: [
        ['7', 'Tirol'],
        ['8', 'Vorarlberg'],
        ['2', 'Kärnten'],
        ['3', 'Niederösterreich'],
      ],
      IT: [
        ['82', 'Sizilien'],
        ['88', 'Sardinien'],
      ],
    },
  },
  {
    language: 'fr',
    and: ' et ',
    wrappers: [
      '{}',
      'Territoire : {}',
      'Le Territoire comprend les pays suivants : {}.',
      'Zone de livraison : {}.',
      'Pays concernés : {}.',
    ],
    bystanders: [
      'Le licencié paie les redevances chaque trimestre.',
      'Le présent contrat est régi par le droit français.',
    ],
    exceptions: [' sauf {}', ' (sauf {})', ', excepté {}', ' (hors {})'],
    units: {
      FR: [
        ['BRE', 'la Bretagne'],
        ['NOR', 'la Normandie'],
        ['20R', 'la Corse'],
        ['OCC', "l'Occitanie"],
        ['IDF', "l'Île-de-France"],
      ],
      IT: [
        ['82', 'la Sicile'],
        ['88', 'la Sardaigne'],
        ['25', 'la Lombardie'],
      ],
      ES: [
        ['CT', 'la Catalogne'],
        ['AN', "l'Andalousie"],
      ],
    },
  },
  {
    language: 'es',
    and: ' y ',
    wrappers: [
      '{}',
      'Territorio: {}',
      'El Territorio comprende {}.',
      'Zona de entrega: {}.',
      'Por "Territorio" se entenderá {}.',
      'Derechos exclusivos para {}.',
    ],
    bystanders: [
      'El licenciatario pagará las regalías cada trimestre.',
      'El presente contrato se rige por la ley española.',
    ],
    exceptions: [
      ' excepto {}',
      ', salvo {}',
      ', con excepción de {}',
      ', a excepción de {}',
      ' (excepto {})',
    ],
    units: {
      ES: [
        ['CT', 'Cataluña'],
        ['AN', 'Andalucía'],
        ['GA', 'Galicia'],
        ['EX', 'Extremadura'],
        ['CM', 'Castilla-La Mancha'],
      ],
      MX: [
        ['JAL', 'Jalisco'],
        ['CHP', 'Chiapas'],
        ['NLE', 'Nuevo León'],
        ['YUC', 'Yucatán'],
      ],
      DE: [
        ['BY', 'Baviera'],
        ['SN', 'Sajonia'],
      ],
    },
  },
  {
    language: 'it',
    and: ' e ',
    wrappers: [
      '{}',
      'Territorio: {}',
      'Il Territorio comprende i seguenti Paesi: {}.',
      'Zona di consegna: {}.',
    ],
    bystanders: [
      'Il licenziatario paga le royalty ogni trimestre.',
      'Il presente contratto è regolato dalla legge italiana.',
    ],
    exceptions: [
      ' eccetto {}',
      ', ad eccezione di {}',
      ', salvo {}',
      ' (tranne {})',
      ', con esclusione di {}',
    ],
    units: {
      IT: [
        ['25', 'Lombardia'],
        ['82', 'Sicilia'],
        ['88', 'Sardegna'],
        ['52', 'Toscana'],
        ['21', 'Piemonte'],
      ],
      DE: [
        ['BY', 'Baviera'],
        ['SN', 'Sassonia'],
      ],
    },
  },
  {
    language: 'pt',
    and: ' e ',
    wrappers: [
      '{}',
      'Território: {}',
      'O Território compreende os seguintes países: {}.',
      'Área de entrega: {}.',
    ],
    bystanders: ['O licenciado pagará os royalties trimestralmente.'],
    exceptions: [' exceto {}', ', com exceção de {}', ', salvo {}', ' (exceto {})'],
    units: {
      BR: [
        ['MG', 'Minas Gerais'],
        ['SC', 'Santa Catarina'],
        ['PE', 'Pernambuco'],
        ['GO', 'Goiás'],
      ],
      ES: [
        ['CT', 'Catalunha'],
        ['AN', 'Andaluzia'],
      ],
    },
  },
  {
    language: 'nl',
    and: ' en ',
    wrappers: [
      '{}',
      'Gebied: {}',
      'Het Gebied omvat {}.',
      'Leveringsgebied: {}.',
      'Onder "Gebied" wordt verstaan: {}.',
    ],
    bystanders: [
      'De licentienemer betaalt de royalty’s per kwartaal.',
      'Op deze overeenkomst is Nederlands recht van toepassing.',
    ],
    exceptions: [
      ', met uitzondering van {}',
      ' behalve {}',
      ', uitgezonderd {}',
      ' (behalve {})',
      ' zonder {}',
    ],
    units: {
      NL: [
        ['LI', 'Limburg'],
        ['ZE', 'Zeeland'],
        ['NH', 'Noord-Holland'],
        ['DR', 'Drenthe'],
      ],
      DE: [
        ['BY', 'Beieren'],
        ['SN', 'Saksen'],
      ],
    },
  },
]
