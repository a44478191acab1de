/** The guide that leads from a task to an operation, its command and its route. */
import type { OpDescription } from '../../src/op/op-description.ts'
import { commandName } from '../../src/transports/cli/short-names.ts'
import { GENERATED, table } from './markdown.ts'

export const whichOperationPage = (ops: readonly OpDescription[]): string => {
  const byName = new Map(ops.map((op) => [op.name, op]))
  const rows = (tasks: readonly Task[]) =>
    tasks.map(([task, name]) => {
      const op = byName.get(name)
      if (op === undefined) throw new Error(`There is no operation ${name}.`)
      byName.delete(name)
      return [task, `[${name}](../reference/${name}.md)`, commandOf(op), routeOf(op)]
    })
  const tables = Object.entries(TASKS).map(([title, tasks]) => [`## ${title}`, table(COLUMNS, rows(tasks))])
  if (byName.size > 0) throw new Error(`No task leads to ${[...byName.keys()].join(', ')}.`)
  const [findPlaces, ...others] = tables
  return [GENERATED, TITLE, INTRODUCTION, ...findPlaces, MANY_POINTS, ...others.flat(), ''].join('\n\n')
}

type Task = readonly [task: string, operation: string]

const COLUMNS = ['You want', 'Operation', 'Command', 'Route']

const TITLE = '# Which operation do I need?'

/** No operation, because it reads a file on the caller's machine. */
const MANY_POINTS =
  'For the boundaries of many points, use the command [metes enrich](enrich.md), which adds them to a file, [join the points](recipes.md) with an exported file, or take the boundaries to [the warehouse](warehouses.md) that has the points. For a table of names instead of points, use [metes match](match.md).'

const INTRODUCTION =
  'Find your task, then the operation for it, as a command and as a route of the HTTP interface. An agent has a tool of the same name as the operation. The [reference](../reference/README.md) lists access, cost, fields and examples of each. [Start in five minutes](start.md) shows the first of them at work.'

/** Each operation once, in the order in which people need them. */
const TASKS: Readonly<Record<string, readonly Task[]>> = {
  'Find places': [
    ['the place with a name, in any language, or with a code', 'search_boundaries'],
    ['every boundary that contains a point', 'reverse_boundaries'],
    ['the subdivisions of a place', 'list_children'],
    ['to know which of your points are inside a place', 'contains_points'],
  ],
  'Get polygons': [
    ['the polygon of a place', 'get_boundary'],
    ['the polygon of a place as a file, such as a GeoPackage', 'export_boundary'],
    ['many boundaries in one file, such as all counties of a country', 'export_collection'],
    ['several boundaries as one polygon, with others cut out', 'union_boundaries'],
    ['the land that a description means, as one polygon', 'create_area'],
  ],
  'Wait for long calls': [
    ['the progress or the result of a job', 'get_job'],
    ['to stop a job', 'cancel_job'],
  ],
  'Sign in, and manage your account': [
    ['to sign in a program that has no browser: request the codes', 'start_device_login'],
    ['to sign in a program that has no browser: get its key', 'poll_device_login'],
    ['another API key', 'create_key'],
    ['a list of your API keys', 'list_keys'],
    ['to revoke an API key', 'revoke_key'],
    ['your account, its plan and the units that are left', 'get_account'],
    ['your calls and units, by day', 'get_usage'],
    ['to change your profile', 'update_profile'],
    ['to choose which emails you get', 'update_email_preferences'],
  ],
  'Give feedback': [
    ['to report a mistake or a failure', 'report_issue'],
    ['to request a missing place or feature', 'request_feature'],
    ['to see what others have reported and requested', 'list_feedback'],
    ['one report or request with its comments', 'get_feedback'],
    ['to upvote a report or request', 'upvote_feedback'],
    ['to remove your upvote', 'remove_upvote'],
    ['to comment on a report or request', 'comment_feedback'],
  ],
  'Write a client': [['every operation with its schemas, for a program', 'list_ops']],
}

const commandOf = ({ name, positional }: OpDescription): string =>
  `\`${['metes', commandName(name), ...positional.map((field) => `<${field}>`)].join(' ')}\``

const routeOf = ({ routes }: OpDescription): string => `\`${routes.rest.method} ${routes.rest.path}\``
