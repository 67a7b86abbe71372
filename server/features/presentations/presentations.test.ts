import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getClient } from '#contract/clients/client.ts'
import { idempotencyKeyHeader } from '#contract/core/endpoint.ts'
import {
  changePresentation,
  changePresentationTemplate,
  createPresentation,
  exportPresentationSlides,
  getPresentation,
  getPresentationTemplate,
  listPresentations,
  makePresentationVersion,
  type PresentationDraft,
  presentationParts,
  printPresentation,
  projectProposal,
  sendPresentation,
} from '#contract/presentations.ts'
import { projectStudy, type StudyVariant } from '#contract/product-studies.ts'
import { getValueFormatter } from '#server/reports/value-formatter.ts'
import { findPresentationFaults } from '#test/harness/pptx-structure.ts'
import { readPdf } from '#test/harness/read-pdf.ts'
import { readSlides } from '#test/harness/read-pptx.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
let t: Tenant
let admin: Awaited<ReturnType<Tenant['as']>>
let productId: string
beforeAll(async () => {
  t = await createTestTenant('dino')
  admin = await t.as('admin')
  const product = {
    code: 'EVAS-24',
    name: 'Evas 24 meses',
    family: 'fixed_term' as const,
    dayCount: '30E/360' as const,
    termMonths: 24,
    payout: 'yearly' as const,
    capitalised: false,
    onSale: true,
  }
  const made = await t.db.insertInto('product').values(product).returning('id').executeTakeFirstOrThrow()
  productId = made.id
  await t.db
    .insertInto('productRate')
    .values({ productId, validFrom: '2026-01-01', termMonths: 24, minAmount: '0.00', rate: '4.000000' })
    .execute()
})
afterAll(() => t.drop())

const { money } = getValueFormatter('spanish', 'Europe/Madrid')
const buildAccount = (some: Partial<StudyVariant> = {}): StudyVariant => ({
  productId,
  amount: '10000.00',
  months: 24,
  rate: null,
  extraRate: '0.000000',
  ...some,
})
const buildDraft = (some: Partial<PresentationDraft> = {}): PresentationDraft => ({
  title: 'Propuesta R2',
  message: 'Gracias por su tiempo.',
  parts: [...presentationParts],
  startsOn: null,
  accounts: [buildAccount()],
  ...some,
})

const createPresentationOf = async (clientId: string, draft = buildDraft()) => {
  const params = { clientId }
  const { id: presentationId } = await admin.call(createPresentation, { params, body: { title: 'Propuesta R2' } })
  const key = { clientId, presentationId }
  await admin.call(changePresentation, { params: key, body: { ...draft, version: 1 } })
  return key
}
const makeVersionOf = async (clientId: string, draft = buildDraft()) => {
  const key = await createPresentationOf(clientId, draft)
  const made = await admin.call(makePresentationVersion, { params: key, body: { version: 2 } })
  return { ...key, versionId: made.id }
}
const readVersion = async (params: { clientId: string; presentationId: string; versionId: string }) => {
  const pdf = await admin.send(printPresentation, { params })
  const pptx = await admin.send(exportPresentationSlides, { params })
  expect([pdf.statusCode, pptx.statusCode]).toEqual([200, 200])
  return { texts: readPdf(pdf.rawPayload).pages.flat(), slides: readSlides(pptx.rawPayload), pptx: pptx.rawPayload }
}

describe('presentations', () => {
  test('a version equals page and study, as PDF and as slides', async () => {
    const client = await t.make.client({ name: 'Eva', surname: 'Dávila', checked: true })
    const account = await t.make.account({ clientId: client.id, rate: '3.000000' })
    await t.make.movement(account.id, '12345.67')
    const { texts, slides, pptx } = await readVersion(await makeVersionOf(client.id))
    const page = await admin.call(getClient, { params: { clientId: client.id } })
    const { variants } = await admin.call(projectStudy, { body: { variants: [buildAccount()] } })
    const { totalEarned, finalAmount } = variants[0]!.projection!
    expect(totalEarned).toBe('800.00')
    const figures = [page.capital, page.balance, '10000.00', totalEarned, finalAmount].map(money)
    expect(texts).toEqual(expect.arrayContaining(figures))
    expect(slides.flat()).toEqual(expect.arrayContaining(figures))
    expect(slides[0]).toEqual(expect.arrayContaining(['Propuesta R2']))
    expect(slides.flat()).toContain('Evas 24 meses')
    expect(findPresentationFaults(pptx)).toEqual([])
  })

  test('a version stays as it was made, whatever changes later', async () => {
    const client = await t.make.client({ checked: true })
    const version = await makeVersionOf(client.id)
    const before = await readVersion(version)
    await admin.call(changePresentation, {
      params: version,
      body: { ...buildDraft({ message: 'Otro mensaje', accounts: [buildAccount({ amount: '777.00' })] }), version: 2 },
    })
    await t.owner.query(`update dino.client set name = 'Otro' where id = $1`, [client.id])
    const after = await readVersion(version)
    expect(after.slides).toEqual(before.slides)
    expect(after.texts).toEqual(before.texts)
    await expect(t.owner.query(`update dino.presentation_version set number = 9`)).rejects.toThrow()
    const { presentations } = await admin.call(listPresentations, { params: { clientId: client.id } })
    expect(presentations).toMatchObject([{ title: 'Propuesta R2', accounts: 1, versions: [{ number: 1 }] }])
  })

  test('refuses to prepare a presentation without the consent to information', async () => {
    const client = await t.make.client()
    const params = { clientId: client.id }
    const refused = { status: 409, code: 'client.lopd' }
    await expect(admin.call(createPresentation, { params, body: { title: 'R2' } })).rejects.toMatchObject(refused)
    const signed = await t.make.client({ checked: true })
    const key = await createPresentationOf(signed.id)
    await t.owner.query(`update dino.client set lopd_status = 'withdrawn' where id = $1`, [signed.id])
    const body = { ...buildDraft(), version: 2 }
    await expect(admin.call(changePresentation, { params: key, body })).rejects.toMatchObject(refused)
    await expect(admin.call(makePresentationVersion, { params: key, body: { version: 2 } })).rejects.toMatchObject(
      refused,
    )
    expect(await admin.call(getPresentation, { params: key })).toMatchObject({ isConsentGiven: false })
  })

  test('refuses a version without accounts, or without a rate', async () => {
    const client = await t.make.client({ checked: true })
    const empty = await createPresentationOf(client.id, buildDraft({ accounts: [] }))
    const make = (params: typeof empty) => admin.call(makePresentationVersion, { params, body: { version: 2 } })
    await expect(make(empty)).rejects.toMatchObject({ status: 409, code: 'presentation.noAccounts' })
    const { id } = await t.db
      .insertInto('product')
      .values({ code: 'NORATE', name: 'Sin tarifa', family: 'fixed_term', dayCount: '30E/360', payout: 'yearly' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const unpriced = await createPresentationOf(client.id, buildDraft({ accounts: [buildAccount({ productId: id })] }))
    await expect(make(unpriced)).rejects.toMatchObject({ status: 409, code: 'presentation.noRate' })
    const { accounts } = await admin.call(projectProposal, {
      body: { startsOn: null, accounts: [buildAccount({ productId: id })] },
    })
    expect(accounts).toMatchObject([{ projection: null }])
  })

  test('two people who change one presentation: the second is refused', async () => {
    const client = await t.make.client({ checked: true })
    const params = await createPresentationOf(client.id)
    const change = (title: string) =>
      admin.call(changePresentation, { params, body: { ...buildDraft({ title }), version: 2 } })
    const outcomes = await Promise.allSettled([change('Una'), change('Otra')])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('the same request makes one presentation and one version', async () => {
    const client = await t.make.client({ checked: true })
    const params = { clientId: client.id }
    const caller = t.callerWith(admin.token, { 'idempotency-key': 'presentation-once' })
    const body = { title: 'Una vez' }
    const [one, two] = await Promise.all([
      caller.call(createPresentation, { params, body }),
      caller.call(createPresentation, { params, body }),
    ])
    expect(one).toEqual(two)
    await expect(caller.call(createPresentation, { params, body: { title: 'Otra' } })).rejects.toMatchObject({
      status: 422,
      code: 'idempotency.differentBody',
    })
  })

  test('the same click sends one version, and its key refuses another one', async () => {
    const client = await t.make.client({ email: 'r2@test.example', checked: true })
    const version = await makeVersionOf(client.id)
    const other = await makeVersionOf(client.id)
    const sender = t.callerWith(admin.token, { [idempotencyKeyHeader]: 'one-version-twice' })
    const send = (params: typeof version) => sender.call(sendPresentation, { params })
    expect(await send(version)).toEqual({ recipient: 'r2@test.example' })
    expect(await send(version)).toEqual({ recipient: 'r2@test.example' })
    await expect(send(other)).rejects.toMatchObject({ status: 422, code: 'idempotency.differentBody' })
    const { rows } = await t.owner.query(`select from dino.client_mail where client_id = $1`, [client.id])
    expect(rows).toHaveLength(1)
  })

  test('a presentation of another client is not found under this one', async () => {
    const one = await t.make.client({ checked: true })
    const other = await t.make.client({ checked: true })
    const version = await makeVersionOf(one.id)
    const wrong = { ...version, clientId: other.id }
    for (const endpoint of [getPresentation, printPresentation, exportPresentationSlides])
      expect((await admin.send(endpoint, { params: wrong })).statusCode).toBe(404)
    const outsider = await t.as('manager', (await t.make.employee()).cvl)
    for (const endpoint of [getPresentation, printPresentation, exportPresentationSlides])
      expect((await outsider.send(endpoint, { params: version })).statusCode).toBe(404)
  })

  test('the template orders the parts and words of new presentations, in each language', async () => {
    const before = await admin.call(getPresentationTemplate, {})
    const { version, template } = before
    const english = { ...template.texts.english, subtitle: 'For your eyes', legal: '<b>No offer</b> & more' }
    const changed = {
      version,
      template: { parts: ['proposal' as const, 'situation' as const], texts: { ...template.texts, english } },
    }
    await admin.call(changePresentationTemplate, { body: changed })
    await expect(admin.call(changePresentationTemplate, { body: changed })).rejects.toMatchObject({
      status: 409,
      code: 'conflict.changed',
    })
    const client = await t.make.client({ checked: true })
    await t.owner.query(`update dino.client set idioma = 'english' where id = $1`, [client.id])
    const { id } = await admin.call(createPresentation, { params: { clientId: client.id }, body: { title: 'R2' } })
    const begun = await admin.call(getPresentation, { params: { clientId: client.id, presentationId: id } })
    expect(begun.parts).toEqual(['proposal', 'situation'])
    const { texts, slides } = await readVersion(await makeVersionOf(client.id, buildDraft({ parts: begun.parts })))
    expect(texts.join(' ')).toContain('<b>No offer</b> & more')
    expect(slides.flat()).toContain('<b>No offer</b> & more')
    expect(slides.map(([title]) => title).slice(1)).toEqual(['Proposal', 'Current situation', 'Legal notice'])
    await admin.call(changePresentationTemplate, { body: { version: version + 1, template } })
  })

  test.each([
    '<script>alert(1)</script> & "quotes" \'x\'',
    'ثم نفس سقطت وبالتحديد، 田中さん 👾',
    'Ṱ̺̺̕o͞ ̷i̲̬͇̪͙n̝̗͕v̟̜̘̦͟o̶̙̰̠kè͚̮̺̪̹̱̤',
    'W'.repeat(119),
  ])('slides with %j open without repair', async (text) => {
    const client = await t.make.client({ name: text, surname: text, checked: true })
    await t.db.updateTable('product').set({ name: text }).where('id', '=', productId).execute()
    const version = await makeVersionOf(client.id, buildDraft({ title: text, message: `${text}\n${text}` }))
    const { pptx, slides } = await readVersion(version)
    await t.db.updateTable('product').set({ name: 'Evas 24 meses' }).where('id', '=', productId).execute()
    expect(findPresentationFaults(pptx)).toEqual([])
    expect(slides.flat()).toContain(text)
  })

  test('a client with many accounts has slides that continue under one title', async () => {
    const client = await t.make.client({ checked: true })
    for (let n = 0; n < 30; n++) await t.make.account({ clientId: client.id })
    const { slides, pptx } = await readVersion(await makeVersionOf(client.id))
    expect(slides.filter(([title]) => title === 'Situación actual')).toHaveLength(3)
    expect(findPresentationFaults(pptx)).toEqual([])
  })
})
