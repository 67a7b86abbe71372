import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#server/core/ctx.ts'
import { hasFirmWideScope } from '#server/core/rights.ts'
import type { FigurePeople } from './figure-scope.ts'

/** Of which clients totals are kept: of all of them (null), of those of the team of a supervisor, or, its number below zero, of one person alone. */
export type KeptScope = { teamOf: string | null }

/** Who asks, and of whom; null: of all in reach. */
type KeptRequest = {
  ctx: Pick<Ctx, 'db' | 'scopes' | 'businessDate'> & Partial<Pick<Ctx, 'requestId'>>
  people: FigurePeople
}

/**
 * The people by whose links a client counts, where one of the conditions says it all: whoever is looked after by some of a
 * team is looked after by some of a larger one. Null where two conditions meet, or a zone matters.
 */
const findOnlyPeople = ({ ctx, people }: KeptRequest): ReadonlySet<string> | null => {
  const conditions = [
    ...ctx.scopes.filter(({ all }) => !all).map(({ staffIds, zoneId }) => ({ staffIds: new Set(staffIds), zoneId })),
    ...(people === null ? [] : [{ staffIds: new Set(people), zoneId: null }]),
  ]
  const least = conditions
    .filter(({ zoneId }) => zoneId === null)
    .find(({ staffIds }) => conditions.every((other) => [...staffIds].every((id) => other.staffIds.has(id))))
  return least?.staffIds ?? null
}

/** The teams that are kept of just these people: one person alone, or supervisors whose whole team they are. */
const selectTeamsOf = (people: readonly string[]): RawBuilder<unknown> => {
  if (people.length === 1) return sql`select -${people[0]}::bigint as supervisor_id`
  const ids = sql`${people}::bigint[]`
  return sql`
    select supervisor_id from employee_team where supervisor_id = any(${ids})
     group by supervisor_id having count(*) = ${people.length} and bool_and(employee_id = any(${ids}))`
}

/**
 * The team of these people, if all of its clients are counted: none waits to be counted anew, and no link of theirs ends or begins later than today,
 * which the totals tell otherwise than whose client it is today.
 */
const findTeamOf = async (
  { db, businessDate }: KeptRequest['ctx'],
  people: ReadonlySet<string>,
): Promise<string | null> => {
  const { rows } = await sql<{ teamOf: string }>`
    select t.supervisor_id::text as "teamOf" from (${selectTeamsOf([...people])}) t
     where not exists (select from team_client_due)
       and not exists (select from team_client c where c.supervisor_id = t.supervisor_id and c.until > ${businessDate}::date)
       and not exists (select from team_client c where c.supervisor_id = t.supervisor_id and c.since > ${businessDate}::date)
     limit 1`.execute(db)
  return rows[0]?.teamOf ?? null
}

const lookups = new WeakMap<Ctx['db'], Map<string, Promise<string | null>>>()

/** All figures of one call ask at the same time: it is looked up once for them, and for no other call. */
const findTeamOnce = (ctx: KeptRequest['ctx'], people: ReadonlySet<string>): Promise<string | null> => {
  if (!ctx.requestId) return findTeamOf(ctx, people)
  const own = lookups.get(ctx.db) ?? new Map<string, Promise<string | null>>()
  lookups.set(ctx.db, own)
  const key = `${ctx.requestId} ${[...people].sort().join()}`
  const found = own.get(key) ?? findTeamOf(ctx, people).finally(() => own.delete(key))
  own.set(key, found)
  return found
}

/** Nobody in particular counts, and no scope leaves anybody out. */
export const isWholeFirm = ({ ctx, people }: KeptRequest): boolean => people === null && hasFirmWideScope(ctx)

/** Null where totals of those who count are not kept, or not at this moment: their rows must be read. */
export const findKeptTotalsScope = async (request: KeptRequest): Promise<KeptScope | null> => {
  if (isWholeFirm(request)) return { teamOf: null }
  const only = findOnlyPeople(request)
  if (only === null || only.size === 0) return null
  const teamOf = await findTeamOnce(request.ctx, only)
  return teamOf === null ? null : { teamOf }
}
