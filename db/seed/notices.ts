import type { Client } from 'pg'
import { toIsoDate } from '#rules/calendar.ts'
import { ledgers } from '#rules/ledgers.ts'
import type { SeedFirm } from './firm.ts'
import type { DemoSignIn } from './sign-ins.ts'

/** The newest contributions of the demo's manager: told by e-mail an hour after they were booked, but one that bounced and whoever has no address. */
const insertNoticesSql = `
  insert into client_notice (client_id, account_id, kind, about_id, about_on, amount, state, reason, idioma, recipient, attempts, queued_at, sent_at)
  select n.client_id, n.account_id, 'contribution', n.id, n.booking_date, n.amount, s.state::notice_state,
         case s.state when 'failed' then 'EENVELOPE 550' when 'skipped' then 'noEmail' end, n.idioma, n.email, case s.state when 'failed' then 5 else 1 end,
         n.booking_date + time '09:30', case s.state when 'sent' then n.booking_date + time '09:30:02' end
    from (select a.client_id, a.id as account_id, j.id, j.booking_date, -p.amount as amount, c.email, c.idioma,
                 row_number() over (order by j.booking_date desc, j.id desc) as place
            from registry.app_user u
            join registry.membership m on m.user_id = u.id and m.prefix = current_schema()
            join employee e on e.cvl = m.cvl
            join journal j on j.credited_to = e.id and j.kind = 'contribution' and j.booking_date <= $2::date
            join posting p on p.journal_id = j.id and p.ledger = ${ledgers.capital}
            join account a on a.id = p.account_id
            join client c on c.id = a.client_id
           where u.email = $1 order by j.booking_date desc, j.id desc limit 8) n
   cross join lateral (select case when n.email is null then 'skipped' when n.place = 3 then 'failed' else 'sent' end as state) s
   order by n.booking_date, n.id`

/** What clients of the demo were told of their money. Contributions and payments are switched on; maturities wait for somebody to look at the example. */
export const addNotices = async (owner: Client, { today }: SeedFirm, signIns: readonly DemoSignIn[]): Promise<void> => {
  const manager = signIns.find(({ role }) => role === 'manager')
  if (!manager) return
  await owner.query(
    `insert into setting (key, value) values ('notices.on', '["contribution", "payment"]') on conflict do nothing`,
  )
  await owner.query(insertNoticesSql, [manager.email, toIsoDate(today)])
}
