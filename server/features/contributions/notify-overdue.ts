import { type Kysely, sql } from 'kysely'
import type { Prefix } from '#contract/core/values.ts'
import type { DB } from '#db/types.ts'
import { confirmationOverdueDateSql } from '#server/domain/contribution-rules.ts'
import { notifyClientManagers } from '#server/domain/notify-client-managers.ts'

type OverdueContext = { db: Kysely<DB>; prefix: Prefix; day: string }

/** Tells those who look after the clients, once, of money by hand that nothing has confirmed in time. */
export const notifyOverdueContributions = async ({ db, prefix, day }: OverdueContext): Promise<void> => {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ clientId: string }>`
      with overdue as (
        update unconfirmed_contribution set told_on = ${day}
         where told_on is null and noted_on < ${confirmationOverdueDateSql({ prefix, businessDate: day })} returning account_id)
      select distinct a.client_id::text as "clientId" from overdue o join account a on a.id = o.account_id`.execute(tx)
    const [first, ...others] = rows.map(({ clientId }) => clientId)
    if (first !== undefined)
      await notifyClientManagers(tx, [first, ...others], '0', {
        kind: 'contributions.overdue',
        params: {},
        linkOf: () => '/crm/Ingresos?confirmation=overdue',
      })
  })
}
