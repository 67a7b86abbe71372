import { sql } from 'kysely'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { Prefix } from '#contract/core/values.ts'
import { parseDay } from '#rules/calendar.ts'
import { findBankClosure } from '#rules/holidays.ts'
import type { Ctx } from '#server/core/ctx.ts'
import type { DayDeps } from '#server/core/day-reason.ts'
import type { MailDeps } from '#server/core/mail/send-mail.ts'
import { type MailQueue, retryDelaysSeconds, sendMailQueue } from '#server/core/mail/send-queue.ts'
import type { DatabaseAccess } from '#server/core/tenancy.ts'
import { findAbsentPerson, type KnownUser } from '#server/domain/absent-person.ts'
import { composeDayMail } from './compose-day-mail.ts'
import { findDayList } from './day-list.ts'

export type DayMailDeps = DayDeps & {
  tenant: DatabaseAccess
  prefix: Prefix
  today: string
  mail: MailDeps
  publicUrl: string
}

/** Hours by the firm's clock: before, nobody is up; later, the page is quicker. */
const morning = { from: 7, until: 12 }
const keptDays = 7

/** The hour of the firm's clock. */
const getHour = (prefix: Prefix, now: number): number =>
  Number(
    new Intl.DateTimeFormat('en-GB', {
      hour: '2-digit',
      hourCycle: 'h23',
      timeZone: tenantFacts[prefix].timeZone,
    }).format(now),
  )

/** One for each who wants it, however often it is asked and by however many. */
const queueDayMails = async ({ tenant: { db }, today, clock }: DayMailDeps): Promise<void> => {
  await sql`delete from day_mail where day < ${today}::date - ${sql.lit(keptDays)}`.execute(db)
  await sql`insert into day_mail (user_id, day, next_at)
    select user_id, ${today}::date, ${new Date(clock()).toISOString()}::timestamptz from registry.day_mail_people()
    on conflict (user_id, day) do nothing`.execute(db)
}

type DayMailRow = { id: string; user_id: string; attempts: number }

const takeNextSql = `
  update day_mail set attempts = attempts + 1, next_at = $1::timestamptz + make_interval(secs => ($2::int[])[least(attempts + 1, $3::int)])
   where id = (select id from day_mail where sent_at is null and failed_at is null and day = $4::date and next_at <= $1::timestamptz
                order by next_at, id limit 1 for update skip locked)
  returning id, user_id, attempts`

const buildDayMailQueue = (deps: DayMailDeps): MailQueue<DayMailRow> => {
  const { tenant, prefix, today, clock, mail, publicUrl } = deps
  const { db } = tenant
  const giveUp = ({ id }: DayMailRow) =>
    tenant.queryPrepared('give up day mail', 'update day_mail set failed_at = $2 where id = $1', [
      id,
      new Date(clock()).toISOString(),
    ])
  return {
    take: async (now) =>
      (
        await tenant.queryPrepared<DayMailRow>('take day mail', takeNextSql, [
          now,
          retryDelaysSeconds,
          retryDelaysSeconds.length,
          today,
        ])
      )[0],
    post: async (row, signal) => {
      const { rows } = await sql<KnownUser>`
        select user_id::text as "userId", email, username, full_name as "fullName", idioma, cvl
          from registry.day_mail_people() where user_id = ${row.user_id}`.execute(db)
      const [user] = rows
      const person = user && (await findAbsentPerson(db, user, { prefix, businessDate: today }))
      if (!person?.rights.may('bt_MiDia', 'view')) return { never: 'nobody' }
      const ctx: Ctx = { person, scopes: [], prefix, tenant, db, businessDate: today, requestId: '', address: '' }
      const list = await findDayList(ctx, deps)
      if (list.items.length === 0) return { never: 'nothing to do' }
      const composed = composeDayMail({ idioma: user!.idioma, name: user!.fullName, list, today, publicUrl })
      await mail.deliver(
        {
          id: `${prefix}-d${row.id}`,
          createdAt: new Date(clock()).toISOString(),
          name: user!.fullName,
          recipient: user!.email,
          ...composed,
        },
        signal,
      )
      return 'sent'
    },
    sent: async ({ id }, now) => {
      await tenant.queryPrepared('day mail sent', 'update day_mail set sent_at = $2 where id = $1', [id, now])
    },
    never: async (row) => {
      await giveUp(row)
    },
    failed: async (row, reason, givenUp) => {
      mail.onFailure({ mailId: `${prefix}-d${row.id}`, attempt: row.attempts, reason, givenUp })
      if (givenUp) await giveUp(row)
    },
  }
}

/** On the morning of a working day: the list of the day to whoever wants it and has something to do. */
export const sendDayMails = async (deps: DayMailDeps, signal: AbortSignal): Promise<void> => {
  const { prefix, clock, today } = deps
  const hour = getHour(prefix, clock())
  const isRest = findBankClosure(tenantFacts[prefix].country, parseDay(today)) !== null
  if (isRest || hour < morning.from || hour >= morning.until) return
  await queueDayMails(deps)
  await sendMailQueue(buildDayMailQueue(deps), clock, signal)
}
