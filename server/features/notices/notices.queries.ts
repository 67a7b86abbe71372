import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import { type listNotices, type NoticeRow, noticeSkipReasons } from '#contract/notices.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import { matchesAccountSearch } from '#server/domain/account-search.ts'
import { selectVisibleClients } from '#server/domain/visibility.ts'
import { formatLocalTimeSql } from '#server/reports/local-time-column.ts'

type NoticeFilters = ParsedRequest<typeof listNotices.count>['query']

export const noticeSorts: Record<(typeof listNotices.sortable)[number], string> = { queuedAt: 'n.queued_at' }

/** What was sent is sent, and what is no longer so isn't told any more. */
export const canResendSql = sql<boolean>`(n.state = 'failed' or (n.state = 'skipped' and n.reason <> 'over'))`

const queryMatchingNotices = (ctx: Ctx, { search, kind, state, client, from, to }: NoticeFilters) => {
  const { timeZone } = tenantFacts[ctx.prefix]
  return selectVisibleClients(ctx)
    .innerJoin('clientNotice as n', 'n.clientId', 'c.clientId')
    .innerJoin('account as a', 'a.id', 'n.accountId')
    .innerJoin('client', 'client.id', 'c.clientId')
    .$if(!!kind, (rows) => rows.where('n.kind', 'in', kind!))
    .$if(!!state, (rows) => rows.where('n.state', 'in', state!))
    .$if(!!client, (rows) => rows.where('n.clientId', '=', client!))
    .$if(!!from, (rows) => rows.where(sql<SqlBool>`n.queued_at >= ${from}::date::timestamp at time zone ${timeZone}`))
    .$if(!!to, (rows) => rows.where(sql<SqlBool>`n.queued_at < (${to}::date + 1)::timestamp at time zone ${timeZone}`))
    .$if(!!search, (rows) => rows.where(matchesAccountSearch(ctx, search!)))
}

/** What a mail server's code means; a reason of our own stays. */
const reasonSql = sql<NoticeRow['reason']>`case
  when n.reason is null or n.reason = 'interrupted' or n.reason = any(${sql.val([...noticeSkipReasons])}::text[]) then n.reason
  when n.reason like 'EENVELOPE%' then 'recipientRejected'
  when n.reason like 'EAUTH%' then 'signInRejected'
  when n.reason similar to '(ESOCKET|ECONN|ETIMEDOUT|EDNS|ETLS|ENOTFOUND)%' then 'noConnection'
  else 'messageRejected' end`

type NoticeInstants = { queuedAt: RawBuilder<string>; sentAt: RawBuilder<string | null> }

const selectNoticeColumns = (ctx: Ctx, filters: NoticeFilters, { queuedAt, sentAt }: NoticeInstants) =>
  queryMatchingNotices(ctx, filters)
    .select([queuedAt.as('queuedAt'), sentAt.as('sentAt')])
    .select(['n.id', 'n.kind', 'n.state', 'n.aboutOn', 'n.amount', reasonSql.as('reason')])
    .select(['n.recipient', 'n.attempts', 'a.id as accountId', 'a.number as accountNumber'])
    .select(['client.id as clientId', 'client.cvl as clientCvl', fullNameSql('client').as('clientName')])
    .select(canResendSql.as('mayResend'))

export const selectNotices = (ctx: Ctx, filters: NoticeFilters) =>
  selectNoticeColumns(ctx, filters, { queuedAt: sql.ref('n.queued_at'), sentAt: sql.ref('n.sent_at') })

export const selectNoticesForFile = (ctx: Ctx, filters: NoticeFilters) =>
  selectNoticeColumns(ctx, filters, {
    queuedAt: formatLocalTimeSql(ctx, 'n.queued_at'),
    sentAt: formatLocalTimeSql(ctx, 'n.sent_at'),
  })

export const countNotices = (ctx: Ctx, filters: NoticeFilters) =>
  queryMatchingNotices(ctx, filters)
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<number>`(count(*) filter (where n.state = 'failed'))::int`.as('failed'),
      sql<number>`(count(*) filter (where n.state = 'skipped'))::int`.as('skipped'),
    ])
    .executeTakeFirstOrThrow()
