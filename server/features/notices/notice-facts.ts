import { type RawBuilder, sql } from 'kysely'
import type { NoticeKind, NoticeSkipReason, NoticeTopic } from '#contract/notices.ts'
import type { PaymentKind } from '#contract/payments.ts'
import type { MaturityInstruction } from '#db/types.ts'
import { naturalNameSql } from '#server/core/person-name.ts'
import { isEmailAddress } from '#server/domain/email-address.ts'
import { firmAccountKey } from '#server/domain/firm-account.ts'

/** All that a notice may say, and all that may keep it from being sent. */
export type NoticeFacts = {
  kind: NoticeKind
  aboutOn: string
  amount: string | null
  /** What the bank pays of it, where that is in another currency. */
  payAmount: string | null
  payCurrency: string | null
  clientId: string
  clientName: string
  clientCvl: string
  email: string | null
  idioma: string
  blocked: boolean
  withdrawn: boolean
  accountNumber: string
  productName: string
  balance: string
  /** Of a contribution, the day from which it earns. */
  valueDate: string | null
  paymentKind: PaymentKind | null
  instruction: MaturityInstruction
  /** The client's own, not the product's. */
  instructed: boolean
  nextProduct: string | null
  bankAccount: string | null
  managerName: string | null
  managerPhone: string | null
  managerEmail: string | null
  firm: string | null
  /** What it tells of isn't so any more. */
  over: boolean
}

/** The facts of notices that are written down, or could be: `n` has the columns of client_notice that say what it is about. */
export const buildNoticeFactsSql = (n: RawBuilder<unknown>) => sql<NoticeFacts>`
  select n.kind, n.about_on as "aboutOn", n.amount::text as amount, o.pay_amount::text as "payAmount",
         (select t.pay_currency from payment_batch t where t.id = o.batch_id and o.pay_amount is not null) as "payCurrency", c.id::text as "clientId",
         ${naturalNameSql('c')} as "clientName", c.cvl as "clientCvl", c.email, c.idioma,
         c.block_kind is not null as blocked, (c.lopd_status = 'withdrawn' or c.restricted_at is not null) as withdrawn,
         a.number as "accountNumber", p.name as "productName", b.balance::text as balance,
         j.value_date as "valueDate", o.kind as "paymentKind",
         coalesce(a.instruction, p.default_instruction) as instruction, a.instruction is not null as instructed,
         (select q.name from product q where q.id = a.transfer_product_id) as "nextProduct",
         (select k.number from client_bank_account k where k.id = coalesce(o.bank_account_id,
           (select x.id from client_bank_account x where x.client_id = c.id and x.is_default))) as "bankAccount",
         ${naturalNameSql('e')} as "managerName", e.phone as "managerPhone", e.email as "managerEmail",
         (select value ->> 'name' from setting where key = ${firmAccountKey}) as firm,
         case n.kind when 'contribution' then exists (select from journal r where r.reverses_id = n.about_id)
                     when 'payment' then o.state not in ('sent', 'paid')
                     else a.status <> 'active' or a.expires_on is distinct from n.about_on end as over
    from (${n}) n
    join client c on c.id = n.client_id
    join account a on a.id = n.account_id
    join product p on p.id = a.product_id
    join account_balance b on b.account_id = a.id
    left join journal j on n.kind = 'contribution' and j.id = n.about_id
    left join payment_order o on n.kind = 'payment' and o.id = n.about_id
    left join client_list l on l.client_id = c.id
    left join employee e on e.id = l.manager_id`

export const getNoticeTopic = (kind: NoticeKind): NoticeTopic =>
  kind === 'maturity_30' || kind === 'maturity_7' ? 'maturity' : kind

/** Why it isn't sent; null where it is. */
export const findSkipReason = (facts: NoticeFacts, enabledTopics: readonly NoticeTopic[]): NoticeSkipReason | null => {
  if (!enabledTopics.includes(getNoticeTopic(facts.kind))) return 'off'
  if (facts.over) return 'over'
  if (facts.blocked) return 'blocked'
  if (facts.withdrawn) return 'withdrawn'
  if (!facts.email) return 'noEmail'
  return isEmailAddress(facts.email) ? null : 'badEmail'
}
