import { sql } from 'kysely'
import type { Idioma, Prefix } from '#contract/core/values.ts'
import type { TeamView } from '#contract/team.ts'
import { RefusalError } from '#rules/refusal-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import type { MailDeps } from '#server/core/mail/send-mail.ts'
import { type MailQueue, retryDelaysSeconds, sendMailQueue } from '#server/core/mail/send-queue.ts'
import type { DatabaseAccess } from '#server/core/tenancy.ts'
import { findAbsentPerson } from '#server/domain/absent-person.ts'
import { composeSummaryMail } from './compose-summary-mail.ts'
import { findDailySummary } from './daily-summary.ts'
import { knownPeopleSql } from './summary-receivers.ts'

type SummaryMailDeps = {
  tenant: DatabaseAccess
  prefix: Prefix
  clock: () => number
  today: string
  mail: MailDeps
  publicUrl: string
}

const keptDays = 7

type SummaryMailRow = {
  id: string
  user_id: string
  day: string
  employee_id: string | null
  view: TeamView
  idioma: Idioma
  sent_by: string
  attempts: number
}

const takeNextSql = `
  update summary_mail set attempts = attempts + 1, next_at = $1::timestamptz + make_interval(secs => ($2::int[])[least(attempts + 1, $3::int)])
   where id = (select id from summary_mail where sent_at is null and failed_at is null and next_at <= $1::timestamptz
                order by next_at, id limit 1 for update skip locked)
  returning id, user_id, day, employee_id, view, idioma, sent_by, attempts`

const findSenderName = async (db: Ctx['db'], userId: string): Promise<string> => {
  const { rows } = await sql<{ name: string }>`
    select full_name as name from registry.people_named(array[${userId}::bigint])`.execute(db)
  return rows[0]?.name ?? ''
}

/** The summary as its receiver sees it today; null where they see none, or not that person. */
const findSummaryFor = async (row: SummaryMailRow, { tenant, prefix, today }: SummaryMailDeps) => {
  const { db } = tenant
  const user = await db
    .selectFrom(knownPeopleSql.as('p'))
    .where('p.userId', '=', row.user_id)
    .selectAll('p')
    .executeTakeFirst()
  const person = user && (await findAbsentPerson(db, { ...user, idioma: row.idioma }, { prefix, businessDate: today }))
  if (!person?.rights.may('bt_ResumenDiario', 'view')) return null
  const scopes = person.rights.getScopes('bt_ResumenDiario', 'view')
  const ctx: Ctx = { person, scopes, prefix, tenant, db, businessDate: today, requestId: '', address: '' }
  const whose = row.employee_id === null ? {} : { of: row.employee_id, view: row.view }
  try {
    const summary = await findDailySummary(ctx, { query: { day: row.day, ...whose } })
    return { user: person, sender: await findSenderName(db, row.sent_by), summary }
  } catch (error) {
    if (error instanceof RefusalError && error.code === 'notFound') return null
    throw error
  }
}

const buildSummaryLink = ({ day, employee_id: of, view }: SummaryMailRow, publicUrl: string): string =>
  `${publicUrl}/crm/ResumenDiario?${new URLSearchParams({ day, ...(of !== null && { of, view }) })}`

const buildSummaryMailQueue = (deps: SummaryMailDeps): MailQueue<SummaryMailRow> => {
  const { tenant, prefix, clock, mail, publicUrl } = deps
  const giveUp = ({ id }: SummaryMailRow) =>
    tenant.queryPrepared('give up summary mail', 'update summary_mail set failed_at = $2 where id = $1', [
      id,
      new Date(clock()).toISOString(),
    ])
  return {
    take: async (now) =>
      (
        await tenant.queryPrepared<SummaryMailRow>('take summary mail', takeNextSql, [
          now,
          retryDelaysSeconds,
          retryDelaysSeconds.length,
        ])
      )[0],
    post: async (row, signal) => {
      const found = await findSummaryFor(row, deps)
      if (!found) return { never: 'nobody' }
      const { user, sender, summary } = found
      const composed = composeSummaryMail({
        idioma: row.idioma,
        prefix,
        name: user.fullName,
        sentBy: sender,
        isOwn: row.sent_by === row.user_id,
        summary,
        link: buildSummaryLink(row, publicUrl),
      })
      await mail.deliver(
        {
          id: `${prefix}-s${row.id}`,
          createdAt: new Date(clock()).toISOString(),
          name: user.fullName,
          recipient: user.email,
          ...composed,
        },
        signal,
      )
      return 'sent'
    },
    sent: async ({ id }, now) => {
      await tenant.queryPrepared('summary mail sent', 'update summary_mail set sent_at = $2 where id = $1', [id, now])
    },
    never: async (row) => {
      await giveUp(row)
    },
    failed: async (row, reason, givenUp) => {
      mail.onFailure({ mailId: `${prefix}-s${row.id}`, attempt: row.attempts, reason, givenUp })
      if (givenUp) await giveUp(row)
    },
  }
}

/** Sends the summaries that are due, each as its receiver sees it. */
export const sendSummaryMails = async (deps: SummaryMailDeps, signal: AbortSignal): Promise<void> => {
  await sql`delete from summary_mail where next_at < ${new Date(deps.clock()).toISOString()}::timestamptz - make_interval(days => ${sql.lit(keptDays)})`.execute(
    deps.tenant.db,
  )
  await sendMailQueue(buildSummaryMailQueue(deps), deps.clock, signal)
}
