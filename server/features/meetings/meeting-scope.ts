import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { isClientInScope } from '#server/domain/account-number-access.ts'
import { isAboutVisiblePersonSql, isAttendedByReachSql } from '#server/domain/agenda-person.ts'
import { isOwnerVisibleSql, selectVisibleContacts } from '#server/domain/visibility.ts'

const clientRight = ['bt_Clientes', 'view'] as const

const seesAll = ({ scopes }: Pick<Ctx, 'scopes'>): boolean => scopes.every(({ all }) => all)

/** Meetings `m` that somebody in reach takes part in; the owner of a meeting always does. */
export const isAttendedInReachSql = (ctx: Pick<Ctx, 'scopes'>): RawBuilder<SqlBool> =>
  seesAll(ctx)
    ? sql<SqlBool>`true`
    : sql<SqlBool>`m.id in (select a.meeting_id from meeting_attendee a
        where a.employee_id is not null and ${isOwnerVisibleSql(ctx, sql`a.employee_id`)})`

/** Those about that contact, for whoever sees the contact. */
export const isAboutContactSql = (ctx: Ctx, contactId: RawBuilder<unknown>): RawBuilder<SqlBool> => {
  const seen = selectVisibleContacts(ctx).where(sql<SqlBool>`ct.id = ${contactId}`).select('ct.id')
  return sql<SqlBool>`m.contact_id = ${contactId} and exists (${seen})`
}

/** Those about that client, for whoever sees the client. */
export const isAboutClientSql = (ctx: Ctx, clientId: RawBuilder<string>): RawBuilder<SqlBool> =>
  sql<SqlBool>`m.client_id = ${clientId} and ${isClientInScope(ctx, clientRight, clientId)}`

/** Whether the caller sees the meeting `m`: somebody in reach takes part, or it is about a contact or a client whom they see. */
export const isMeetingPageVisibleSql = (ctx: Ctx): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${isAttendedByReachSql(ctx, 'm')} or ${isAboutVisiblePersonSql(ctx, 'm')})`

/** A moment as the firm's clock shows it, 'YYYY-MM-DDTHH:MM'. */
export const localTimeSql = (
  { prefix }: Pick<Ctx, 'prefix'>,
  column: 'm.starts_at' | 'm.ends_at' | 'a.proposed_starts_at' | 'a.proposed_ends_at',
) =>
  sql<string>`to_char(${sql.ref(column)} at time zone ${sql.lit(tenantFacts[prefix].timeZone)}, 'YYYY-MM-DD"T"HH24:MI')`

/** Whether the caller may change the meeting `m`: its owner is in the reach of their right. */
export const mayChangeMeetingSql = ({ person: { rights } }: Ctx): RawBuilder<boolean> =>
  rights.may('bt_AgendaComercial', 'edit')
    ? sql<boolean>`${isOwnerVisibleSql({ scopes: rights.getScopes('bt_AgendaComercial', 'edit') }, sql`m.employee_id`)}`
    : sql<boolean>`false`
