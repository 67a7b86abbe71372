import { sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { Tag } from '#contract/records/tag.ts'
import type { getRecordPanels } from '#contract/records.ts'
import type { Ctx } from '#server/core/ctx.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { isBlockedByView } from '#server/core/session.ts'
import { canModerate, findRecord } from './find-record.ts'
import { findRecordViewers } from './record-viewers.ts'

type RecordPanelsRow = {
  comments: number
  attachments: number
  tags: Tag[]
  assignee: { userId: string; name: string } | null
  assignmentVersion: number
  stamp: string
}

/** In another's view that only shows, nothing is offered that would be refused. */
const findAllowedActions = (ctx: Ctx, mayWork: boolean) => {
  const mayWrite = !isBlockedByView(ctx.person, 'edit')
  return { mayComment: mayWrite, mayWork: mayWrite && mayWork, mayModerate: mayWrite && canModerate(ctx) }
}

/** What the head of the panels shows, in one statement; whether the one in charge still sees the record is asked where there is one. */
export const findRecordPanels = async (
  ctx: Ctx,
  { params }: ParsedRequest<typeof getRecordPanels>,
  raw: HttpContext,
): Promise<ResponseBody<typeof getRecordPanels>> => {
  const { type, mayWork } = await findRecord(ctx, params, raw)
  const { entity, recordId } = params
  const of = (table: string) =>
    sql`${sql.ref(`${table}.entity`)} = ${entity} and ${sql.ref(`${table}.entity_id`)} = ${recordId}`
  const { rows } = await sql<RecordPanelsRow>`
    select (select count(*)::int from record_comment c where ${of('c')} and c.removed_at is null) as comments,
           (select count(*)::int from record_attachment d where ${of('d')} and d.removed_at is null) as attachments,
           coalesce((select json_agg(json_build_object('id', t.id::text, 'name', t.name, 'color', t.color) order by t.key)
                       from record_tag r join tag t on t.id = r.tag_id where ${of('r')}), '[]') as tags,
           (select json_build_object('userId', s.user_id::text, 'name', n.full_name)
              from record_assignment s cross join registry.people_named(array[s.user_id]) n
             where ${of('s')} and s.user_id is not null) as assignee,
           coalesce((select s.version from record_assignment s where ${of('s')}), 0) as assignment_version,
           coalesce((select e.id::text from audit_event e where ${of('e')} order by e.id desc limit 1), '') as stamp`.execute(
    ctx.db,
  )
  const { assignee, ...shown } = rows[0]!
  const seeing = assignee ? await findRecordViewers(ctx, type, recordId, [assignee], raw) : []
  return {
    ...shown,
    assignee: assignee && { ...assignee, hasAccess: seeing.length > 0 },
    ...findAllowedActions(ctx, mayWork),
  }
}
