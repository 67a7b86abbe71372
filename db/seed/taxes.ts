import type { Client } from 'pg'
import { type DayNumber, toCivilDate, toDayNumber, toIsoDate } from '#rules/calendar.ts'
import { nextWorkingDay } from '#rules/holidays.ts'
import { ledgers } from '#rules/ledgers.ts'
import { taxFormSql } from '#rules/tax-form.ts'
import type { SeedFirm } from './firm.ts'
import type { DemoSignIn } from './sign-ins.ts'
import { readWithholdingLaw } from './withholding.ts'

/** How often the firm files, the day of the next month until which it does, and what is written then. */
const filingRules: Record<SeedFirm['code'], { months: number; day: number; text: string; reason: string }> = {
  ES: { months: 3, day: 20, text: 'Retenciones ingresadas en Hacienda', reason: 'Declaración del trimestre' },
  PT: { months: 1, day: 20, text: 'Retenções entregues às Finanças', reason: 'Declaração do mês' },
  MX: { months: 1, day: 17, text: 'Retenciones enteradas al SAT', reason: 'Declaración del mes' },
}

type FilingPeriod = { from: DayNumber; to: DayNumber; paidOn: DayNumber }

/** The periods that were filed by today, with their first and last month, since something was withheld. */
const listFiledPeriods = ({ code, today }: SeedFirm, first: DayNumber): FilingPeriod[] => {
  const { months, day } = filingRules[code]
  const { year, month } = toCivilDate(first)
  const monthAt = (n: number): DayNumber => toDayNumber(year + Math.floor(n / 12), (n % 12) + 1, 1)
  const periods: FilingPeriod[] = []
  for (let n = month - 1 - ((month - 1) % months); ; n += months) {
    const paidOn = nextWorkingDay(code, monthAt(n + months) + day - 1)
    if (paidOn > today) return periods
    periods.push({ from: monthAt(n), to: monthAt(n + months - 1), paidOn })
  }
}

/**
 * What was withheld, paid to the authority by form and period, as the journals by hand of one person and another's word that the product makes of
 * it: all in one statement, for of a large firm there are millions of parts.
 */
const buildTaxPaymentsSql = (form: string): string => `
  with declared as materialized (
    select ${form} as form, date_trunc('month', w.booked_on)::date as month, sum(w.amount) as amount
      from withholding_part w
      join account on account.id = w.account_id
      join product on product.id = account.product_id
      join client on client.id = w.client_id
     group by 1, 2 having sum(w.amount) > 0
  ), due as (
    select p.*, t.*, row_number() over (partition by p.paid_on, t.form order by t.month) as line
      from unnest($1::date[], $2::date[], $3::date[]) as p (from_month, to_month, paid_on)
      join declared t on t.month between p.from_month and p.to_month
  ), returns as materialized (
    select paid_on, form, from_month, to_month, sum(amount) as amount, count(*) as months,
           'seed:tax:' || form || ':' || from_month as key,
           json_agg(json_build_object('ledger', 'tax_payable', 'side', 'debit', 'amount', amount::text, 'accountId', null,
                                      'tax', json_build_object('form', form, 'month', month)) order by month) as lines,
           json_object_agg(month, amount::text order by month) as debit
      from due group by paid_on, form, from_month, to_month
  ), made as (
    insert into journal (kind, booking_date, value_date, recorded_at, lines, idempotency_key, request_hash, description, source, created_by)
    select 'adjustment', paid_on, paid_on, paid_on + time '11:20', months + 1, key, 'seed', $4, 'tax', $7 from returns order by paid_on, form
    returning id, idempotency_key
  ), placed as (
    select m.id, r.* from made m join returns r on r.key = m.idempotency_key
  ), legs as (
    insert into posting (journal_id, line, ledger, amount, booking_date)
    select p.id, d.line, ${ledgers.taxPayable}, d.amount, p.paid_on from placed p join due d using (paid_on, form)
    union all select id, months + 1, ${ledgers.bank}, -amount, paid_on from placed order by 1, 2
  ), noted as (
    insert into tax_line (journal_id, form, month, booked_on, amount, payment)
    select p.id, d.form, d.month, p.paid_on, -d.amount, true from placed p join due d using (paid_on, form) order by 1, 3
  ), agreed as (
    insert into approval (task, entity, entity_id, params, after, payload, reason, state, made_by, made_at, expires_at, decided_by, decided_at)
    select 'entry', 'journal', id, jsonb_build_object('tax', form, 'from', from_month, 'to', to_month, 'amount', amount::text),
           jsonb_build_object('description', $4::text, 'bookingDate', paid_on, 'valueDate', paid_on,
                              'debit', jsonb_build_object('tax_payable', jsonb_build_object(form, debit)), 'credit', jsonb_build_object('bank', amount::text)),
           jsonb_build_object('key', key, 'hash', 'seed', 'entry', jsonb_build_object(
             'source', 'tax', 'kind', 'adjustment', 'bookingDate', paid_on, 'valueDate', paid_on, 'description', $4::text,
             'lines', lines::jsonb || jsonb_build_object('ledger', 'bank', 'side', 'credit', 'amount', amount::text, 'accountId', null, 'tax', null))),
           $5, 'approved', $6, paid_on + time '09:40', paid_on + time '09:40' + interval '14 days', $7, paid_on + time '11:20'
      from placed order by paid_on, form
  )
  select count(*)::integer as n from made`

/** All that a firm owes which files in time: what it withheld since the last period that was due. Answers how many journals paid the rest. */
export const addTaxPayments = async (
  owner: Client,
  firm: SeedFirm,
  signIns: readonly DemoSignIn[],
): Promise<number> => {
  const { rows } = await owner.query<{ day: number | null }>(
    `select min(booked_on) - date '1970-01-01' as day from withholding_part`,
  )
  const first = rows[0]!.day
  if (first === null) return 0
  const { payer } = await readWithholdingLaw(owner)
  const idOf = async (role: 'admin' | 'direction') => {
    const email = signIns.find((one) => one.role === role)?.email
    const found = await owner.query<{ id: string }>('select id from registry.app_user where email = $1', [email])
    return found.rows[0]?.id
  }
  const { text, reason } = filingRules[firm.code]
  const periods = listFiledPeriods(firm, first)
  const days = (key: keyof FilingPeriod) => periods.map((one) => toIsoDate(one[key]))
  const { rows: made } = await owner.query<{ n: number }>(buildTaxPaymentsSql(taxFormSql(firm.code, payer)), [
    days('from'),
    days('to'),
    days('paidOn'),
    text,
    reason,
    await idOf('admin'),
    await idOf('direction'),
  ])
  return made[0]!.n
}
