/** The lists of words in `data/areas/`, by purpose. The files say what each is for, and in which notation its words are. */

export type WordLists<Purpose extends string> = Readonly<Record<Purpose, readonly string[]>>

/** Lists of `sentences.yaml`. */
export const SENTENCE_LISTS = [
  'territory',
  'defined_terms',
  'term_joints',
  'term_references',
  'term_reference_ends',
  'term_uses',
  'term_purposes',
  'territory_is',
  'copulas',
  'complements',
  'following_before',
  'following_behind',
  'understood_by',
  'valid',
  'valid_in',
  'territory_includes',
  'belongs_to',
  'determiners',
  'the',
  'defining',
  'defining_quoted',
  'defining_others',
  'grants',
  'granted',
  'granted_in',
  'granted_scopes',
  'announcing',
  'each',
  'units_one',
  'units_many',
  'units_in',
  'is',
  'let_in_or_out',
  'no_other',
  'changing',
  'changed',
  'sold',
  'not_sold',
  'sold_in',
  'sold_joints',
  'sold_terms',
  'unit_nouns',
  'unit_joints',
  'unit_titles',
  'goes_on',
  'abbreviations',
  'headings',
  'headings_only',
  'heading_joints',
  'agreements',
  'placed_by',
  'calendar',
  'greetings',
  'land',
  'letting_in_or_out',
  'limiting',
  'selling',
  'pointing',
  'conditions',
  'times',
  'times_of_years',
  'grantors',
  'makers',
  'sellers',
  'themselves',
  'subjects',
  'auxiliaries',
  'weak_asides',
  'adding',
  'open_lead_in_ends',
  'lead_in_verbs',
  'whole',
  'terms',
  'noun_capitals',
  'past',
  'turning',
  'lead_in_ends',
  'relatives',
] as const

export interface SentenceWords extends WordLists<(typeof SENTENCE_LISTS)[number]> {
  /** Words by which a text tells its language, and those that say nothing in it, whatever they say in others. */
  readonly languages: readonly { readonly small: readonly string[]; readonly harmless: readonly string[] }[]
}

/** Lists of `wording.yaml`. */
export const WORDING_LISTS = [
  'although',
  'following_levels',
  'following_after',
  'following',
  'only_behind',
  'by_census',
  'as_amended',
  'dated',
  'no_others',
  'together',
  'notwithstanding',
  'which',
  'acknowledging',
  'lying_in',
  'double_levels_first',
  'double_levels_joint',
  'double_levels_second',
  'verbs',
  'let_in_or_out',
  'so_before',
  'so',
  'so_too',
  'abbreviations',
  'behind_dashes',
  'list_words',
  'before_names',
  'behind_names',
  'also_called',
  'also_called_joints',
  'definitions',
  'all_of_it',
  'currencies',
  'delivery_times',
  'amount_openings',
  'per',
] as const

export interface Wording extends WordLists<(typeof WORDING_LISTS)[number]> {
  /** Names in full by abbreviations that are articles without their full stop. */
  readonly stoppedNames: ReadonlyMap<string, string>
  /** Words in full by abbreviations that would be read otherwise. */
  readonly inFull: ReadonlyMap<string, string>
}

/** Lists of `phrases.yaml`. */
export const PHRASE_LISTS = [
  'titles',
  'title_joints',
  'the',
  'neither',
  'opposing',
  'negations',
  'behind_negations',
  'negated',
  'negated_limits',
  'questions',
  'alternatives',
  'front_in',
  'territory_nouns',
  'in_the',
  'in_the_beside',
  'in_the_apart',
  'following',
  'list_levels',
  'following_levels',
  'both',
  'whole_of',
  'respectively',
  'all_of_list',
  'both_located',
  'located',
  'located_in',
  'plain',
  'sides',
  'within',
  'list_in',
  'group_in',
  'group_of',
  'front_places',
  'quote_joints',
  'possessive_endings',
  'articles',
  'words_without_cases',
  'members_of',
  'as_of',
  'census',
  'united_states',
  'united_states_of',
  'level_namesakes',
  'parts_articles',
  'parts_possessives',
  'parts_others',
  'parts_with',
  'distance_openings',
  'approximately',
  'distance_units',
  'settlement_parts',
  'open_parts',
  'landscape',
  'direction_prepositions',
  'direction_articles',
  'direction_contractions',
  'direction_elisions',
  'directions',
  'second_directions',
  'direction_joints',
  'direction_openings',
] as const

export interface PhraseWords extends WordLists<(typeof PHRASE_LISTS)[number]> {
  /** For each language, words of which a name has only one. */
  readonly exclusiveLevels: readonly (readonly string[])[]
  /** Words that are "and" in some languages and "in" in others, with these languages. */
  readonly inOrAnd: ReadonlyMap<string, { readonly and: readonly string[]; readonly in: readonly string[] }>
}

/** Lists of `numbers.yaml`. */
export const NUMBER_LISTS = ['counted', 'not_counted_behind', 'not_counted', 'not_counted_before'] as const

/** By word, in small letters. */
export type Numbers = ReadonlyMap<string, number>

export interface NumberWords extends WordLists<(typeof NUMBER_LISTS)[number]> {
  readonly numbers: Numbers
  readonly tens: Numbers
  /** Behind the tens and a hyphen. */
  readonly ones: Numbers
}
