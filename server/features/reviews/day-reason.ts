import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Ctx } from '#server/core/ctx.ts'
import { type DayReasonSource, maxReasonsOfKind } from '#server/core/day-reason.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import { toDayClient } from '#server/domain/day-person.ts'
import { selectOwnClients } from '#server/domain/own-clients.ts'
import { selectVisibleContacts } from '#server/domain/visibility.ts'

type LastReview = { id: string; stage: string; dueOn: string }

/** The last held review of that person, where the next one is overdue and not planned. */
const overdueReviewSql = (ctx: Ctx, column: 'client_id' | 'contact_id', person: RawBuilder<unknown>) =>
  sql<LastReview>`(select m.id::text, m.stage::text, m.next_review_on::text as due_on
    from meeting m
   where m.state = 'held' and m.stage is not null and m.is_last_review and ${sql.ref(`m.${column}`)} = ${person} and m.next_review_on < ${ctx.businessDate}::date
     and not exists (select from meeting n where ${sql.ref(`n.${column}`)} = ${person} and n.state = 'scheduled' and n.stage is not null
                        and n.starts_at > m.starts_at))`

/** One's own clients with an overdue review, the longest first. */
const clientReviews: DayReasonSource = {
  kind: 'review',
  module: 'bt_Clientes',
  find: async (ctx, employeeId) => {
    const rows = await selectOwnClients(ctx, employeeId)
      .innerJoinLateral(overdueReviewSql(ctx, 'client_id', sql`c.client_id`).as('r'), (join) => join.onTrue())
      .innerJoin('client', 'client.id', 'c.clientId')
      .where('client.restrictedAt', 'is', null)
      .select(['c.clientId', 'client.cvl', 'client.phone', fullNameSql('client').as('name')])
      .select(['r.id', 'r.stage', 'r.dueOn'])
      .orderBy('r.dueOn')
      .orderBy('r.id')
      .limit(maxReasonsOfKind)
      .execute()
    return rows.map(({ id, stage, dueOn, ...client }) => ({
      id,
      path: `/crm/AgendaComercial/reuniones/${id}`,
      person: toDayClient(client),
      text: stage.toUpperCase(),
      date: dueOn,
    }))
  },
}

/** The same of one's own contacts. */
const contactReviews: DayReasonSource = {
  kind: 'review',
  module: 'bt_AgendaComercial',
  find: async (ctx, employeeId) => {
    const rows = await selectVisibleContacts(ctx)
      .innerJoinLateral(overdueReviewSql(ctx, 'contact_id', sql`ct.id`).as('r'), (join) => join.onTrue())
      .where('ct.employeeId', '=', employeeId)
      .where('ct.clientId', 'is', null)
      .where(sql<SqlBool>`ct.stage in ('r1', 'r2', 'r3', 'r4')`)
      .select(['ct.id as contactId', 'ct.phone', 'ct.amount', fullNameSql('ct').as('name')])
      .select(['r.id', 'r.stage', 'r.dueOn'])
      .orderBy('r.dueOn')
      .orderBy('r.id')
      .limit(maxReasonsOfKind)
      .execute()
    return rows.map(({ id, stage, dueOn, contactId, name, phone, amount }) => ({
      id,
      path: `/crm/AgendaComercial/reuniones/${id}`,
      person: {
        kind: 'contact' as const,
        id: contactId,
        name,
        cvl: null,
        phone,
        path: `/crm/AgendaComercial/contactos/${contactId}`,
      },
      text: stage.toUpperCase(),
      date: dueOn,
      amount,
    }))
  },
}

export const reviewDayReasons: readonly DayReasonSource[] = [clientReviews, contactReviews]
