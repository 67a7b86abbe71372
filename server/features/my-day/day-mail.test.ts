import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createContact } from '#contract/contacts.ts'
import { createFollowUp } from '#contract/follow-ups.ts'
import { snoozeDayReasons } from '#contract/my-day.ts'
import { setPreferences } from '#contract/personal-area/preferences.ts'
import { allDayReasons, allTasks } from '#server/app.ts'
import type { OutgoingMail } from '#server/core/mail/mail-transport.ts'
import { secretBox } from '#server/core/secret-box.ts'
import { createTestTenant } from '#test/harness/tenant.ts'
import { sendDayMails } from './send-day-mails.ts'

type Caller = Awaited<ReturnType<(typeof t)['as']>>
let t: Awaited<ReturnType<typeof createTestTenant>>
let manager: Caller
let colleague: Caller
let ownerId: string
const sent: OutgoingMail[] = []
const failures: string[] = []
let fails = false

beforeAll(async () => {
  t = await createTestTenant('dino')
  const employee = await t.make.employee()
  ownerId = employee.id
  manager = await t.as('manager', employee.cvl)
  colleague = await t.as('manager', (await t.make.employee()).cvl)
})
afterAll(() => t.drop())
beforeEach(async () => {
  sent.length = 0
  failures.length = 0
  fails = false
  await t.owner.query(
    'truncate dino.day_mail, dino.day_snooze, dino.follow_up, dino.contact, dino.contact_tally cascade',
  )
  await manager.call(setPreferences, { body: { dayMail: true, language: null } })
})

const follow = async (dueOn: string, subject = 'Enviar la propuesta'): Promise<string> => {
  const { id } = await manager.call(createContact, {
    body: { name: 'Marta', surname: 'Ruiz', phone: '+34600000001', ownerId, isSomebodyElse: true },
  })
  const { id: followUpId } = await manager.call(createFollowUp, {
    body: {
      contactId: id,
      clientId: null,
      subject,
      note: '',
      dueOn,
      priority: 'normal',
      amount: '1234.00',
      ownerId: null,
    },
  })
  return followUpId
}

/** Monday, 15 June, at nine in Madrid, unless it says otherwise. */
const morning = (at = '2026-06-15T07:00:00Z', today = at.slice(0, 10)) => {
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
    onFailure: ({ reason }: { reason: string }) => failures.push(reason),
  }
  const deps = {
    tenant: t.tenants.of('dino'),
    prefix: 'dino' as const,
    today,
    clock,
    mail,
    publicUrl: 'https://crm.example',
  }
  return sendDayMails({ ...deps, tasks: allTasks, dayReasons: allDayReasons }, new AbortController().signal)
}

describe('the day by e-mail', () => {
  test('tells whoever wants it what there is to do, once a day', async () => {
    await follow('2026-06-12')
    await morning()
    await morning('2026-06-15T08:00:00Z')
    expect(sent).toHaveLength(1)
    const [mail] = sent
    expect(mail).toMatchObject({ recipient: manager.email, subject: 'Tu día: 1 por hacer' })
    expect(mail!.text).toContain('Ruiz, Marta: Enviar la propuesta · venció el 12/06/2026')
    expect(mail!.text).toContain('https://crm.example/crm/MiDia')
    expect(mail!.text).not.toMatch(/1\.?234|600000001/)
  })

  test('writes in the language that the person reads', async () => {
    await follow('2026-06-15')
    await manager.call(setPreferences, { body: { language: 'english' } })
    await morning()
    expect(sent[0]!.subject).toBe('Your day: 1 to do')
    expect(sent[0]!.text).toContain('due today')
  })

  test('says nothing to who has nothing to do, or has not asked for it', async () => {
    await follow('2026-06-16')
    await morning()
    expect(sent).toEqual([])
    await follow('2026-06-15')
    await manager.call(setPreferences, { body: { dayMail: false } })
    await t.owner.query('truncate dino.day_mail')
    await morning()
    expect(sent).toEqual([])
  })

  test.each([
    ['before seven', '2026-06-15T04:30:00Z', '2026-06-15'],
    ['in the afternoon', '2026-06-15T12:00:00Z', '2026-06-15'],
    ['on a Sunday', '2026-06-14T07:00:00Z', '2026-06-14'],
  ])('%s nothing is sent', async (_when, at, today) => {
    await follow('2026-06-10')
    await morning(at, today)
    expect(sent).toEqual([])
  })

  test('what was put off is not in it, and nobody hears of another’s day', async () => {
    const id = await follow('2026-06-15')
    await manager.call(snoozeDayReasons, { body: { keys: [`followUp:${id}`], until: '2026-06-20' } })
    await colleague.call(setPreferences, { body: { dayMail: true } })
    await morning()
    expect(sent).toEqual([])
  })

  test('one that failed is tried again', async () => {
    await follow('2026-06-15')
    fails = true
    await morning()
    expect([sent.length, failures.length]).toEqual([0, 1])
    fails = false
    await morning('2026-06-15T07:05:00Z')
    expect(sent).toHaveLength(1)
  })

  test('one of yesterday that failed is not sent today', async () => {
    await follow('2026-06-15')
    fails = true
    await morning()
    fails = false
    await morning('2026-06-16T07:00:00Z')
    expect(sent).toHaveLength(1)
  })
})
