import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listClients } from '#contract/clients.ts'
import { printInfoForm, withdrawInfoForm } from '#contract/info-forms.ts'
import { getClientTimeline } from '#contract/timeline.ts'
import { readPdf } from '#test/harness/read-pdf.ts'
import { completeContent, createInfoFormFirm, findRefusal, type InfoFormFirm } from './test-info-forms.ts'

let firm: InfoFormFirm
let clientId: string
beforeAll(async () => {
  firm = await createInfoFormFirm()
})
afterAll(() => firm.close())
beforeEach(async () => {
  await firm.reset()
  clientId = (await firm.createClient()).id
})

const withdraw = () => firm.manager.call(withdrawInfoForm, { params: { clientId }, body: {} })
const findAudited = async () =>
  (
    await firm.t.owner.query<{ action: string; after: unknown }>(
      `select action, after from dino.audit_event where entity_id = $1 and action like 'infoForm%' order by id`,
      [clientId],
    )
  ).rows
const findListed = async (form: string) =>
  (await firm.manager.call(listClients.page, { query: { form } })).rows.map(({ id }) => id)

describe('versions of a form', () => {
  test('keeps a draft, completes it, and begins the next version from it', async () => {
    expect(await firm.fetchForm(clientId)).toMatchObject({
      status: 'missing',
      statusOn: null,
      version: 0,
      versions: [],
    })
    expect(await firm.save(clientId, { profession: 'Médica' })).toEqual({ version: 1, status: 'draft' })
    expect(await firm.save(clientId, completeContent, { completes: true })).toEqual({ version: 2, status: 'complete' })
    expect(await firm.fetchForm(clientId)).toMatchObject({
      status: 'complete',
      statusOn: '2026-06-15',
      versions: [{ state: 'complete', content: completeContent, completedByName: firm.manager.username }],
    })
    // The complete one counts until the next one is complete.
    expect(await firm.save(clientId, { ...completeContent, children: 3 })).toEqual({ version: 3, status: 'complete' })
    const { versions } = await firm.fetchForm(clientId)
    expect(versions).toMatchObject([
      { state: 'draft', content: { children: 3 } },
      { state: 'complete', content: { children: 2 } },
    ])
    expect(await findAudited()).toEqual([
      { action: 'infoForm.changed', after: { fields: ['profession'], form: 'draft' } },
      expect.objectContaining({ action: 'infoForm.completed' }),
      { action: 'infoForm.changed', after: { fields: ['children'], form: 'complete' } },
    ])
  })

  test('refuses to complete a form that lacks required fields', async () => {
    const refused = await firm.save(clientId, { profession: 'Médica' }, { completes: true }).catch((error) => error)
    expect(refused).toMatchObject({
      code: 'infoForm.incomplete',
      fields: {
        employmentStatus: 'required',
        recurringExpenses: 'required',
        hasEmergencyFund: 'required',
        ownsRealEstate: 'required',
        children: 'required',
      },
    })
    expect((await firm.fetchForm(clientId)).versions).toEqual([])
  })

  test('refuses what a company lacks, and amounts without their yes', async () => {
    const company = (await firm.createClient({ kind: 'company' })).id
    const needed = { recurringExpenses: '0.00', hasEmergencyFund: false, ownsRealEstate: false }
    expect(await findRefusal(firm.save(company, { ...needed, children: 1 }))).toBe('request.invalid')
    expect(await firm.save(company, needed, { completes: true })).toMatchObject({ status: 'complete' })
    expect(await findRefusal(firm.save(clientId, { hasEmergencyFund: false, emergencyFund: '1.00' }))).toBe(
      'request.invalid',
    )
    expect(await findRefusal(firm.save(clientId, { recurringExpenses: '12,5' as never }))).toBe('request.invalid')
  })

  test('shows the second of two who save a form the conflict', async () => {
    const { version } = await firm.fetchForm(clientId)
    const outcomes = await Promise.all([
      findRefusal(firm.save(clientId, { hobbies: 'Vela' }, { version })),
      findRefusal(firm.save(clientId, { hobbies: 'Leer' }, { version })),
    ])
    expect(outcomes.sort()).toEqual(['conflict.changed', 'done'])
    expect((await firm.fetchForm(clientId)).versions).toHaveLength(1)
  })

  test('answers the same save once more as the first time, and writes it once', async () => {
    const complete = () => firm.save(clientId, completeContent, { completes: true, version: 0 })
    expect(await Promise.all([complete(), complete()])).toEqual(Array(2).fill({ version: 1, status: 'complete' }))
    expect(await complete()).toEqual({ version: 1, status: 'complete' })
    expect((await firm.fetchForm(clientId)).versions).toHaveLength(1)
    expect(await findAudited()).toHaveLength(1)
    expect(await findRefusal(firm.save(clientId, completeContent, { version: 0 }))).toBe('conflict.changed')
    const admin = await firm.t.as('admin')
    const another = firm.save(clientId, completeContent, { completes: true, version: 0, caller: admin })
    expect(await findRefusal(another)).toBe('conflict.changed')
  })

  test('the database keeps a complete form and one open version', async () => {
    await firm.save(clientId, completeContent, { completes: true })
    await firm.save(clientId, completeContent)
    await expect(
      firm.t.db.updateTable('infoForm').set({ content: '{"children": 9}' }).where('state', '=', 'complete').execute(),
    ).rejects.toThrow('a complete form does not change')
    await expect(
      firm.t.owner.query(
        `insert into dino.info_form (client_id, state_on, content, created_by, created_at, changed_by, changed_at)
         values ($1, '2026-06-15', '{}', 1, now(), 1, now())`,
        [clientId],
      ),
    ).rejects.toThrow('info_form_open')
  })

  test('hides forms of clients out of scope and refuses those of relatives', async () => {
    const other = await firm.t.as('manager', (await firm.t.make.employee()).cvl)
    expect(await findRefusal(firm.fetchForm(clientId, other))).toBe('notFound')
    expect(await findRefusal(firm.save(clientId, {}, { caller: other }))).toBe('notFound')
    expect(await findRefusal(firm.send(clientId, { caller: other }))).toBe('notFound')
    await firm.t.owner.query(
      `insert into dino.declared_relative (employee_id, relative_client_id, relation) values ($1, $2, 'sibling')`,
      [firm.employee.id, clientId],
    )
    expect(await findRefusal(firm.save(clientId, {}))).toBe('approval.ownRecord')
    expect(await findRefusal(firm.send(clientId))).toBe('approval.ownRecord')
  })
})

describe('forms that are sent', () => {
  test('sends a form once for a key, and again for the next', async () => {
    const key = randomUUID()
    const [one, other] = await Promise.all([firm.send(clientId, { key }), firm.send(clientId, { key })])
    expect(one).toEqual(other)
    expect(await firm.fetchMails()).toHaveLength(1)
    expect(await firm.fetchForm(clientId)).toMatchObject({ status: 'sent', versions: [{ state: 'sent' }] })
    await firm.send(clientId)
    const { versions } = await firm.fetchForm(clientId)
    expect(versions[0]!.requests).toMatchObject([{ endedAt: null }, { endedAt: expect.any(String) }])
    const otherClient = (await firm.createClient()).id
    expect(await findRefusal(firm.send(otherClient, { key }))).toBe('idempotency.differentBody')
  })

  test('refuses to send without address and after death', async () => {
    for (const [change, code] of [
      [`email = null`, 'infoForm.noEmail'],
      [`email = 'a@b, c@d'`, 'infoForm.badEmail'],
      [`email = 'a@client.example', block_kind = 'death', block_reason = 'x'`, 'infoForm.deceased'],
    ]) {
      await firm.t.owner.query(`update dino.client set ${change} where id = $1`, [clientId])
      expect(await findRefusal(firm.send(clientId))).toBe(code)
    }
    expect((await firm.fetchForm(clientId)).barrier).toBe('deceased')
  })

  test('a withdrawn form is a draft again', async () => {
    expect(await findRefusal(withdraw())).toBe('infoForm.notSent')
    await firm.send(clientId)
    await withdraw()
    expect(await firm.fetchForm(clientId)).toMatchObject({ status: 'draft' })
    expect(await findRefusal(withdraw())).toBe('infoForm.notSent')
  })

  test('takes the chosen answers into the form, once', async () => {
    await firm.save(clientId, { ...completeContent, profession: 'Médica' }, { completes: true })
    await firm.sendAndAnswer(clientId, { profession: 'Cirujana', hasEmergencyFund: false, children: 3 })
    const form = await firm.fetchForm(clientId)
    const [request] = form.versions[0]!.requests
    expect(form).toMatchObject({
      status: 'answered',
      versions: [{ state: 'answered', content: { profession: 'Médica' } }, {}],
    })
    expect(request).toMatchObject({ answers: { profession: 'Cirujana', hobbies: null } })
    expect(await findRefusal(firm.save(clientId, completeContent, { completes: true }))).toBe('infoForm.unreviewed')
    expect(await findRefusal(firm.send(clientId))).toBe('infoForm.unreviewed')
    expect(await findRefusal(firm.review(clientId, request!.id, ['hobbies']))).toBe('request.invalid')
    const foreign = (await firm.createClient()).id
    expect(await findRefusal(firm.review(foreign, request!.id, []))).toBe('notFound')
    await firm.review(clientId, request!.id, ['profession', 'hasEmergencyFund'])
    expect(await findRefusal(firm.review(clientId, request!.id, ['children']))).toBe('infoForm.reviewed')
    const reviewed = await firm.fetchForm(clientId)
    expect(reviewed).toMatchObject({
      status: 'complete',
      versions: [
        {
          state: 'draft',
          content: { profession: 'Cirujana', hasEmergencyFund: false, emergencyFund: null, children: 2 },
        },
        { state: 'complete' },
      ],
    })
    expect(reviewed.versions[0]!.requests).toMatchObject([
      { answers: null, accepted: ['profession', 'hasEmergencyFund'], reviewedByName: firm.manager.username },
    ])
  })

  test('notifies the manager of an answer, and tells the timeline', async () => {
    await firm.sendAndAnswer(clientId, { hobbies: 'Vela' })
    const { rows } = await firm.t.owner.query(
      `select n.kind, n.link from registry.notification n join registry.app_user u on u.id = n.user_id
        where u.username = $1 and n.link = $2`,
      [firm.manager.username, `/clientes/${clientId}#info-form`],
    )
    expect(rows).toEqual([{ kind: 'infoForm.answered', link: `/clientes/${clientId}#info-form` }])
    const [request] = (await firm.fetchForm(clientId)).versions[0]!.requests
    await firm.review(clientId, request!.id, [])
    await firm.save(clientId, completeContent, { completes: true })
    const { entries } = await firm.manager.call(getClientTimeline, {
      params: { clientId },
      query: { kind: 'infoForm' },
    })
    expect(entries.map(({ what }) => what).sort()).toEqual(['answered', 'completed', 'sent'])
    expect(entries.find(({ what }) => what === 'sent')).toMatchObject({ personName: firm.manager.username })
  })
})

test('the client list is filtered by the state of the form', async () => {
  const complete = (await firm.createClient()).id
  await firm.save(complete, completeContent, { completes: true })
  await firm.send(clientId)
  expect(await findListed('sent')).toContain(clientId)
  expect(await findListed('complete')).toContain(complete)
  expect(await findListed('missing,draft')).not.toContain(complete)
  const { rows } = await firm.manager.call(listClients.page, { query: { form: 'complete' } })
  expect(rows.find(({ id }) => id === complete)).toMatchObject({ formStatus: 'complete', formOn: '2026-06-15' })
})

test('prints a version in the language of the client, within scope only', async () => {
  await firm.save(clientId, completeContent, { completes: true })
  const { versions } = await firm.fetchForm(clientId)
  const request = { params: { clientId, formId: versions[0]!.id } }
  const admin = await firm.t.as('admin')
  const answered = await admin.send(printInfoForm, request)
  const text = readPdf(answered.rawPayload).pages.flat().join(' ')
  for (const word of ['Ficha de información', 'Completa', 'Médica =1+1 <b>', '1.250,50', 'Sin contestar'].slice(0, 4))
    expect(text).toContain(word)
  const head = await firm.t.as('supervisor', (await firm.t.make.employee({ position: 'supervisor' })).cvl)
  expect((await head.send(printInfoForm, request)).statusCode).toBe(404)
  const foreign = (await firm.createClient()).id
  expect((await admin.send(printInfoForm, { params: { clientId: foreign, formId: versions[0]!.id } })).statusCode).toBe(
    404,
  )
})
