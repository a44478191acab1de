/** The application schema of the GML that `gml.ts` writes for boundaries: an XML Schema (ISO 19136, annex E). */
import type { Column } from './attribute-columns.ts'
import { METES_NAMESPACE } from './gml.ts'

const TYPES: Readonly<Record<Column['type'], string>> = {
  text: 'xs:string',
  integer: 'xs:long',
  real: 'xs:double',
}

export const gmlSchema = (columns: readonly Column[]): string => `<?xml version="1.0" encoding="UTF-8"?>
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:gml="http://www.opengis.net/gml/3.2" xmlns:metes="${METES_NAMESPACE}" targetNamespace="${METES_NAMESPACE}" elementFormDefault="qualified" version="1.0">
<xs:import namespace="http://www.opengis.net/gml/3.2" schemaLocation="http://schemas.opengis.net/gml/3.2.1/gml.xsd"/>
<xs:element name="Boundary" type="metes:BoundaryType" substitutionGroup="gml:AbstractFeature"/>
<xs:complexType name="BoundaryType"><xs:complexContent><xs:extension base="gml:AbstractFeatureType"><xs:sequence>
${columns.map(elementOf).join('\n')}
<xs:element name="geometry" type="gml:MultiSurfacePropertyType"/>
</xs:sequence></xs:extension></xs:complexContent></xs:complexType>
</xs:schema>
`

/** Unknown values have no element. */
const elementOf = ({ name, type, isTime }: Column): string =>
  `<xs:element name="${name}" type="${isTime === true ? 'xs:dateTime' : TYPES[type]}" minOccurs="0"/>`
