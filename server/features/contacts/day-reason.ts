import { type SqlBool, sql } from 'kysely'
import { type DayReasonSource, maxReasonsOfKind } from '#server/core/day-reason.ts'
import { dayStartSql } from '#server/core/day-start.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import { selectVisibleContacts } from '#server/domain/visibility.ts'
import { localDaySql } from '#server/reports/local-time-column.ts'

/** Who came earlier is no new contact. */
const newContactDays = 90

/** One's own new contacts since before today whom nobody has called, and with whom nothing is planned; the newest first. */
export const newContactReason: DayReasonSource = {
  kind: 'newContact',
  module: 'bt_AgendaComercial',
  find: async (ctx, employeeId) => {
    const rows = await selectVisibleContacts(ctx)
      .where('ct.employeeId', '=', employeeId)
      .where('ct.stage', '=', 'new')
      .where('ct.clientId', 'is', null)
      .where(
        sql<SqlBool>`ct.stage_since >= ${dayStartSql(ctx, sql`${ctx.businessDate}::date - ${sql.lit(newContactDays)}`)}`,
      )
      .where(sql<SqlBool>`ct.stage_since < ${dayStartSql(ctx, sql`${ctx.businessDate}::date`)}`)
      .where(sql<SqlBool>`not exists (select from call n where n.contact_id = ct.id and n.deactivated_at is null)`)
      .where(sql<SqlBool>`not exists (select from follow_up n where n.contact_id = ct.id and n.state = 'in_progress')`)
      .where(sql<SqlBool>`not exists (select from meeting n where n.contact_id = ct.id and n.state = 'scheduled')`)
      .select(['ct.id', 'ct.phone', 'ct.amount', fullNameSql('ct').as('name')])
      .select(localDaySql(ctx, 'ct.stageSince').as('since'))
      .orderBy(sql`ct.stage_since desc`)
      .orderBy('ct.id')
      .limit(maxReasonsOfKind)
      .execute()
    return rows.map(({ id, name, phone, amount, since }) => {
      const path = `/crm/AgendaComercial/contactos/${id}`
      return { id, path, person: { kind: 'contact' as const, id, name, cvl: null, phone, path }, date: since, amount }
    })
  },
}
