/** The reference page of all settings, from the table by which they are read. */

import { COMMAND_SETTINGS, SETTINGS } from '../../src/config/settings.ts'
import { GENERATED, table } from './markdown.ts'

export const configurationPage = (): string =>
  [
    GENERATED,
    '# Configuration',
    'Settings are environment variables; an empty one counts as not set. The service does not start with an invalid value and says why; unknown names that begin with `METES_` are reported.',
    '## The service',
    table(
      ['Name', 'Default', ''],
      Object.entries(SETTINGS).map(([name, { unset, description }]) => [
        `\`${name}\``,
        unset === undefined ? '' : `\`${unset}\``,
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
