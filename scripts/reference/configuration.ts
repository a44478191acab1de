/** The reference page of all settings, from the schema that reads them. */

import { COMMAND_SETTINGS, SETTINGS } from '../../src/config/settings.ts'
import { inputSchema } from '../../src/op/schema/derived-schema.ts'
import { GENERATED, table } from './markdown.ts'

export const configurationPage = (): string => {
  const { properties = {} } = inputSchema(SETTINGS)
  return [
    GENERATED,
    '# Configuration',
    'Settings are environment variables; an empty one counts as not set. The service does not start with an invalid value and says why; unknown names that begin with `METES_` are reported.',
    '## The service',
    table(
      ['Name', 'Default', ''],
      Object.entries(properties).map(([name, { default: value, description = '' }]) => [
        `\`${name}\``,
        value === undefined ? '' : `\`${value}\``,
        description,
      ]),
    ),
    '## The command line',
    table(
      ['Name', ''],
      Object.entries(COMMAND_SETTINGS).map(([name, description]) => [`\`${name}\``, description]),
    ),
    '',
  ].join('\n\n')
}
