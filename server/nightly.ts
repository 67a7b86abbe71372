import { type SqlBool, sql } from 'kysely'
import { type Prefix, prefixes } from '#contract/core/values.ts'
import { backOff, isWorthTelling } from './core/back-off.ts'
import { businessDate, type Clock } from './core/clock.ts'
import type { Tenants } from './core/tenancy.ts'
import { tellResponsible } from './domain/tell-responsible.ts'
import { notifyOverdue } from './features/contributions/notify-overdue.ts'
import { postNightly } from './features/interest/post-nightly.ts'
import { verifyAsked } from './features/ledger/verify-books.ts'
import { verifyNightly } from './features/ledger/verify-nightly.ts'

const works = ['posting', 'verification'] as const
type Work = (typeof works)[number]

const alerts = {
  posting: { kind: 'night.postingFailed', link: '/crm/Procesos' },
  verification: { kind: 'night.verificationFailed', link: '/crm/Contabilidad/comprobacion' },
} as const

type OnError = (error: unknown, what: string) => void
type Night = { tenants: Tenants; prefix: Prefix; day: string; work: Work }

/** Tells those who answer for it, once for each business date, however many processes try. */
const alert = ({ tenants, prefix, day, work }: Night): Promise<void> =>
  tenants
    .of(prefix)
    .db.transaction()
    .execute(async (tx) => {
      const [key, value] = [`night.${work}Failed`, JSON.stringify(day)]
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
      if (first) await tellResponsible(tx, { ...alerts[work], params: { date: day } })
    })

/**
 * What is done once for each business date of a prefix: its interest and what matures when it has begun, and a look at the books by night,
 * or when somebody asks. A prefix that fails keeps neither the others from their work nor itself from the rest of its own.
 */
export const nightly = (tenants: Tenants, clock: Clock, onError: OnError) => {
  const done: Record<Work, Map<string, string>> = { posting: new Map(), verification: new Map() }
  const notified = new Map<string, string>()
  const pauses = backOff(clock)

  const attempt = async (night: Night, run: () => Promise<void>): Promise<void> => {
    const key = `${night.prefix} ${night.work}`
    if (!pauses.isDue(key)) return
    try {
      await run()
      pauses.succeeded(key)
    } catch (error) {
      const failures = pauses.failed(key)
      onError(error, `${night.work} of ${night.prefix} not done`)
      if (isWorthTelling(failures))
        await alert(night).catch((reason) => onError(reason, `nobody told of ${night.prefix}`))
    }
  }

  return async (signal: AbortSignal): Promise<void> => {
    for (const prefix of prefixes) {
      if (signal.aborted) return
      const tenant = tenants.of(prefix)
      const day = businessDate(prefix, clock)
      const tell = (error: unknown) => onError(error, 'interest or maturity of an account not posted')
      await attempt({ tenants, prefix, day, work: 'posting' }, () =>
        postNightly({ db: tenant.db, prefix, day, now: clock, signal, onError: tell }, done.posting),
      )
      if (signal.aborted) return
      await attempt({ tenants, prefix, day, work: 'verification' }, async () => {
        await verifyNightly({ tenant, prefix, day, now: clock }, done.verification)
        await verifyAsked({ tenant, now: clock })
        await notifyOverdue({ db: tenant.db, prefix, day }, notified)
      })
    }
  }
}
