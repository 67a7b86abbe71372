import { sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { ActivityRow, listRecordActivity } from '#contract/records.ts'
import type { Ctx } from '#server/core/ctx.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { isInRecordHistorySql } from '#server/domain/record-history.ts'
import { findRecord } from './find-record.ts'

/** What happens in the panels themselves. */
export const panelActions = [
  'comment.added',
  'comment.edited',
  'comment.removed',
  'comment.restored',
  'comment.pinned',
  'comment.unpinned',
  'attachment.added',
  'attachment.changed',
  'attachment.removed',
  'attachment.restored',
  'attachment.purged',
  'assignment.changed',
  'tag.added',
  'tag.removed',
]

/**
 * Events of the audit that whoever sees the record may know of: which, by whom and when. Of before and after only who was put in charge, and
 * the tag: the rest takes the right to read the audit.
 */
export const findActivity = async (
  ctx: Ctx,
  { params, query: { before, limit } }: ParsedRequest<typeof listRecordActivity>,
  raw: HttpContext,
): Promise<ResponseBody<typeof listRecordActivity>> => {
  const { type } = await findRecord(ctx, params, raw)
  const actions = [...panelActions, ...type.activity]
  const older = before === undefined ? sql`true` : sql`e.id < ${before}`
  const { rows } = await sql<ActivityRow>`
    select e.id::text as id, e.action, e.at, n.full_name as person_name, e.user_id is not null as by_user, e.acting_cvl, w.full_name as assignee_name,
           case when e.action in ('tag.added', 'tag.removed') then e.after ->> 'tag' end as tag
      from audit_event e
      left join lateral registry.people_named(array[e.user_id]) n on e.user_id is not null
      left join lateral registry.people_named(array[(e.after ->> 'assigneeId')::bigint]) w
             on e.action = 'assignment.changed' and e.after ->> 'assigneeId' is not null
     where ${isInRecordHistorySql(params.entity, params.recordId)} and e.action = any(${actions}) and ${older}
     order by e.id desc limit ${limit + 1}`.execute(ctx.db)
  return { events: rows.slice(0, limit), more: rows.length > limit }
}
