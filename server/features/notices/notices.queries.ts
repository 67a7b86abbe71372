import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { listNotices } from '#contract/notices.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { fullNameSql } from '#server/domain/client-columns.ts'
import { matchesClientText } from '#server/domain/client-text-search.ts'
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
    .$if(!!kind, (rows) => rows.where('n.kind', '=', kind!))
    .$if(!!state, (rows) => rows.where('n.state', '=', state!))
    .$if(!!client, (rows) => rows.where('n.clientId', '=', client!))
    .$if(!!from, (rows) => rows.where(sql<SqlBool>`n.queued_at >= ${from}::date::timestamp at time zone ${timeZone}`))
    .$if(!!to, (rows) => rows.where(sql<SqlBool>`n.queued_at < (${to}::date + 1)::timestamp at time zone ${timeZone}`))
    .$if(!!search, (rows) =>
      rows.where(
        sql<SqlBool>`(upper(${search!}) = a.number or exists (select from client_search s where s.client_id = c.client_id and ${matchesClientText(ctx, search!)}))`,
      ),
    )
}

type NoticeInstants = { queuedAt: RawBuilder<string>; sentAt: RawBuilder<string | null> }

const selectNoticeColumns = (ctx: Ctx, filters: NoticeFilters, { queuedAt, sentAt }: NoticeInstants) =>
  queryMatchingNotices(ctx, filters)
    .select([queuedAt.as('queuedAt'), sentAt.as('sentAt')])
    .select(['n.id', 'n.kind', 'n.state', 'n.reason', 'n.aboutOn', 'n.amount'])
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
