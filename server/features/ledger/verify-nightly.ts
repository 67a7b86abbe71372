import { type SqlBool, sql } from 'kysely'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { Prefix } from '#contract/core/values.ts'
import { audit } from '#server/core/audit.ts'
import type { Access } from '#server/core/tenancy.ts'
import { tellResponsible } from '#server/domain/tell-responsible.ts'
import { askForLook, verifyAsked } from './verify-books.ts'

type Night = { tenant: Pick<Access, 'pool' | 'db'>; prefix: Prefix; day: string; now: () => number }

/** Nobody works then, where the firm is. */
const [firstHour, lastHour] = [2, 5]

const hourOf = (prefix: Prefix, now: number): number =>
  Number(
    new Intl.DateTimeFormat('en-GB', {
      timeZone: tenantFacts[prefix].timeZone,
      hour: '2-digit',
      hourCycle: 'h23',
    }).format(now),
  )

const key = 'ledger.verified'

const wasVerified = async ({ tenant: { db }, day }: Night): Promise<boolean> => {
  const row = await db.selectFrom('setting').select('value').where('key', '=', key).executeTakeFirst()
  return (row?.value as { day?: string } | undefined)?.day === day
}

/** Writes down that the books were looked at; where they don't hold, tells those who answer for them. */
const record = ({ tenant, day }: Night, differences: number): Promise<void> =>
  tenant.db.transaction().execute(async (tx) => {
    const value = JSON.stringify({ day, differences })
    const first = await tx
      .insertInto('setting')
      .values({ key, value })
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
    await audit(tx, null, { action: 'ledger.differs', entity: 'ledger', after: { day, differences } })
    await tellResponsible(tx, {
      ...{ kind: 'ledger.differs', link: '/crm/Contabilidad/comprobacion' },
      params: { differences: String(differences) },
    })
  })

/** Holds the books against their postings once a night. Where another process is at it, its word counts. */
export const verifyNightly = async (night: Night): Promise<void> => {
  const { prefix, now, tenant } = night
  const hour = hourOf(prefix, now())
  if (hour < firstHour || hour > lastHour || (await wasVerified(night))) return
  await askForLook({ tenant, now })
  const differences = await verifyAsked({ tenant, now })
  if (differences !== null) await record(night, differences)
}
