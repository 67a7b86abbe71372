import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { shiftDay } from '#rules/calendar.ts'
import type { FeatureJob } from '#server/core/jobs.ts'
import { dniExpiryWarningDays } from '#server/domain/client-columns.ts'
import { notifyManagersOfCount } from '#server/domain/notify-managers-of-count.ts'
import { kycSidePurpose } from './upload-side.ts'

/** An upload that no document took up within a day was left behind by somebody who closed the form. */
const unusedFileMs = 86_400_000

/** Notifies those who look after clients of documents about to expire: of each last day once. */
export const notifyExpiringDocuments = (db: Kysely<DB>, today: string, now: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ clientId: string }>`
      insert into dni_expiry_notice (client_id, valid_until, notified_at)
      select c.id, c.dni_valid_until, ${new Date(now).toISOString()}::timestamptz from client c
       where c.dni_valid_until >= ${today}::date and c.dni_valid_until < ${today}::date + ${sql.lit(dniExpiryWarningDays)}
      on conflict do nothing
      returning client_id::text as "clientId"`.execute(tx)
    if (rows.length === 0) return
    const ids = rows.map(({ clientId }) => clientId)
    await notifyManagersOfCount(tx, sql`select unnest(${ids}::bigint[]) as client_id`, {
      kind: 'kyc.expiring',
      link: `/clientes?dniExpiresBefore=${shiftDay(today, dniExpiryWarningDays)}`,
    })
  })

/** Lets go of sides that no document names; the sweep of files drops their contents. */
export const releaseUnusedFiles = async (db: Kysely<DB>, now: number): Promise<void> => {
  await sql`
    update stored_file f set removed_at = now()
     where f.purpose like ${`${kycSidePurpose}.%`} and f.removed_at is null and f.created_at < ${new Date(now - unusedFileMs).toISOString()}::timestamptz
       and not exists (select from kyc_document d where f.id in (d.front_file_id, d.back_file_id))`.execute(db)
}

export const kycJobs: readonly FeatureJob[] = [
  {
    name: 'kyc.expiries',
    of: 'prefix',
    cron: '40 5 * * *',
    work: ({ db, today, clock }) => notifyExpiringDocuments(db, today, clock()),
  },
  {
    name: 'kyc.unusedFiles',
    ifKilled: 'one statement',
    of: 'prefix',
    cron: '10 3 * * *',
    work: ({ db, clock }) => releaseUnusedFiles(db, clock()),
  },
]
