import { sql } from 'kysely'
import { enqueueMissingJobs, enqueuesOnly, type FeatureJob } from '#server/core/jobs.ts'
import { secretBox } from '#server/core/secret-box.ts'
import { googlePurpose } from '#server/domain/google-connections.ts'
import { syncCalendar } from './sync-calendar.ts'

/** One calendar, by the user whose it is. */
export const syncJob = { name: 'googleCalendar.sync', maxParallelRuns: 4 } as const

export const googleCalendarJobs: readonly FeatureJob[] = [
  {
    ...syncJob,
    ifKilled: 'claims a calendar for ten minutes and only reads it: it is read anew',
    of: 'prefix',
    work: async ({ deps: { google, secret }, db, prefix, clock, today, item, signal, onError }) => {
      if (!google || item === null) return
      const box = secretBox(secret, googlePurpose)
      await syncCalendar({ db, google, box, prefix, clock, today }, item, signal, onError)
    },
  },
  {
    name: 'googleCalendar.due',
    ifKilled: enqueuesOnly,
    of: 'prefix',
    cron: '* * * * *',
    work: async ({ deps: { google }, db, tenant, clock }) => {
      if (!google) return
      const now = new Date(clock()).toISOString()
      const due = await db
        .selectFrom('googleConnection')
        .where('state', '=', 'connected')
        .where('nextSyncAt', '<=', now)
        .orderBy('nextSyncAt')
        .limit(500)
        .select('userId')
        .execute()
      await enqueueMissingJobs(
        tenant,
        syncJob,
        due.map(({ userId }) => userId),
      )
      await sql`delete from google_consent where expires_at < ${now}`.execute(db)
    },
  },
]
