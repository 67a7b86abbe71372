import { type Kysely, type SqlBool, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { notifyResponsibleUsers } from './notify-responsible-users.ts'

const nightlyFailureNotifications = {
  posting: { kind: 'night.postingFailed', link: '/crm/Procesos' },
  verification: { kind: 'night.verificationFailed', link: '/crm/Contabilidad/comprobacion' },
} as const

/** Tells those who answer for it that some work of the night failed, once for each business date, however many processes try. */
export const notifyNightlyFailure = (
  db: Kysely<DB>,
  work: keyof typeof nightlyFailureNotifications,
  day: string,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const key = `night.${work}Failed`
    const value = JSON.stringify(day)
    const first = await tx
      .insertInto('setting')
      .values({ key, value })
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet({ value, changedAt: sql`now()` })
          .where(sql<SqlBool>`setting.value is distinct from ${value}::jsonb`),
      )
      .returning('key')
      .executeTakeFirst()
    if (first) await notifyResponsibleUsers(tx, { ...nightlyFailureNotifications[work], params: { date: day } })
  })
