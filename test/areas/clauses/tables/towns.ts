/** Towns, each with the state or unit that it lies in. The generator uses those that the atlas has no boundary of. */

export const TOWNS = `Naperville US-IL
Evanston US-IL
Palo Alto US-CA
Pasadena US-CA
Hoboken US-NJ
Chattanooga US-TN
Scottsdale US-AZ
Plano US-TX
Ann Arbor US-MI
Tallahassee US-FL
Poughkeepsie US-NY
Bloomington US-IN
Cincinnati US-OH
Chillicothe US-OH
Paducah US-KY
Biloxi US-MS
Fargo US-ND
Wasilla US-AK
Füssen DE-BY
Garmisch-Partenkirchen DE-BY
Marburg DE-HE
Wernigerode DE-ST
Saint-Malo FR-BRE
Honfleur FR-NOR
Ronda ES-AN
Figueres ES-CT
San Gimignano IT-52
Zermatt CH-VS
Davos CH-GR
Kitzbühel AT-7
Niagara-on-the-Lake CA-ON
Banff CA-AB
Ballarat AU-VIC
Zakopane PL-12`
  .split('\n')
  .map((line) => {
    const at = line.lastIndexOf(' ')
    return { name: line.slice(0, at), container: line.slice(at + 1) }
  })
