/** What a group's document does not say: whether it has the territories of its members, which go with their countries. */
import { counted } from '../../../util/count-with-noun.ts'
import { nameIn } from '../../boundary/language.ts'
import type { Vocabulary } from '../vocabulary.ts'
import type { Group } from './item.ts'

/** One sentence; null where the document says it of every territory, or nothing is a group of countries. */
export const unsettledNote = (
  text: string,
  { region, members }: Group,
  territories: Vocabulary['territories'],
): string | null => {
  const open = members.flatMap((member) => {
    const parts = member.kind === 'country' ? (territories.get(member.iso ?? '') ?? []) : []
    const count = parts.filter((id) => !region.settled.has(id)).length
    return count === 0 ? [] : [`${nameIn(member, ['en'])} (${counted(count, 'territory', 'territories')})`]
  })
  return open.length === 0 || members.length < 2
    ? null
    : `"${text}" includes the territories of its members, because its list does not exclude them: ${open.join(', ')}.`
}
