import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type * as contract from '#contract/search.ts'
import { type SearchResult, searchKinds } from '#contract/search.ts'
import type { Ctx } from '#server/core/ctx.ts'
import type { HttpContext } from '#server/core/routes.ts'
import type { OncePerSearch, SearchHit, SearchSource } from '#server/core/search-source.ts'

/** The kinds that the caller may look at, in their order. */
const listSources = ({ person }: Ctx, { deps }: HttpContext): SearchSource[] =>
  searchKinds.flatMap((kind) =>
    deps.searches.filter((source) => source.kind === kind && person.rights.may(source.module, 'view')),
  )

/** Each source with the scope of its own module. */
const toSourceContext = (ctx: Ctx, { module }: SearchSource): Ctx => ({
  ...ctx,
  scopes: ctx.person.rights.getScopes(module, 'view'),
})

const toResult = ({ kind }: SearchSource, hit: SearchHit): SearchResult => ({
  kind,
  code: null,
  person: null,
  amount: null,
  date: null,
  match: null,
  ...hit,
})

const createRunOnce = (): OncePerSearch => {
  const answers = new Map<string, Promise<unknown>>()
  return <T>(key: string, ask: () => Promise<T>): Promise<T> => {
    const answer = (answers.get(key) as Promise<T> | undefined) ?? ask()
    answers.set(key, answer)
    return answer
  }
}

export const searchRecords = async (
  ctx: Ctx,
  { query }: ParsedRequest<typeof contract.searchRecords>,
  raw: HttpContext,
): Promise<ResponseBody<typeof contract.searchRecords>> => {
  const once = createRunOnce()
  const found = await Promise.all(
    listSources(ctx, raw).map(async (source) =>
      (await source.findByText(toSourceContext(ctx, source), query.q, once)).map((hit) => toResult(source, hit)),
    ),
  )
  return { results: found.flat() }
}

/** In the order in which they are named. */
export const getRecentRecords = async (
  ctx: Ctx,
  { query }: ParsedRequest<typeof contract.getRecentRecords>,
  raw: HttpContext,
): Promise<ResponseBody<typeof contract.getRecentRecords>> => {
  const keys = query.records.split(',')
  const found = await Promise.all(
    listSources(ctx, raw).map(async (source) => {
      const ids = keys.flatMap((key) => (key.startsWith(`${source.kind}:`) ? key.slice(source.kind.length + 1) : []))
      if (ids.length === 0) return []
      return (await source.findByIds(toSourceContext(ctx, source), ids)).map((hit) => toResult(source, hit))
    }),
  )
  const positionOf = ({ kind, id }: SearchResult): number => keys.indexOf(`${kind}:${id}`)
  return { results: found.flat().sort((one, other) => positionOf(one) - positionOf(other)) }
}
