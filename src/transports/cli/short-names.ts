/** Short names of the commands and options that people type most, beside the full names of their operations and fields. */
import type { Command } from 'commander'
import { dashedName } from './input/schema-options.ts'

export const SHORT_NAMES: Readonly<Record<string, string>> = {
  search_boundaries: 'search',
  get_boundary: 'get',
  reverse_boundaries: 'at',
  list_children: 'children',
  create_area: 'area',
  export_collection: 'export',
}

/** By field. */
export const SHORT_FLAGS: Readonly<Record<string, string>> = { admin_level: '--level' }

/** The name that help shows: the short one, if the operation has one. */
export const commandName = (operation: string): string => SHORT_NAMES[operation] ?? dashedName(operation)

/** All names of a command. */
export const commandNames = (command: Command): readonly string[] => [command.name(), ...command.aliases()]
