import { parse } from 'node:querystring'
import type { getCombinedReads } from '#contract/combined-reads.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { RefusalError } from '#rules/refusal-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { refusalMessages } from '#server/core/refusal-messages.ts'
import type { HttpContext, Route, UnparsedInput } from '#server/core/routes.ts'

type FoundRead = { read: NonNullable<Route['read']>; input: UnparsedInput }

/** The parameters of a path by this pattern; undefined where it is another path, or none at all. */
const matchPath = (pattern: readonly string[], parts: readonly string[]): Record<string, string> | undefined => {
  if (pattern.length !== parts.length) return undefined
  const params: Record<string, string> = {}
  for (const [at, expected] of pattern.entries()) {
    const part = parts[at]!
    if (expected.startsWith(':')) params[expected.slice(1)] = part
    else if (expected !== part) return undefined
  }
  return params
}

const decodePath = (path: string): string[] => {
  try {
    return path.split('/').map(decodeURIComponent)
  } catch {
    throw buildRefusal('request.malformed')
  }
}

const countParams = (pattern: readonly string[]): number => pattern.filter((part) => part.startsWith(':')).length

/** Patterns of words alone come first, as in the router: `/clients/count` is no client. */
const sortByParams = (reads: readonly Route[]) =>
  reads
    .map((route) => ({ route, pattern: route.endpoint.path.split('/') }))
    .sort((a, b) => countParams(a.pattern) - countParams(b.pattern))

const sortedReads = new WeakMap<readonly Route[], ReturnType<typeof sortByParams>>()
const listPatterns = (reads: readonly Route[]) => {
  const known = sortedReads.get(reads) ?? sortByParams(reads)
  sortedReads.set(reads, known)
  return known
}

const findRead = (reads: readonly Route[], address: string): FoundRead => {
  const queryStart = address.indexOf('?')
  const parts = decodePath(queryStart < 0 ? address : address.slice(0, queryStart))
  for (const { route, pattern } of listPatterns(reads)) {
    const params = matchPath(pattern, parts)
    if (params && route.read)
      return { read: route.read, input: { params, query: queryStart < 0 ? {} : parse(address.slice(queryStart + 1)) } }
  }
  throw buildRefusal('notFound')
}

const formatAnswer = (status: number, body: string): string => `{"status":${status},"body":${body}}`

/** A refusal of one read, as a call of its own would have it. Anything else ends all of them. */
const toRefusalAnswer =
  (requestId: string) =>
  (error: unknown): string => {
    if (!(error instanceof RefusalError)) throw error
    const { code, status, details } = error
    const { retryAfterSeconds, ...shown } = details
    return formatAnswer(status, JSON.stringify({ message: refusalMessages[code], code, ...shown, requestId }))
  }

/** Side by side, each with its own permission. The answers are written as each endpoint declares them, and leave as they are. */
export const answerCombinedReads = async (
  ctx: Ctx,
  { query: { paths } }: ParsedRequest<typeof getCombinedReads>,
  raw: HttpContext,
): Promise<ResponseBody<typeof getCombinedReads>> => {
  const answerOne = async (address: string): Promise<string> => {
    const { read, input } = findRead(raw.deps.reads, address)
    return formatAnswer(200, await read(ctx, input, raw))
  }
  const answers = await Promise.all(paths.map((path) => answerOne(path).catch(toRefusalAnswer(ctx.requestId))))
  return raw.reply.type('application/json; charset=utf-8').send(`{"answers":[${answers.join(',')}]}`) as never
}
