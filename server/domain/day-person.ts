import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#server/core/ctx.ts'
import type { DayPerson } from '#server/core/day-reason.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import { isClientInScope } from './account-number-access.ts'
import { isOwnerVisibleSql } from './visibility.ts'

/** Whom a row of the agenda is about, the client `k` or the contact `x` joined; phone and CVL as far as the caller sees them. */
export type DayPersonRow = {
  clientId: string | null
  contactId: string | null
  personName: string | null
  isPersonVisible: boolean
  phone: string | null
  clientCvl: string | null
}

/** Whether the caller sees the client `k`, or the contact `x` where no client is joined. `ctx`: of the agenda. */
export const isDayPersonVisibleSql = (ctx: Ctx): RawBuilder<boolean> =>
  sql<boolean>`case when k.id is not null
    then ${isClientInScope(ctx, ['bt_Clientes', 'view'], sql<string>`k.id`)}
    else coalesce(x.deleted_at is null and ${isOwnerVisibleSql(ctx, sql`x.employee_id`)}, false) end`

/** The columns of a person of the day, of a query that has joined the client as `k` and the contact as `x`. `ctx`: of the agenda. */
export const selectDayPersonColumns = (ctx: Ctx) => {
  const isVisible = isDayPersonVisibleSql(ctx)
  return [
    sql<string | null>`k.id`.as('clientId'),
    sql<string | null>`x.id`.as('contactId'),
    sql<string | null>`coalesce(${fullNameSql('k')}, ${fullNameSql('x')})`.as('personName'),
    isVisible.as('isPersonVisible'),
    sql<string | null>`case when ${isVisible} then case when k.id is not null then k.phone else x.phone end end`.as(
      'phone',
    ),
    sql<string | null>`case when ${isVisible} then k.cvl end`.as('clientCvl'),
  ] as const
}

/** Null where a row is about nobody. A contact who became a client is the client. */
export const toDayPerson = (row: DayPersonRow): DayPerson | null => {
  const { clientId, contactId, personName, isPersonVisible, phone, clientCvl } = row
  if (personName === null) return null
  const path = clientId === null ? `/crm/AgendaComercial/contactos/${contactId}` : `/clientes/${clientId}`
  return {
    ...(clientId === null ? { kind: 'contact', id: contactId! } : { kind: 'client', id: clientId }),
    name: personName,
    cvl: clientCvl,
    phone,
    path: isPersonVisible ? path : null,
  }
}

/** A visible client as the person of a reason. */
export const toDayClient = (client: {
  clientId: string
  name: string
  cvl: string
  phone: string | null
}): DayPerson => ({
  kind: 'client',
  id: client.clientId,
  name: client.name,
  cvl: client.cvl,
  phone: client.phone,
  path: `/clientes/${client.clientId}`,
})
