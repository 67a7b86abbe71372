import type { ModuleKey } from '#contract/permissions.ts'
import type { SearchKind, SearchResult } from '#contract/search.ts'
import type { Ctx } from './ctx.ts'

/** What a source says of a record; what it leaves out is null. */
export type SearchHit = Pick<SearchResult, 'id' | 'path' | 'title'> &
  Partial<Pick<SearchResult, 'code' | 'person' | 'amount' | 'date' | 'match'>>

/** Runs what several kinds need once for a search. The key names what is asked for, of the same text. */
export type OncePerSearch = <T>(key: string, ask: () => Promise<T>) => Promise<T>

/** A kind of record that the search finds, as the feature to which it belongs describes it. Both functions keep to `ctx.scopes`. */
export type SearchSource = {
  kind: SearchKind
  /** Whoever may look here finds its records, as far as their scope goes. */
  module: ModuleKey
  /** What the text names, the best first; nothing, without a query, where no record of this kind is named so. */
  findByText: (ctx: Ctx, text: string, once: OncePerSearch) => Promise<readonly SearchHit[]>
  findByIds: (ctx: Ctx, ids: readonly string[]) => Promise<readonly SearchHit[]>
}
