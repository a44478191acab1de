import { describeSentences } from '../support/sentences-of-language.ts'

describeSentences('Romanian', {
  drawn: {
    'Cu excepția județului Cluj, teritoriul cuprinde întreaga Românie.': 'RO −RO-CJ',
    'Livrăm în județele Timiș, Arad și Bihor.': 'RO-TM RO-AR RO-BH',
    'România și Republica Moldova': 'RO MD',
    'Distribuitorul va vinde produsele în Ungaria, Bulgaria și Serbia.': 'HU BG RS',
    'Prin „Teritoriu” se înțelege România, fără județul Ilfov și municipiul București.': 'RO −RO-IF −RO-B',
    'toate țările Uniunii Europene, în afară de Malta':
      'AT BE BG HR CY CZ DK EE FI FR −BL −NC −PF −PM −TF −WF DE GR HU IE IT LV LT LU NL −BQ PL PT RO SK SI ES SE',
  },
  plain: ['Livrăm în Norvegia', 'Distribuitorul va vinde produsele în Norvegia'],
  changes: [
    'Dacă se ating obiectivele, …',
    'Până în 2026, …',
    'Din 2030, …',
    'Poate …',
    'Cu acordul licențiatorului, …',
    '… dacă licențiatorul acceptă',
    '… până în 2026',
    '… sau nu',
    '…, de confirmat',
    '… pe o rază de 30 km',
  ],
  refused: [
    'Ungaria sau Austria, la alegerea clientului',
    'Dacă se prelungește contractul, se adaugă Ungaria.',
    'nordul Moldovei',
    'Concurentul nostru vinde în Bulgaria.',
    'Teritoriul nu cuprinde Norvegia.',
    'Norvegia nu este inclusă.',
    'Nu livrăm în Norvegia.',
    'Licențiatorul vinde în Norvegia.',
    'Concurentul nostru livrează în Norvegia.',
    'Nu livrăm în Norvegia.',
    'Distribuitorul nu va vinde în Norvegia.',
    'Distribuitorul are sediul în Norvegia.',
  ],
})
