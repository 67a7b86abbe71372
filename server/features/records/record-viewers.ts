import { type Kysely, sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { searchRecordPeople } from '#contract/records.ts'
import type { DB } from '#db/types.ts'
import { toSearchText } from '#rules/search-text.ts'
import type { Ctx } from '#server/core/ctx.ts'
import type { RecordType, RecordViewer } from '#server/core/record-type.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { buildSubjectRights, findRightsSubjects } from '#server/domain/rights-subjects.ts'
import { findRecord } from './find-record.ts'

/** So many are offered at once: whoever is none of them is found by more of their name. */
const maxSuggestedPeople = 8

type Colleague = { userId: string; name: string }

/** Who signs in to this firm today. */
const findColleagues = async (db: Kysely<DB>): Promise<Colleague[]> => {
  const { rows } = await sql<Colleague>`
    select p.user_id::text as "userId", p.full_name as name from registry.own_people() p
     where p.ended_at is null and not p.disabled order by p.full_name, p.user_id`.execute(db)
  return rows
}

type RecordViewerRow = { userId: string; name: string; role: string; link: string }

/** Those of these users who see the record, each with the path by which they do. */
export const findRecordViewers = async (
  ctx: Ctx,
  type: RecordType,
  recordId: string,
  colleagues: readonly Colleague[],
  { deps }: HttpContext,
): Promise<RecordViewerRow[]> => {
  if (colleagues.length === 0) return []
  const userIds = colleagues.map(({ userId }) => userId)
  const subjects = await findRightsSubjects(ctx.db, { userIds }, ctx.businessDate)
  const people = subjects.flatMap((subject): RecordViewer[] => {
    const { userId, employeeId, role } = subject
    return userId === null ? [] : [{ userId, employeeId, role, rights: buildSubjectRights(subject) }]
  })
  const { tasks, clock } = deps
  const viewerDeps = { tasks, clock, businessDate: ctx.businessDate }
  const seeing = await type.findViewers(ctx.db, recordId, people, viewerDeps)
  return colleagues.flatMap(({ userId, name }) => {
    const seen = seeing.find(({ viewer }) => viewer.userId === userId)
    return seen ? [{ userId, name, role: seen.viewer.role, link: seen.link }] : []
  })
}

/** The same for users that a call names. */
export const findRecordViewersByIds = async (
  ctx: Ctx,
  type: RecordType,
  recordId: string,
  userIds: readonly string[],
  raw: HttpContext,
): Promise<RecordViewerRow[]> => {
  if (userIds.length === 0) return []
  const colleagues = await findColleagues(ctx.db)
  return findRecordViewers(
    ctx,
    type,
    recordId,
    colleagues.filter(({ userId }) => userIds.includes(userId)),
    raw,
  )
}

/** Every word of what was typed begins a word of the name. */
const matchesName = (name: string, search: string): boolean => {
  const words = toSearchText(name).split(' ')
  return search.split(' ').every((part) => words.some((word) => word.startsWith(part)))
}

export const searchRecordViewers = async (
  ctx: Ctx,
  { params, query }: ParsedRequest<typeof searchRecordPeople>,
  raw: HttpContext,
): Promise<ResponseBody<typeof searchRecordPeople>> => {
  const { type } = await findRecord(ctx, params, raw)
  const search = toSearchText(query.search)
  const named = (await findColleagues(ctx.db)).filter(({ name }) => matchesName(name, search))
  const seeing = await findRecordViewers(ctx, type, params.recordId, named, raw)
  return {
    people: seeing
      .slice(0, maxSuggestedPeople)
      .map(({ userId, name, role }) => ({ userId, name, role, me: userId === ctx.person.userId })),
  }
}
