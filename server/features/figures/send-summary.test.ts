import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { idempotencyKeyHeader } from '#contract/core/endpoint.ts'
import { listSummaryReceivers, sendDailySummary } from '#contract/figures/summary-mail.ts'
import type { OutgoingMail } from '#server/core/mail/mail-transport.ts'
import { secretBox } from '#server/core/secret-box.ts'
import { createTestTenant } from '#test/harness/tenant.ts'
import { sendSummaryMails } from './send-summary-mails.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>

/** Today is 2026-06-15. */
let t: Tenant
const staff = {} as Record<'superior' | 'manager' | 'second', { id: string; cvl: string }>
const callers = {} as Record<'superior' | 'manager' | 'second', Caller>
const sent: OutgoingMail[] = []
let fails = false

beforeAll(async () => {
  t = await createTestTenant('dino')
  const { make } = t
  staff.superior = await make.employee({ position: 'supervisor' })
  staff.manager = await make.employee({ supervisorId: staff.superior.id })
  staff.second = await make.employee({ supervisorId: staff.superior.id })
  const product = await make.product()
  const deposit = async (managerId: string, amount: string) => {
    const client = await make.client({ surname: 'Secreta', staff: { manager: managerId } })
    const { id } = await make.account({ clientId: client.id, productId: product.id })
    await make.movement(id, amount, 'contribution', '2026-06-15')
    await make.refresh(client.id)
  }
  await deposit(staff.manager.id, '1000.00')
  await deposit(staff.second.id, '234.50')
  callers.superior = await t.as('supervisor', staff.superior.cvl)
  callers.manager = await t.as('manager', staff.manager.cvl)
  callers.second = await t.as('manager', staff.second.cvl)
})
afterAll(() => t?.drop())
beforeEach(async () => {
  sent.length = 0
  fails = false
  await t.owner.query('truncate dino.summary_mail')
})

const deliverDue = (at = '2026-06-15T15:00:00Z') => {
  const clock = () => Date.parse(at)
  const deliver = async (mail: OutgoingMail) => {
    if (fails) throw new Error('no mail today')
    sent.push(mail)
  }
  const mail = {
    access: t.tenants.signIn(),
    secretBox: secretBox(t.secret, 'mail'),
    clock,
    deliver,
    onFailure: () => {},
  }
  const deps = { tenant: t.tenants.of('dino'), prefix: 'dino' as const, today: '2026-06-15', clock, mail }
  return sendSummaryMails({ ...deps, publicUrl: 'https://crm.example' }, new AbortController().signal)
}

let wishes = 0
const send = (caller: Caller, body: Partial<Parameters<typeof buildBody>[0]> = {}, key = `one-wish-${++wishes}`) =>
  t.callerWith(caller.token, { [idempotencyKeyHeader]: key }).call(sendDailySummary, { body: buildBody(body) })
const buildBody = (given: {
  receivers?: string[]
  of?: string | null
  view?: 'individual' | 'team'
  day?: string
}) => ({
  day: '2026-06-15',
  of: null,
  view: 'individual' as const,
  receivers: [],
  ...given,
})

const listReceivers = async (caller: Caller) => (await caller.call(listSummaryReceivers, {})).receivers

describe('the summary of a day by e-mail', () => {
  test('offers oneself and those above, and nobody beside or below', async () => {
    expect((await listReceivers(callers.manager)).map(({ isSelf }) => isSelf)).toEqual([true, false])
    expect((await listReceivers(callers.superior)).map(({ isSelf }) => isSelf)).toEqual([true])
  })

  test('each receiver gets what they see themselves, in sums without names', async () => {
    const receivers = (await listReceivers(callers.manager)).map(({ id }) => id)
    expect(await send(callers.manager, { receivers })).toEqual({ queued: 2 })
    await deliverDue()
    const textOf = ({ email }: Caller) => sent.find(({ recipient }) => recipient === email)!.text
    expect(sent).toHaveLength(2)
    expect(textOf(callers.manager)).toMatch(/Entradas: 1 · 1\.000,00/)
    expect(textOf(callers.superior)).toMatch(/Entradas: 2 · 1\.234,50/)
    expect(textOf(callers.superior)).toContain('https://crm.example/crm/ResumenDiario?day=2026-06-15')
    for (const { text, html } of sent) expect(text + html).not.toContain('Secreta')
  })

  test('each receiver reads it in their own language', async () => {
    await t.owner.query(
      `insert into registry.preference (user_id, language) values ($1, 'english') on conflict (user_id) do update set language = 'english'`,
      [callers.superior.userId],
    )
    const receivers = (await listReceivers(callers.manager)).map(({ id }) => id)
    await send(callers.manager, { receivers })
    await deliverDue()
    const textOf = ({ email }: Caller) => sent.find(({ recipient }) => recipient === email)!.text
    expect(textOf(callers.manager)).toContain('Entradas: 1 · 1.000,00')
    expect(textOf(callers.superior)).toContain('1,234.50')
    await t.owner.query('update registry.preference set language = null where user_id = $1', [callers.superior.userId])
  })

  test('a receiver who lost a right since gets nothing of what it was for', async () => {
    const receivers = (await listReceivers(callers.manager)).map(({ id }) => id)
    await send(callers.manager, { receivers })
    const { rows } = await t.owner.query<{ id: string }>(
      `insert into dino.person_rule (user_id, effect, module, action, valid_from, reason)
       values ($1, 'deny', 'bt_Clientes', 'view', '2026-01-01', 'a test') returning id`,
      [callers.superior.userId],
    )
    await deliverDue()
    const textOf = ({ email }: Caller) => sent.find(({ recipient }) => recipient === email)!.text
    expect(textOf(callers.manager)).toContain('Entradas')
    expect(textOf(callers.superior)).toContain('Llamadas')
    expect(textOf(callers.superior)).not.toMatch(/Entradas|Salidas|Cumplea|1\.000/)
    await t.owner.query('delete from dino.person_rule where id = $1', [rows[0]!.id])
  })

  test('a day that no figure knows is refused when it is sent', async () => {
    const [self] = await listReceivers(callers.manager)
    for (const day of ['0001-01-01', '9999-12-31', '2026-02-30'])
      await expect(send(callers.manager, { receivers: [self!.id], day })).rejects.toThrow('400')
  })

  test('the summary of a chosen person is refused to who does not see them', async () => {
    const [self] = await listReceivers(callers.superior)
    await send(callers.superior, { receivers: [self!.id], of: staff.second.id })
    await deliverDue()
    expect(sent[0]!.text).toMatch(/Entradas: 1 · 234,50/)
    await expect(send(callers.manager, { receivers: [], of: staff.second.id })).rejects.toThrow('400')
    const [own] = await listReceivers(callers.manager)
    await expect(send(callers.manager, { receivers: [own!.id], of: staff.second.id })).rejects.toThrow('404')
  })

  test('nobody else can be named', async () => {
    const [other] = await listReceivers(callers.second)
    await expect(send(callers.manager, { receivers: [other!.id] })).rejects.toThrow('404')
    await deliverDue()
    expect(sent).toEqual([])
  })

  test('a request sent twice goes out once, and is in the audit', async () => {
    const [self] = await listReceivers(callers.manager)
    await send(callers.manager, { receivers: [self!.id] }, 'the-same-wish')
    await send(callers.manager, { receivers: [self!.id] }, 'the-same-wish')
    await deliverDue()
    await deliverDue()
    expect(sent).toHaveLength(1)
    const { rows } = await t.owner.query<{ after: object }>(
      `select after from dino.audit_event where action = 'summary.sent' order by id desc limit 1`,
    )
    expect(rows[0]!.after).toEqual({ day: '2026-06-15', toName: self!.name })
  })

  test('one whose receiver may no longer see summaries is not sent', async () => {
    const [self] = await listReceivers(callers.second)
    await send(callers.second, { receivers: [self!.id] })
    await t.owner.query(
      `insert into dino.person_rule (user_id, effect, module, action, valid_from, reason)
       values ($1, 'deny', 'bt_ResumenDiario', 'view', '2026-06-01', 'a test')`,
      [self!.id],
    )
    await deliverDue()
    expect(sent).toEqual([])
  })

  test('one that failed is tried again, and one whose receiver lost access never', async () => {
    const [self] = await listReceivers(callers.manager)
    await send(callers.manager, { receivers: [self!.id] })
    fails = true
    await deliverDue()
    fails = false
    await deliverDue('2026-06-15T15:01:00Z')
    expect(sent).toHaveLength(1)
    await send(callers.manager, { receivers: [self!.id] })
    await t.owner.query(`update registry.membership set ended_at = '2026-06-15T15:01:30Z' where user_id = $1`, [
      self!.id,
    ])
    await deliverDue('2026-06-15T15:02:00Z')
    expect(sent).toHaveLength(1)
    const { rows } = await t.owner.query(`select count(failed_at)::int as failed from dino.summary_mail`)
    expect(rows).toEqual([{ failed: 1 }])
    await t.owner.query('update registry.membership set ended_at = null where user_id = $1', [self!.id])
  })
})
