/** `metes create-area … --open`: shows the answer as a page in the browser. */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BoundaryFeature, CreateAreaOutput } from '../../../../client/index.ts'
import { ringsFromGeoJson } from '../../../../domain/geometry/geojson-rings.ts'
import type { Position } from '../../../../domain/geometry/rings.ts'
import { PRIVATE_FILE } from '../../../../util/file-modes.ts'
import type { CallOperation, OpenFile } from '../../../client/command-call.ts'
import { parsedAnswer } from '../../../client/parsed-answer.ts'
import { writeUserFile } from '../../../client/write-user-file.ts'
import type { CliHost, CliIo } from '../../host.ts'
import { terminalText } from '../../terminal/terminal-text.ts'
import { areaMap, type MapPart } from './map.ts'
import { previewPage } from './page.ts'
import { type AreaProperties, type PartProperties, polygonOf } from './read-area-answer.ts'

export interface PreviewPorts {
  /** For boundaries at low detail, which are free without a key. */
  readonly call: CallOperation
  readonly openFile: OpenFile
  readonly host: Pick<CliHost, 'landIn' | 'openPage'>
  readonly io: Pick<CliIo, 'stderr' | 'signal'>
}

export const showPreview = async (bytes: Uint8Array, ports: PreviewPorts): Promise<void> => {
  const { host, io } = ports
  const feature = parsedAnswer<CreateAreaOutput>(bytes)
  const { properties } = feature
  const map = areaMap(await polygonOf(feature, ports.openFile, io.signal), properties.text)
  const [parts, land] = await Promise.all([mapParts(properties.parts, ports), host.landIn(map.frame)])
  const page = previewPage({
    properties,
    map: map.draw(parts, land, seedOf(properties)),
    colours: parts.map(({ colour }) => colour),
  })
  // A private directory, so that no other user can read the description or plant a file.
  const path = join(await mkdtemp(join(tmpdir(), 'metes-area-')), 'area.html')
  await writeUserFile(path, Buffer.from(page), PRIVATE_FILE)
  io.stderr.write(`Preview: ${terminalText(path)}\n`)
  host.openPage(path)
}

const seedOf = ({ seed }: AreaProperties): Position | null => (seed === null ? null : [seed.lon, seed.lat])

/** Number of colours in page.css, the colour-blind safe palette of Okabe and Ito. */
const COLOURS = 8
/** By default a server allows twenty calls a minute without a key. */
const MAX_OUTLINED = 20

const mapParts = async (
  parts: readonly PartProperties[],
  { call, io }: PreviewPorts,
): Promise<readonly MapPart[]> => {
  let included = 0
  const listed: MapPart[] = []
  for (const [index, { role, id, name }] of parts.entries())
    listed.push({
      number: index + 1,
      name,
      colour: role === 'include' ? `c${included++ % COLOURS}` : null,
      outline: index < MAX_OUTLINED ? await outlineOf(id, call, io.signal) : null,
    })
  return listed
}

/** Null when the outline is unavailable; the page then omits it. */
const outlineOf = async (
  id: string,
  call: CallOperation,
  signal: AbortSignal,
): Promise<MapPart['outline']> => {
  const answer = await call({ operation: 'get_boundary', input: { id, detail: 'low' }, signal })
  if (!answer.ok) return null
  const { geometry, properties } = parsedAnswer<BoundaryFeature>(answer.bytes)
  return geometry === null ? null : { rings: ringsFromGeoJson(geometry), inside: properties.centroid }
}
