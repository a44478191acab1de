/** The guide to the atlas: the text of atlas-guide.md, with figures in place of `{{names}}`. */
import type { Figures } from './atlas-figures.ts'

/** Throws when the text names an unknown figure, or leaves one out. */
export const atlasGuide = (text: string, figures: Figures): string => {
  const unused = new Set(Object.keys(figures))
  const guide = text.replaceAll(/\{\{([^}]+)\}\}/g, (_, name: string) => {
    if (!Object.hasOwn(figures, name))
      throw new Error(`scripts/reference/atlas-guide.md: no figure "${name}".`)
    unused.delete(name)
    return figures[name]
  })
  if (unused.size > 0)
    throw new Error(`scripts/reference/atlas-guide.md leaves out ${[...unused].join(', ')}.`)
  return guide
}
