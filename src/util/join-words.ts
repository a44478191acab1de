/** Joins words to `a, b and c`. */
export const listed = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`

/** Joins choices to `a, b, or c`. `Intl.ListFormat` takes 15 ms at its first use, and the help of every command has such a list. */
export const listedChoices = (items: readonly string[]): string =>
  items.length < 3 ? items.join(' or ') : `${items.slice(0, -1).join(', ')}, or ${items.at(-1)}`

/** Joins the first words to `a, b and 3 more`. */
export const firstListed = (items: readonly string[], most: number): string =>
  items.length > most
    ? `${items.slice(0, most).join(', ')} and ${items.length - most} more`
    : items.join(', ')
