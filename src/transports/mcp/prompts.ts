/** Prompts of the Model Context Protocol: tasks that a user starts by name. */
import {
  type GetPromptResult,
  type Prompt,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'
import { shortened } from '../../util/shorten-text.ts'

interface PromptText extends Omit<Prompt, 'arguments'> {
  /** Required. */
  readonly argument: { readonly name: string; readonly description: string }
  readonly text: (argument: string) => readonly string[]
}

const TEXTS: readonly PromptText[] = [
  {
    name: 'draw_territory',
    title: 'Draw a territory',
    description: 'Turns the wording of a territory into a polygon of land, and shows what it consists of.',
    argument: {
      name: 'wording',
      description: 'The words that describe the territory, such as a clause of a contract.',
    },
    text: (wording) => [
      'Draw the territory that this wording describes:',
      '',
      wording,
      '',
      'Call create_area with the wording, unchanged. If parts cannot be mapped, ask me about each of them and do not guess.',
      'Then show the area with show_map, list its parts and exceptions with the words they come from, say how large it is in km²,',
      'and repeat every note of the answer, as well as the attribution.',
    ],
  },
  {
    name: 'compare_places',
    title: 'Compare places',
    description: 'Compares the area and population of places in a table.',
    argument: { name: 'places', description: 'Names of the places, separated by commas.' },
    text: (places) => [
      `Compare these places: ${places}.`,
      '',
      'Find each with search_boundaries; if several places have the name, ask me which one I mean. Call get_boundary for each.',
      'Answer with a table of name, kind, country, area in km², population and people per km², the largest first.',
      'Leave unknown figures empty, and name the attribution below the table.',
    ],
  },
  {
    name: 'locate_point',
    title: 'Locate a point',
    description: 'Says which country, state, district and postcode area a point is in.',
    argument: { name: 'point', description: 'The point as latitude, longitude in degrees: 49.61, 6.13.' },
    text: (point) => [
      `Where is the point ${point} (latitude, longitude)?`,
      '',
      'Call reverse_boundaries, then get_boundary for the smallest boundary. Answer from the country down to the smallest district,',
      'with the area of the smallest in km². Name disputes, and boundaries that are only near.',
    ],
  },
]

export const PROMPTS: readonly Prompt[] = TEXTS.map(({ text: _, argument, ...prompt }) => ({
  ...prompt,
  arguments: [{ ...argument, required: true }],
}))

/** Limit of create_area. */
const MAX_LETTERS = 3_000

/** @throws ProtocolError if there is no such prompt, or an argument is missing or too long */
export const promptMessages = (name: string, values: Readonly<Record<string, string>>): GetPromptResult => {
  const prompt = TEXTS.find((each) => each.name === name)
  if (prompt === undefined)
    throw invalid(
      `There is no prompt ${shortened(name, 80)}. Prompts: ${TEXTS.map((each) => each.name).join(', ')}.`,
    )
  const { name: argument } = prompt.argument
  const value = Object.hasOwn(values, argument) ? values[argument] : ''
  if (value.trim() === '') throw invalid(`The prompt ${name} needs the argument ${argument}.`)
  if (value.trim().length > MAX_LETTERS)
    throw invalid(`The argument ${argument} has more than ${MAX_LETTERS.toLocaleString('en')} characters.`)
  return {
    description: prompt.description,
    messages: [{ role: 'user', content: { type: 'text', text: prompt.text(value).join('\n') } }],
  }
}

const invalid = (message: string): ProtocolError =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, message)
