import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approveChangeRequest } from '#contract/approvals.ts'
import { addContribution } from '#contract/contributions.ts'
import { createEmployee } from '#contract/staff.ts'
import { createPaymentFixture, today } from '#server/features/payments/test-payments.ts'
import { readTableReads } from '#test/harness/rows-read.ts'

/** What is there beside the people and clients of the writes: first some, then ten times as much. */
const sizes = [300, 3000] as const
/** What a plan that reads a few rows more or less may differ by; a table that is read whole differs by thousands. */
const tolerance = 60
/** A plan made anew reads a hundred entries at the ends of an index, in one turn of four: that all do is a matter of one run in 60,000. */
const turns = 8

let fixture: Awaited<ReturnType<typeof createPaymentFixture>>
let hr: (typeof fixture)['who']
let places: Awaited<ReturnType<typeof fixture.accountWith>>[]
let filled = 0
beforeAll(async () => {
  fixture = await createPaymentFixture()
  await fixture.t.owner.query(`set search_path to dino, public`)
  hr = await fixture.t.as('hr')
  places = []
  for (let n = 0; n < 4; n++) places.push(await fixture.accountWith('10000.00'))
})
afterAll(() => fixture?.t.drop())

const codes = (letter: string) => `
  with made as (insert into cvl (code) select '${letter}' || lpad(n::text, 7, '0') from generate_series(5000001 + $1::int, 5000000 + $2::int) n returning code)`

/** Of each table that a write may read or write, rows of others: staff, clients, accounts, their money, requests and what was noted of all. */
const fillSteps = [
  `${codes('E')}
  insert into employee (cvl, name, surname, position, office_id, email, supervisor_id)
  select code, 'Otra', 'Persona ' || code, 'advisor', (select max(id) from office), code || '@firm.example',
         (select min(id) from employee where surname like 'Persona %') from made`,
  `${codes('M')}
  insert into client (cvl, name, surname, country, registered_on, zone_id)
  select code, 'Otro', 'Cliente ' || code, 'ES', '2024-01-15', (select max(id) from zone) from made`,
  `insert into client_search (client_id, name_text, cvl_text, email_text, phone_text, identity_text, bank_text)
  select id, lower(surname || ' ' || name), lower(cvl), '', '', '', '' from client c
   where not exists (select from client_search s where s.client_id = c.id)`,
  `insert into account (number, product_id, client_id, status, opened_on, zone_id, office_id)
  select 'OTHER-' || c.id, (select max(id) from product), c.id, 'active', '2024-02-01', c.zone_id, (select max(id) from office) from client c
   where c.surname like 'Cliente %' and not exists (select from account a where a.client_id = c.id)`,
  `insert into account_holder (account_id, client_id, role, share)
  select a.id, a.client_id, 'primary', 100 from account a where not exists (select from account_holder h where h.account_id = a.id)`,
  `insert into client_bank_account (client_id, number, known_since)
  select c.id, 'ES9121000418450200051332', '2024-01-15T09:00:00Z' from client c
   where c.surname like 'Cliente %' and not exists (select from client_bank_account k where k.client_id = c.id)`,
  `select post_movements(array_agg(a.id), array_agg('contribution'::movement_kind), array_agg(1000.00), array_agg(date '2026-01-02'), array_agg(date '2026-01-02'),
    array_agg('growth:account:' || a.id), array_agg('other'::text), array_agg(null::text), 'test')
    from account a join account_balance b on b.account_id = a.id where a.number like 'OTHER-%' and b.balance = 0`,
  `insert into payment_order (kind, client_id, account_id, amount, bank_account_id, reason, state, idempotency_key, request_hash, requested_by, requested_at)
  select 'withdrawal', a.client_id, a.id, 10, k.id, 'other', 'requested', 'growth:account:' || a.id, '', (select min(id) from registry.app_user), now()
    from account a join client_bank_account k on k.client_id = a.client_id
   where a.number like 'OTHER-%' and not exists (select from payment_order o where o.account_id = a.id)`,
  `insert into payment_step (order_id, step, state, at)
  select id, 1, 'requested', now() from payment_order o where not exists (select from payment_step s where s.order_id = o.id)`,
  `insert into approval (task, entity, entity_id, subject_client_id, params, payload, reason, guarded, made_by, made_at, expires_at)
  select 'withdrawal', 'payment', o.id, o.client_id, '{}', '{}', 'other', false, (select min(id) from registry.app_user), now(), now() + interval '9 days'
    from payment_order o where not exists (select from approval a where a.entity_id = o.id)`,
  `insert into audit_event (action, entity, entity_id) select 'other', 'other', n from generate_series($1::int, $2::int) n`,
  'select refresh_client_list()',
  'select fold_totals()',
]

const fillTo = async (size: number): Promise<void> => {
  const { owner } = fixture.t
  for (const step of fillSteps) await owner.query(step, step.includes('$1') ? [filled, size] : [])
  await owner.query('vacuum analyze')
  filled = size
}

const approvalOf = async (paymentId: string): Promise<string> => {
  const { rows } = await fixture.t.owner.query<{ id: string }>(
    'select approval_id::text as id from payment_order where id = $1',
    [paymentId],
  )
  return rows[0]!.id
}

/** Each write as its call, made ready by what comes before it and isn't counted. */
const writes: Record<string, () => Promise<() => Promise<unknown>>> = {
  'a contribution by hand': async () => () =>
    fixture.who.call(addContribution, {
      params: { clientId: places[0]!.clientId, accountId: places[0]!.accountId },
      body: { amount: '10.00', valueDate: today, reference: 'Transferencia de junio' },
    }),
  'an employee': async () => () =>
    hr.call(createEmployee, {
      body: {
        name: 'Iñaki',
        surname: 'Núñez',
        position: 'advisor',
        email: `${randomUUID()}@firm.example`,
        officeId: fixture.manager.officeId,
        supervisorId: fixture.head.id,
        reason: 'Lo ha pedido',
      },
    }),
  'a withdrawal request': async () => () => fixture.ask(places[1]!, '10.00'),
  'an approval': async () => {
    const approvalId = await approvalOf((await fixture.ask(places[2]!, '10.00')).paymentId)
    return () => fixture.superior.call(approveChangeRequest, { params: { approvalId }, body: {} })
  },
}

/** What each write reads of each table, by its name. */
const countReads = async (): Promise<Map<string, number>> => {
  const counted = new Map<string, number>()
  for (const [name, prepare] of Object.entries(writes)) {
    // Plans are made anew after the tables have grown: what that reads isn't counted.
    for (let turn = 0; turn < 2; turn++) await (await prepare())()
    const calls = []
    for (let turn = 0; turn < turns; turn++) calls.push(await prepare())
    for (const call of calls) {
      const before = await readTableReads(fixture.t)
      await call()
      for (const [table, { entries }] of await readTableReads(fixture.t)) {
        const key = `${name}: ${table}`
        // A connection that plans a statement anew reads the ends of its indexes too: the least of all turns is the write's own.
        counted.set(
          key,
          Math.min(counted.get(key) ?? Number.POSITIVE_INFINITY, entries - (before.get(table)?.entries ?? 0)),
        )
      }
    }
  }
  return counted
}

describe('what a write reads', () => {
  let few: Map<string, number>
  let many: Map<string, number>
  beforeAll(async () => {
    await fillTo(sizes[0])
    few = await countReads()
    await fillTo(sizes[1])
    many = await countReads()
  })

  test.each(Object.keys(writes))('%s reads no more of a table that is ten times as large', (name) => {
    const of = [...many].filter(([key]) => key.startsWith(`${name}: `))
    expect(of.some(([, reads]) => reads > 0)).toBe(true)
    const grown = of.flatMap(([key, reads]) =>
      reads > (few.get(key) ?? 0) + tolerance ? [`${key}: ${few.get(key) ?? 0} then ${reads}`] : [],
    )
    expect(grown).toEqual([])
  })
})
