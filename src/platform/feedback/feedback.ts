/** The feedback board: items, upvotes and comments, and who may see them. */
import { type Clock, rfc3339 } from '../../util/clock.ts'
import { maskSecrets } from '../../util/mask-secrets.ts'
import type { Random } from '../../util/random.ts'
import { OPERATOR_ORIGIN, singleEvent } from '../audit/event.ts'
import { cleanLine, cleanText } from '../clean-text.ts'
import { newId } from '../new-key.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { dayFull, dayLimit, MAX_COMMENTS_A_DAY, MAX_ITEMS_A_DAY } from './day-limit.ts'
import type { CommentView, FeedbackSort, FeedbackStatus, ItemView, Person, Writer } from './item.ts'
import type { Notices } from './notice-mails.ts'
import type { FeedbackStore, ItemQuery, NewItem, PagePosition, StoredComment, StoredItem } from './ports.ts'
import { similarItems } from './similar-items.ts'
import { foldText, wordsOf } from './text-similarity.ts'

export type FeedbackDraft = Pick<NewItem, 'kind' | 'title' | 'details' | 'op' | 'requestId'>

export interface FeedbackQuery extends Pick<ItemQuery, 'kind' | 'status' | 'sort' | 'limit'> {
  readonly text: string | null
  readonly cursor: string | null
}

/** A change that the operator makes to an item. */
export interface StatusChange {
  readonly status: FeedbackStatus
  /** Posted as a comment. */
  readonly note: string | null
  /** The original item, which the comment links to. */
  readonly duplicateOf: number | null
}

export type Feedback = ReturnType<typeof createFeedback>

interface FeedbackOptions {
  readonly store: FeedbackStore
  readonly notices: Pick<Notices, 'notify'>
  readonly clock: Clock
  readonly random: Random
  /** Mails link to item pages under this address. */
  readonly baseUrl: string
}

/** Methods that return an item return null if it does not exist. */
export const createFeedback = ({ store, notices, clock, random, baseUrl }: FeedbackOptions) => {
  const views = async (
    person: Person,
    items: readonly StoredItem[],
    newestComments: number,
  ): Promise<readonly ItemView[]> => {
    const ids = items.map(({ id }) => id)
    const [comments, upvoted] = await Promise.all([
      store.comments(ids, newestComments),
      person.kind === 'account' ? store.upvotedOf(ids, person.accountId) : new Set<number>(),
    ])
    const commentsOf = Map.groupBy(comments, ({ itemId }) => itemId)
    return items.map((item) => itemViewOf(person, item, commentsOf.get(item.id) ?? [], upvoted.has(item.id)))
  }

  const get = async (person: Person, id: number): Promise<ItemView | null> => {
    const item = await store.find(id)
    return item === null ? null : (await views(person, [item], MAX_COMMENTS))[0]
  }

  const known = async (person: Person, id: number): Promise<ItemView> => {
    const item = await get(person, id)
    if (item === null) throw new Error(`Feedback item ${id} is gone.`)
    return item
  }

  const urlOf = (id: number): string => `${baseUrl}/feedback/${id}`

  return {
    get,
    similarTo: (title: string) => similarItems(store, title),

    post: async (author: Writer, { kind, title, details, op, requestId }: FeedbackDraft) => {
      const nowMs = clock.now()
      const safe = { title: maskSecrets(cleanLine(title)), details: maskSecrets(cleanText(details)) }
      const id = await store.addItem(
        {
          kind,
          title: safe.title.text,
          details: safe.details.text,
          op,
          requestId: requestId === null ? null : maskSecrets(requestId).text,
          authorId: accountIdOf(author),
          createdAt: rfc3339(nowMs),
          titleWords: foldText(safe.title.text),
          allWords: foldText(`${safe.title.text} ${safe.details.text}`),
        },
        dayLimit(MAX_ITEMS_A_DAY, nowMs),
      )
      if (id === null) return dayFull(MAX_ITEMS_A_DAY, nowMs)
      const [item, similar] = await Promise.all([known(author, id), similarItems(store, safe.title.text)])
      return { item, maskedFields: maskedOf(safe), similar: similar.filter((each) => each.id !== id) }
    },

    comment: async (author: Writer, id: number, text: string) => {
      const nowMs = clock.now()
      const safe = { text: maskSecrets(cleanText(text)) }
      const outcome = await store.addComment(
        { itemId: id, text: safe.text.text, authorId: accountIdOf(author), createdAt: rfc3339(nowMs) },
        dayLimit(MAX_COMMENTS_A_DAY, nowMs),
      )
      if (outcome === 'unknown_item') return null
      if (outcome === 'day_full') return dayFull(MAX_COMMENTS_A_DAY, nowMs)
      const item = await known(author, id)
      notices.notify({ item, url: urlOf(id), by: author, event: { comment: safe.text.text } })
      return { item, maskedFields: maskedOf(safe) }
    },

    setStatus: async (id: number, { status, note, duplicateOf }: StatusChange) => {
      const original = duplicateOf === null || duplicateOf === id ? null : await store.find(duplicateOf)
      if (duplicateOf !== null && original === null) return 'unknown_original'
      const reference = original === null ? [] : [`Duplicate of #${original.id}: ${original.title}`]
      const said = note === null ? [] : [maskSecrets(cleanText(note)).text].filter((text) => text !== '')
      const comment = [...reference, ...said].join('\n\n') || null
      const atMs = clock.now()
      const audited = singleEvent(newId(random), {
        action: 'feedback_status_changed',
        atMs,
        origin: OPERATOR_ORIGIN,
        detail: `#${id} ${status}`,
      })
      const outcome = await store.setStatus(id, { status, note: comment, at: rfc3339(atMs), event: audited })
      if (outcome === null) return 'unknown_item'
      if (!outcome.changed && comment === null) return 'unchanged'
      const item = await known(OPERATOR, id)
      const event = outcome.changed || comment === null ? { status, note: comment } : { comment }
      notices.notify({ item, url: urlOf(id), by: OPERATOR, event })
      return outcome.changed ? 'changed' : 'unchanged'
    },

    upvote: async (accountId: string, id: number) =>
      (await store.upvote(id, accountId)) ? known({ kind: 'account', accountId }, id) : null,

    removeUpvote: async (accountId: string, id: number) =>
      (await store.removeUpvote(id, accountId)) ? known({ kind: 'account', accountId }, id) : null,

    /** Returns null if the cursor does not belong to a list in this order. */
    list: async (person: Person, { kind, status, text, sort, cursor, limit }: FeedbackQuery) => {
      const after = cursor === null ? null : readCursor(sort, cursor)
      if (cursor !== null && after === null) return null
      const words = text === null ? null : wordsOf(foldText(text))
      // A query of only punctuation matches nothing.
      if (words?.length === 0) return { items: [], nextCursor: null }
      // One extra item shows whether there is a next page.
      const found = await store.list({ kind, status, words, sort, after, limit: limit + 1 })
      const items = found.slice(0, limit)
      const nextCursor =
        found.length > limit ? writeCursor(sort, pagePositionOf(sort, items[limit - 1])) : null
      return { items: await views(person, items, LISTED_COMMENTS), nextCursor }
    },
  }
}

const OPERATOR: Writer = { kind: 'operator' }

/** Maximum of an item's newest comments in one answer. */
const MAX_COMMENTS = 500
/** Maximum of each item's newest comments in a list, to keep a list of forty items readable. */
const LISTED_COMMENTS = 5

const accountIdOf = (writer: Writer): string | null => (writer.kind === 'account' ? writer.accountId : null)

/** Returns the names of the fields that contained something that looked like a key. */
const maskedOf = <F extends string>(
  fields: Readonly<Record<F, { readonly masked: boolean }>>,
): readonly F[] => (Object.keys(fields) as F[]).filter((name) => fields[name].masked)

const pagePositionOf = (sort: FeedbackSort, { id, upvotes, updatedAt }: StoredItem): PagePosition => ({
  id,
  value: { top: upvotes, new: id, updated: updatedAt }[sort],
})

const itemViewOf = (
  person: Person,
  { authorId, requestId, ...item }: StoredItem,
  comments: readonly StoredComment[],
  upvoted: boolean,
): ItemView => {
  const mayTrace = person.kind === 'operator' || (person.kind === 'account' && person.accountId === authorId)
  return { ...item, requestId: mayTrace ? requestId : null, upvoted, comments: comments.map(commentViewOf) }
}

const commentViewOf = ({ id, text, authorId, createdAt }: StoredComment): CommentView => ({
  id,
  text,
  author: authorId === null ? 'operator' : 'user',
  createdAt,
})
