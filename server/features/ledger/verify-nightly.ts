import { type SqlBool, sql } from 'kysely'
import type { Prefix } from '#contract/core/values.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import { getLocalHour } from '#server/core/clock.ts'
import type { DatabaseAccess } from '#server/core/tenancy.ts'
import { notifyResponsibleUsers } from '#server/domain/notify-responsible-users.ts'
import { requestVerification, runRequestedVerification } from './verify-on-request.ts'

type NightlyContext = { tenant: Pick<DatabaseAccess, 'pool' | 'db'>; prefix: Prefix; day: string; now: () => number }

/** Nobody works then, where the firm is. */
const firstHour = 2
const lastHour = 5

const lastVerificationKey = 'ledger.verified'

const isVerifiedToday = async ({ tenant: { db }, day }: NightlyContext): Promise<boolean> => {
  const row = await db.selectFrom('setting').select('value').where('key', '=', lastVerificationKey).executeTakeFirst()
  return (row?.value as { day?: string } | undefined)?.day === day
}

/** Writes down that the books were looked at; where they don't hold, tells those who answer for them. */
const recordVerification = ({ tenant, day }: NightlyContext, differences: number): Promise<void> =>
  tenant.db.transaction().execute(async (tx) => {
    const value = JSON.stringify({ day, differences })
    const first = await tx
      .insertInto('setting')
      .values({ key: lastVerificationKey, value })
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet({ value, changedAt: sql`now()` })
          .where(sql<SqlBool>`setting.value ->> 'day' is distinct from ${day}`),
      )
      .returning('key')
      .executeTakeFirst()
    // Another process was at it in the same moment: one of them tells.
    if (!first) return
    if (differences === 0) return
    await recordAuditEvent(tx, null, { action: 'ledger.differs', entity: 'ledger', after: { day, differences } })
    await notifyResponsibleUsers(tx, {
      kind: 'ledger.differs',
      link: '/crm/Contabilidad/comprobacion',
      params: { differences: String(differences) },
    })
  })

/** Holds the books against their postings once a night. Where another process is at it, its word counts. */
export const verifyNightly = async (context: NightlyContext): Promise<void> => {
  const { prefix, now, tenant } = context
  const hour = getLocalHour(prefix, now)
  if (hour < firstHour || hour > lastHour || (await isVerifiedToday(context))) return
  await requestVerification({ tenant, now })
  const differences = await runRequestedVerification({ tenant, now })
  if (differences !== null) await recordVerification(context, differences)
}
