import { sql } from 'kysely'
import type { Idioma } from '#contract/core/values.ts'
import type { TeamView } from '#contract/team.ts'
import { RefusalError } from '#rules/refusal-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { type MailQueue, sendMailQueue } from '#server/core/mail/send-queue.ts'
import { buildStaffMailQueue, type StaffMailDeps } from '#server/core/mail/staff-mail-queue.ts'
import { findAbsentPerson } from '#server/domain/absent-person.ts'
import { composeSummaryMail } from './compose-summary-mail.ts'
import { findDailySummary } from './daily-summary.ts'
import { knownPeopleSql } from './summary-receivers.ts'

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

const findSenderName = async (db: Ctx['db'], userId: string): Promise<string> => {
  const { rows } = await sql<{ name: string }>`
    select full_name as name from registry.people_named(array[${userId}::bigint])`.execute(db)
  return rows[0]?.name ?? ''
}

/** The summary as its receiver sees it today; null where they see none, or not that person. */
const findSummaryFor = async (row: SummaryMailRow, { tenant, prefix, today }: StaffMailDeps) => {
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

const columns = ['user_id', 'day', 'employee_id', 'view', 'idioma', 'sent_by'] as const

const buildSummaryMailQueue = (deps: StaffMailDeps): MailQueue<SummaryMailRow> =>
  buildStaffMailQueue<SummaryMailRow>(deps, {
    name: 'summary_mail',
    idPrefix: 's',
    columns,
    compose: async (row) => {
      const found = await findSummaryFor(row, deps)
      if (!found) return { never: 'nobody' }
      const { user, sender, summary } = found
      const composed = composeSummaryMail({
        idioma: row.idioma,
        prefix: deps.prefix,
        name: user.fullName,
        sentBy: sender,
        isOwn: row.sent_by === row.user_id,
        summary,
        link: buildSummaryLink(row, deps.publicUrl),
      })
      return { name: user.fullName, recipient: user.email, composed }
    },
  })

/** Sends the summaries that are due, each as its receiver sees it. */
export const sendSummaryMails = async (deps: StaffMailDeps, signal: AbortSignal): Promise<void> => {
  await sql`delete from summary_mail where next_at < ${new Date(deps.clock()).toISOString()}::timestamptz - make_interval(days => ${sql.lit(keptDays)})`.execute(
    deps.tenant.db,
  )
  await sendMailQueue(buildSummaryMailQueue(deps), deps.clock, signal)
}
