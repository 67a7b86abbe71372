import { type Kysely, sql } from 'kysely'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { searchPeople as contract } from '#contract/records.ts'
import type { DB } from '#db/types.ts'
import { searchText } from '#rules/search-text.ts'
import type { Ctx } from '#server/core/ctx.ts'
import type { RecordType, RecordViewer } from '#server/core/record-type.ts'
import type { Raw } from '#server/core/serve.ts'
import { findSubjects, rightsOfSubject } from '#server/domain/rights-of.ts'
import { findRecord } from './find-record.ts'

/** So many are offered at once: whoever is none of them is found by more of their name. */
const maxOffered = 8

type Colleague = { userId: string; name: string }

/** Who signs in to this firm today. */
const findColleagues = async (db: Kysely<DB>): Promise<Colleague[]> => {
  const { rows } = await sql<Colleague>`
    select p.user_id::text as "userId", p.full_name as name from registry.own_people() p
     where p.ended_at is null and not p.disabled order by p.full_name, p.user_id`.execute(db)
  return rows
}

type Seen = { userId: string; name: string; role: string; link: string }

/** Those of these users who see the record, each with the path by which they do. */
export const findWhoSees = async (
  ctx: Ctx,
  type: RecordType,
  recordId: string,
  colleagues: readonly Colleague[],
  { serving }: Raw,
): Promise<Seen[]> => {
  if (colleagues.length === 0) return []
  const userIds = colleagues.map(({ userId }) => userId)
  const subjects = await findSubjects(ctx.db, { userIds }, ctx.businessDate)
  const people = subjects.flatMap((subject): RecordViewer[] => {
    const { userId, employeeId, role } = subject
    return userId === null ? [] : [{ userId, employeeId, role, rights: rightsOfSubject(subject) }]
  })
  const deps = { tasks: serving.tasks, clock: serving.clock, businessDate: ctx.businessDate }
  const seeing = await type.findViewers(ctx.db, recordId, people, deps)
  return colleagues.flatMap(({ userId, name }) => {
    const seen = seeing.find(({ viewer }) => viewer.userId === userId)
    return seen ? [{ userId, name, role: seen.viewer.role, link: seen.link }] : []
  })
}

/** The same for users that a call names. */
export const findNamedWhoSee = async (
  ctx: Ctx,
  type: RecordType,
  recordId: string,
  userIds: readonly string[],
  raw: Raw,
): Promise<Seen[]> => {
  if (userIds.length === 0) return []
  const colleagues = await findColleagues(ctx.db)
  return findWhoSees(
    ctx,
    type,
    recordId,
    colleagues.filter(({ userId }) => userIds.includes(userId)),
    raw,
  )
}

/** Every word of what was typed begins a word of the name. */
const matches = (name: string, search: string): boolean => {
  const words = searchText(name).split(' ')
  return search.split(' ').every((part) => words.some((word) => word.startsWith(part)))
}

export const searchPeople = async (
  ctx: Ctx,
  { params, query }: Parsed<typeof contract>,
  raw: Raw,
): Promise<Answer<typeof contract>> => {
  const { type } = await findRecord(ctx, params, raw)
  const search = searchText(query.search)
  const named = (await findColleagues(ctx.db)).filter(({ name }) => matches(name, search))
  const seeing = await findWhoSees(ctx, type, params.recordId, named, raw)
  return {
    people: seeing
      .slice(0, maxOffered)
      .map(({ userId, name, role }) => ({ userId, name, role, me: userId === ctx.person.userId })),
  }
}
