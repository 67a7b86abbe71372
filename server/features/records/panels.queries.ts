import { sql } from 'kysely'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { Tag } from '#contract/records/tag.ts'
import type { getRecordPanels as contract } from '#contract/records.ts'
import type { Ctx } from '#server/core/ctx.ts'
import type { Raw } from '#server/core/serve.ts'
import { findRecord, mayModerate } from './find-record.ts'
import { findWhoSees } from './people.ts'

type Row = {
  comments: number
  attachments: number
  tags: Tag[]
  assignee: { userId: string; name: string } | null
  assignmentVersion: number
  stamp: string
}

/** What the head of the panels shows, in one statement; whether the one in charge still sees the record is asked where there is one. */
export const getRecordPanels = async (
  ctx: Ctx,
  { params }: Parsed<typeof contract>,
  raw: Raw,
): Promise<Answer<typeof contract>> => {
  const { type, mayWork } = await findRecord(ctx, params, raw)
  const { entity, recordId } = params
  const of = (table: string) =>
    sql`${sql.ref(`${table}.entity`)} = ${entity} and ${sql.ref(`${table}.entity_id`)} = ${recordId}`
  const { rows } = await sql<Row>`
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
  const seeing = assignee ? await findWhoSees(ctx, type, recordId, [assignee], raw) : []
  return {
    ...shown,
    assignee: assignee && { ...assignee, hasAccess: seeing.length > 0 },
    mayWork,
    mayModerate: mayModerate(ctx),
  }
}
