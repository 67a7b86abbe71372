import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeClonedDatabases, openClonedDatabase, today } from './test-seeded-firm.ts'

let firm: Awaited<ReturnType<typeof openClonedDatabase>>
beforeAll(async () => {
  firm = await openClonedDatabase()
  await firm.seed('dino')
  await firm.rows('set search_path = dino, registry')
})
afterAll(closeClonedDatabases)

describe('the people who sign in to the demo', () => {
  it('the manager works with the partner, advisor and banker, under the supervisor', async () => {
    const [team] = await firm.rows(
      `with who as (select m.role, e.* from membership m join employee e on e.cvl = m.cvl where m.prefix = 'dino'),
            manager as (select * from who where role = 'manager')
       select (select supervisor_id from manager) = (select id from who where role = 'supervisor') as supervised,
              (select supervisor_id from who where role = 'partner') = (select supervisor_id from manager) as "partnerBeside",
              (select supervisor_id from who where role = 'advisor') = (select id from manager) as "advisorUnder",
              (select supervisor_id from who where role = 'banker') = (select id from manager) as "bankerUnder",
              (select count(*) > 5 from client_list c, manager where c.manager_id = manager.id) as "hasClients",
              exists (select from employee_team t, manager, who where t.supervisor_id = who.id and who.role = 'direction'
                        and t.employee_id = manager.id) as "underDirection"`,
    )
    expect(team).toEqual({
      supervised: true,
      partnerBeside: true,
      advisorUnder: true,
      bankerUnder: true,
      hasClients: true,
      underDirection: true,
    })
  })

  it('something of every state worth seeing is there', async () => {
    const [counts] = await firm.rows(
      `select (select count(*)::int from approval where task = 'withdrawal' and state = 'pending') as "withdrawalsWaiting",
              (select count(*)::int from payment_order o join approval a on a.id = o.approval_id and a.state = 'rejected'
                where o.state = 'rejected' and a.decided_by <> a.made_by) as rejected,
              (select count(*) > 0 from payment_order where state = 'approved') as "toSend",
              (select count(*) > 0 from payment_order where state = 'paid') as paid,
              (select count(*) > 0 from account where status = 'expired' and closed_on > $1::date - 7) as "maturedThisWeek",
              (select count(*) > 0 from account where status = 'pending') as "awaitingMoney",
              (select count(*) > 0 from account where status = 'canceled') as canceled,
              (select count(*)::int from approval where task = 'bankAccount' and state = 'pending') as "bankChanges",
              (select count(*) > 0 from client where block_kind is not null) as blocked,
              (select count(*) > 0 from payment_batch) as batches,
              (select count(*) > 0 from bank_entry where state = 'waiting') as "unassigned",
              (select count(*)::int from record_mention) as mentions, (select count(*)::int from record_assignment) as assignments`,
      [today],
    )
    expect(counts).toEqual({
      withdrawalsWaiting: 1,
      rejected: 1,
      toSend: true,
      paid: true,
      maturedThisWeek: true,
      awaitingMoney: true,
      canceled: true,
      bankChanges: 1,
      blocked: true,
      batches: true,
      unassigned: true,
      mentions: 1,
      assignments: 1,
    })
  })
})
