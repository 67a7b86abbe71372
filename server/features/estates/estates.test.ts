import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setAccountBeneficiaries } from '#contract/account-beneficiaries.ts'
import { getClient } from '#contract/clients/client.ts'
import { getEstateDestinations, printEstate } from '#contract/estates.ts'
import { verifyLedger } from '#server/features/ledger/verify-ledger.ts'
import { catchRefusalCode } from '#test/harness/catch-refusal.ts'
import { readPdf } from '#test/harness/read-pdf.ts'
import { createEstateFixture, reason } from './test-estates.ts'

let f: Awaited<ReturnType<typeof createEstateFixture>>
let clientId: string
let accountId: string

beforeAll(async () => {
  f = await createEstateFixture()
})
afterAll(() => f.t.drop())
beforeEach(async () => {
  clientId = (await f.person()).id
  accountId = await f.openAccount(clientId, '100000.00')
})

const findBalance = (id: string) =>
  f.t.db
    .selectFrom('accountBalance')
    .where('accountId', '=', id)
    .select(['balance', 'payable', 'ordered', 'reserved'])
    .executeTakeFirstOrThrow()
const findOrders = (id: string) =>
  f.t.db
    .selectFrom('paymentOrder')
    .where('accountId', '=', id)
    .select(['kind', 'clientId', 'amount', 'state'])
    .orderBy('id')
    .execute()
const findLedgerDifferences = async () => (await verifyLedger({ ...f.t, prefix: 'dino' }, undefined)).differenceList

/** Registered, frozen, with all its papers. */
const prepare = async () => {
  await f.approve((await f.register(clientId)).approvalId)
  await f.acceptPapers(clientId)
}

describe('registering a death', () => {
  test('freezes all money once a second person agrees, and opens the checklist', async () => {
    expect(await f.fetch(clientId)).toBeNull()
    const { state, approvalId } = await f.register(clientId)
    expect(state).toBe('pending')
    expect(await f.fetch(clientId)).toMatchObject({ isFrozen: false, diedOn: '2026-07-10' })
    await f.approve(approvalId)
    const estate = await f.fetch(clientId)
    expect(estate).toMatchObject({ isFrozen: true, obstacles: ['papers', 'noHeirs'] })
    expect(estate?.requirements.map(({ state: paper }) => paper)).toEqual(['received', ...Array(6).fill('missing')])
    const { canOperate } = await f.manager.call(getClient, { params: { clientId } })
    expect(canOperate.out).toMatchObject({ allowed: false, reasons: ['blockDeath'] })
    expect(await catchRefusalCode(f.register(clientId))).toBe('estate.registered')
  })

  test('refuses a day to come, a document of somebody else, and a company', async () => {
    expect(await catchRefusalCode(f.register(clientId, { diedOn: '2026-08-01' }))).toBe('request.invalid')
    const { id: otherId } = await f.person()
    const attachmentId = await f.addCertificate(otherId)
    expect(await catchRefusalCode(f.register(clientId, { attachmentId }))).toBe('request.invalid')
    clientId = (await f.person({ kind: 'company' })).id
    expect(await catchRefusalCode(f.register(clientId))).toBe('estate.company')
  })
})

describe('papers and heirs of an estate', () => {
  test('asks for a document or a note, and for some papers in every case', async () => {
    await f.register(clientId)
    expect(await catchRefusalCode(f.setPaper(clientId, 'tax', { note: '' }))).toBe('request.invalid')
    expect(await catchRefusalCode(f.setPaper(clientId, 'title', { state: 'not_needed' }))).toBe('request.invalid')
    expect(await catchRefusalCode(f.setPaper(clientId, 'tax', { state: 'not_needed', note: 'Exento' }))).toBe('done')
    expect(await catchRefusalCode(f.setPaper(clientId, 'tax', { version: 1 }))).toBe('conflict.changed')
  })

  test('proposes beneficiaries of the day of the death, and makes nobody a recipient', async () => {
    const { id: heirId } = await f.person({ name: 'Eva', surname: 'Heredera' })
    const designate = (version: number, validFrom: string, share: string, name: string) =>
      f.manager.call(setAccountBeneficiaries, {
        params: { clientId, accountId },
        body: {
          version,
          validFrom,
          beneficiaries: [
            { clientId: heirId, relationship: 'Hija', share },
            { name, relationship: 'Sobrino', share: '40' },
          ],
        },
      })
    await designate(0, '2026-07-01', '60', 'Iván')
    await designate(1, '2026-07-20', '60.00', 'Rosa')
    await f.register(clientId)
    const estate = await f.fetch(clientId)
    expect(estate?.designated).toMatchObject([
      { clientId: heirId, name: 'Eva Heredera', relationship: 'Hija', share: '60.00' },
      { clientId: null, name: 'Iván', share: '40.00' },
    ])
    expect(estate?.recipients).toEqual([])
  })

  test('takes no heir from outside the scope, and no bank account of somebody else', async () => {
    await f.register(clientId)
    const { id: outsiderId } = await f.t.make.client({ checked: true, bankAccounts: ['ES7921000813610123456789'] })
    const outsider = await f.toBank(outsiderId, '1/1')
    expect(await catchRefusalCode(f.setRecipients(clientId, [outsider]))).toBe('request.invalid')
    const { id: heirId } = await f.person()
    const ofOutsider = { ...outsider, clientId: heirId }
    expect(await catchRefusalCode(f.setRecipients(clientId, [ofOutsider]))).toBe('request.invalid')
    const destinations = f.manager.call(getEstateDestinations, { params: { clientId, recipientId: outsiderId } })
    expect(await catchRefusalCode(destinations)).toBe('notFound')
    // Named by who sees both, they stand there by name only, and a change of the others leaves them.
    await f.setRecipients(clientId, [await f.toBank(outsiderId, '1/2')], await f.t.as('admin'))
    await f.setRecipients(clientId, [await f.toBank(heirId, '1/2')])
    const estate = await f.fetch(clientId)
    expect(estate?.recipients.map(({ clientId: id }) => id)).toEqual([null, heirId])
    expect(estate?.sharesTotal).toBe('1/1')
  })

  test('hides the procedure from whoever does not see the client', async () => {
    await f.register(clientId)
    const other = await f.t.as('manager', (await f.t.make.employee()).cvl)
    expect(await catchRefusalCode(f.fetch(clientId, other))).toBe('notFound')
    expect(await catchRefusalCode(f.release(clientId, other))).toBe('notFound')
  })
})

describe('releasing an estate', () => {
  test('names everything that is missing, and pays nothing until then', async () => {
    await f.register(clientId)
    const { id: heirId } = await f.person()
    await f.setRecipients(clientId, [{ ...(await f.toBank(heirId, '1/3')), bankAccountId: null }])
    expect((await f.fetch(clientId))?.obstacles).toEqual(['notFrozen', 'papers', 'shares', 'destinations'])
    expect(await catchRefusalCode(f.release(clientId))).toBe('estate.incomplete')
    expect(await findOrders(accountId)).toEqual([])
  })

  test('divides balance and interest to the cent, taxed where each heir lives', async () => {
    await prepare()
    const heirs = [await f.person(), await f.person({ country: 'FR' }), await f.person()]
    const targetId = await f.openAccount(heirs[2]!.id, '0', { expiresOn: undefined })
    await f.setRecipients(clientId, [
      await f.toBank(heirs[0]!.id, '1/3'),
      await f.toBank(heirs[1]!.id, '1/3'),
      f.toAccount(heirs[2]!.id, '1/3', targetId),
    ])
    const before = await f.fetch(clientId)
    expect(before?.obstacles).toEqual([])
    // 2,479.45 of interest: 826.49, 826.48 and 826.48, of which 19 % is withheld at home and none in the EU.
    expect(before?.accounts).toMatchObject([{ balance: '100000.00', interest: '2479.45' }])
    const { approvalId, state } = await f.release(clientId)
    expect(state).toBe('pending')
    expect(await catchRefusalCode(f.release(clientId))).toBe('estate.waits')
    expect(await findOrders(accountId)).toEqual([])
    await f.approve(approvalId)
    const after = await f.fetch(clientId)
    expect(after?.accounts).toEqual(before?.accounts)
    expect(after?.releasedAt).not.toBeNull()
    expect(await findBalance(accountId)).toMatchObject({ balance: '0.00', reserved: '0.00' })
    expect(await findOrders(accountId)).toMatchObject([
      { kind: 'inheritance', clientId: heirs[0]!.id, state: 'approved' },
      { kind: 'inheritance', clientId: heirs[1]!.id, state: 'approved' },
    ])
    const paid = after!.accounts[0]!.parts.map(({ net }) => net)
    expect((await findOrders(accountId)).map(({ amount }) => amount)).toEqual(paid.slice(0, 2))
    expect((await findBalance(targetId)).balance).toBe(paid[2])
    const taxes = await f.t.db
      .selectFrom('withholdingPart')
      .where('accountId', '=', accountId)
      .select(['clientId', 'country', 'amount'])
      .orderBy('clientId')
      .execute()
    expect(taxes.map(({ country }) => country)).toEqual(['ES', 'FR', 'ES'])
    expect(taxes[1]?.amount).toBe('0.00')
    expect(await findLedgerDifferences()).toEqual([])
    const detail = await f.manager.call(getClient, { params: { clientId } })
    expect(detail).toMatchObject({ balance: '0.00', accounts: [{ status: 'canceled' }] })
  })

  test('pays co-holders their share and divides only that of the deceased', async () => {
    const { id: spouseId } = await f.person()
    const jointId = await f.openAccount(clientId, '1000.01', { holders: [spouseId], rate: '0' })
    await f.t.db
      .updateTable('account')
      .set({ status: 'canceled', closeReason: 'Otra' })
      .where('id', '=', accountId)
      .execute()
    await f.t.make.movement(accountId, '-100000.00', 'withdrawal', '2026-02-01')
    await prepare()
    const { id: childId } = await f.person()
    await f.setRecipients(clientId, [
      await f.toBank(spouseId, null, 'co_holder'),
      await f.toBank(spouseId, '1/3'),
      await f.toBank(childId, '2/3'),
    ])
    await f.approve((await f.release(clientId)).approvalId)
    // 500.005 each half: the co-holder 500.01 of the largest remainder, then 166.67 and 333.33 of the other.
    const amounts = (await findOrders(jointId)).map(({ clientId: id, amount }) => [id, amount])
    expect(amounts).toHaveLength(3)
    const total = amounts.reduce((sum, [, amount]) => sum + Math.round(Number(amount) * 100), 0)
    expect(total).toBe(100_001)
    expect(await findLedgerDifferences()).toEqual([])
  })

  test('releases once, however many approve at the same moment', async () => {
    await prepare()
    const { id: heirId } = await f.person()
    await f.setRecipients(clientId, [await f.toBank(heirId, '1/1')])
    const { approvalId } = await f.release(clientId)
    const others = [await f.t.as('direction'), await f.t.as('direction'), await f.t.as('direction')]
    const codes = await Promise.all(others.map((one) => catchRefusalCode(f.approve(approvalId, one))))
    expect(codes.filter((code) => code === 'done')).toHaveLength(1)
    expect(await findOrders(accountId)).toHaveLength(1)
    expect(await catchRefusalCode(f.release(clientId))).toBe('estate.released')
    expect(await catchRefusalCode(f.setPaper(clientId, 'tax'))).toBe('estate.released')
  })

  test('refuses the word of a second person once something of it has changed', async () => {
    await prepare()
    const { id: heirId } = await f.person()
    await f.setRecipients(clientId, [await f.toBank(heirId, '1/1')])
    const { approvalId } = await f.release(clientId)
    expect(await catchRefusalCode(f.setPaper(clientId, 'tax'))).toBe('estate.waits')
    await f.t.db
      .updateTable('client')
      .set({ blockKind: 'legal', blockReason: 'Embargo' })
      .where('id', '=', heirId)
      .execute()
    expect(await catchRefusalCode(f.approve(approvalId))).toBe('estate.incomplete')
    expect(await findOrders(accountId)).toEqual([])
    expect((await findBalance(accountId)).balance).toBe('100000.00')
  })

  test('prints the whole procedure', async () => {
    await prepare()
    const { id: heirId } = await f.person({ name: 'Lucía', surname: 'Heredera' })
    await f.setRecipients(clientId, [await f.toBank(heirId, '1/1')])
    const admin = await f.t.as('admin')
    const answer = await admin.send(printEstate, { params: { clientId } })
    expect(answer.statusCode).toBe(200)
    const text = readPdf(answer.rawPayload).pages.flat().join(' ')
    expect(text).toContain('Lucía Heredera')
    expect(text).toContain('Certificado de defunción')
    expect(text).not.toContain(reason)
  })
})
