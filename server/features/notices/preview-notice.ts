import { type RawBuilder, sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { Prefix } from '#contract/core/values.ts'
import * as contract from '#contract/notices.ts'
import { ledgers } from '#rules/ledgers.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { selectVisibleClients } from '#server/domain/visibility.ts'
import { localDaySql } from '#server/reports/local-time-column.ts'
import { composeNotice } from './compose-notice.ts'
import { buildNoticeFactsSql, findSkipReason } from './notice-facts.ts'

type NoticeScope = { seen: RawBuilder<unknown>; clientId: string | null; day: string; prefix: Prefix }

/** What such a notice would last have told of, as it would stand in the queue: of one client, or of any that the caller sees. */
const lastNoticeQueries: Record<contract.NoticeTopic, (scope: NoticeScope) => RawBuilder<unknown>> = {
  // In the order of an index: of captation for any client, of the accounts' lines for one.
  contribution: ({ seen, clientId }) => sql`
    select a.client_id, a.id as account_id, 'contribution'::notice_kind as kind, j.id as about_id, j.booking_date as about_on, -p.amount as amount
      from journal j
      join posting p on p.journal_id = j.id and p.ledger = ${sql.lit(ledgers.capital)}
      join account a on a.id = p.account_id
     where j.kind = 'contribution' and p.amount < 0 and j.reverses_id is null and a.client_id in (${seen})
       and (a.client_id = ${clientId}::bigint or (${clientId}::bigint is null and j.credited_to is not null))
     order by j.booking_date desc, j.id desc limit 1`,
  maturity: ({ seen, clientId, day }) => sql`
    select a.client_id, a.id as account_id, 'maturity_30'::notice_kind as kind, a.id as about_id, a.expires_on as about_on, null::numeric as amount
      from account a
     where a.status = 'active' and a.expires_on > ${day}::date and a.client_id in (${seen})
       and (${clientId}::bigint is null or a.client_id = ${clientId}::bigint)
     order by a.expires_on, a.id limit 1`,
  payment: ({ seen, clientId, prefix }) => sql`
    select o.client_id, o.account_id, 'payment'::notice_kind as kind, o.id as about_id, ${localDaySql({ prefix }, 'o.requested_at')}::date as about_on, o.amount
      from payment_order o
     where o.state in ('sent', 'paid') and o.client_id in (${seen})
       and (${clientId}::bigint is null or o.client_id = ${clientId}::bigint)
     order by o.requested_at desc, o.id desc limit 1`,
}

/** What a real client would be told, and whether; nothing is written or sent. 404 for a client outside of the caller's scope. */
export const previewNotice = async (
  ctx: Ctx,
  { params: { topic }, query: { client } }: ParsedRequest<typeof contract.previewNotice>,
): Promise<ResponseBody<typeof contract.previewNotice>> => {
  const mine = selectVisibleClients(ctx).select('c.clientId')
  if (client && !(await mine.where('c.clientId', '=', client).executeTakeFirst())) throw buildRefusal('notFound')
  const last = lastNoticeQueries[topic]({
    seen: sql`${mine}`,
    clientId: client ?? null,
    day: ctx.businessDate,
    prefix: ctx.prefix,
  })
  const { rows } = await buildNoticeFactsSql(last).execute(ctx.db)
  const [facts] = rows
  if (!facts) return { preview: null }
  const { clientName, clientCvl, email } = facts
  const { subject, text } = composeNotice(facts, ctx.prefix)
  const skipped = findSkipReason(facts, contract.noticeTopics)
  return { preview: { clientName, clientCvl, recipient: email, skipped, subject, text } }
}
