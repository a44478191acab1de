/** Sentences about answers, for the texts of agent tools. Places always have their ids, which the next call needs. */
import { counted } from '../../util/count-with-noun.ts'

interface NamedPlace {
  readonly id: string
  readonly name: string
  readonly kind: string
}

/** Returns a text such as `Bavaria (state, r2145268)`. */
export const place = ({ id, name, kind }: NamedPlace): string => `${name} (${kind}, ${id})`

/** Returns a text such as `Springfield (city, r122604) in Sangamon County, Illinois, United States`. */
export const placeWithin = (candidate: NamedPlace & { readonly parents: readonly NamedPlace[] }): string =>
  `${place(candidate)}${withinParents(candidate.parents)}`

/** Returns ` in …`, smallest parent first; empty for a country. */
export const withinParents = (parents: readonly { readonly name: string }[]): string =>
  parents.length === 0
    ? ''
    : ` in ${parents
        .map(({ name }) => name)
        .toReversed()
        .join(', ')}`

/** Returns square kilometres, with decimals for small areas. */
export const area = (km2: number): string =>
  `${km2.toLocaleString('en', { maximumFractionDigits: km2 < 100 ? 2 : 0 })} km²`

/** Returns a sentence that says where the polygon of a Feature is. */
export const polygon = (feature: {
  readonly geometry: object | null
  readonly download_url?: string | undefined
  readonly properties: { readonly vertices: number; readonly detail: string }
}): string => {
  const { vertices, detail } = feature.properties
  const points = `The polygon (${detail} detail, ${counted(vertices, 'point')})`
  return feature.geometry === null
    ? `${points} is too large for this answer: it is in the file ${feature.download_url}`
    : `${points} is in the answer.`
}

export const nextPage = (cursor: string | null): string =>
  cursor === null ? '' : ` There is more: repeat the call with cursor "${cursor}".`

export const accountSummary = (account: {
  readonly email: string
  readonly plan: string
  readonly units: { readonly used: number; readonly remaining: number | null; readonly resets_at: string }
}): string => {
  const { email, plan, units } = account
  const left = units.remaining === null ? 'no limit' : `${units.remaining.toLocaleString('en')} left`
  return `The account ${email} is on the plan ${plan} and has used ${counted(units.used, 'unit')} this month (${left}, the count resets at ${units.resets_at}).`
}

export const jobSummary = (job: {
  readonly id: string
  readonly op: string
  readonly state: string
  readonly steps: readonly { readonly text: string }[]
}): string => {
  const last = job.steps.at(-1)
  return `The job ${job.id} (${job.op}) is ${job.state}.${last === undefined ? '' : ` Last step: ${last.text}.`}`
}

interface FeedbackFacts {
  readonly id: number
  readonly kind: string
  readonly title: string
  readonly status: string
  readonly upvotes: number
}

export const itemSummary = (item: FeedbackFacts): string =>
  `Item ${item.id} (${item.kind}, ${item.status}, ${counted(item.upvotes, 'upvote')}): ${item.title}.`

export const postedSummary = (
  posted: FeedbackFacts & { readonly similar: readonly FeedbackFacts[] },
): string =>
  posted.similar.length === 0
    ? `Posted. ${itemSummary(posted)}`
    : `Posted. ${itemSummary(posted)} Similar: ${posted.similar.map(itemSummary).join(' ')}`
