import { sql } from 'kysely'
import { tenantFacts } from '#contract/core/tenants.ts'
import { parseDay } from '#rules/calendar.ts'
import { findBankClosure } from '#rules/holidays.ts'
import { getLocalHour } from '#server/core/clock.ts'
import type { Ctx } from '#server/core/ctx.ts'
import type { DayDeps } from '#server/core/day-reason.ts'
import { type MailQueue, sendMailQueue } from '#server/core/mail/send-queue.ts'
import { buildStaffMailQueue, type StaffMailDeps } from '#server/core/mail/staff-mail-queue.ts'
import { findAbsentPerson, type KnownUser } from '#server/domain/absent-person.ts'
import { composeDayMail } from './compose-day-mail.ts'
import { findDayList } from './day-list.ts'

export type DayMailDeps = DayDeps & StaffMailDeps

/** Hours by the firm's clock: before, nobody is up; later, the page is quicker. */
const morning = { from: 7, until: 12 }
const keptDays = 7

/** One for each who wants it, however often it is asked and by however many. */
const queueDayMails = async ({ tenant: { db }, today, clock }: DayMailDeps): Promise<void> => {
  await sql`delete from day_mail where day < ${today}::date - ${sql.lit(keptDays)}`.execute(db)
  await sql`insert into day_mail (user_id, day, next_at)
    select user_id, ${today}::date, ${new Date(clock()).toISOString()}::timestamptz from registry.day_mail_people()
    on conflict (user_id, day) do nothing`.execute(db)
}

type DayMailRow = { id: string; user_id: string; attempts: number }

const buildDayMailQueue = (deps: DayMailDeps): MailQueue<DayMailRow> => {
  const { tenant, prefix, today, publicUrl } = deps
  const { db } = tenant
  return buildStaffMailQueue<DayMailRow>(deps, {
    name: 'day_mail',
    idPrefix: 'd',
    columns: ['user_id'],
    onlyToday: true,
    compose: async (row) => {
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
      return { name: user!.fullName, recipient: user!.email, composed }
    },
  })
}

/** On the morning of a working day: the list of the day to whoever wants it and has something to do. */
export const sendDayMails = async (deps: DayMailDeps, signal: AbortSignal): Promise<void> => {
  const { prefix, clock, today } = deps
  const hour = getLocalHour(prefix, clock)
  const isRest = findBankClosure(tenantFacts[prefix].country, parseDay(today)) !== null
  if (isRest || hour < morning.from || hour >= morning.until) return
  await queueDayMails(deps)
  await sendMailQueue(buildDayMailQueue(deps), clock, signal)
}
