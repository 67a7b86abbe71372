import { afterAll, beforeAll, expect, test } from 'vitest'
import { listClientDocuments } from '#contract/client-documents.ts'
import { exportPresentationSlides, listPresentations, printPresentation } from '#contract/presentations.ts'
import { addComment } from '#contract/records.ts'
import { findPresentationFaults } from '#test/harness/pptx-structure.ts'
import { readPdf } from '#test/harness/read-pdf.ts'
import { createTestTenant } from '#test/harness/tenant.ts'
import { fileEncryptionPurpose, openFileStorage } from './core/file-storage.ts'
import { secretBox } from './core/secret-box.ts'
import { addDemoPresentations } from './demo-presentations.ts'

let t: Awaited<ReturnType<typeof createTestTenant>>
beforeAll(async () => {
  t = await createTestTenant('dino')
})
afterAll(() => t.drop())

test('the demo firm has a presentation in each state, which can be opened', async () => {
  const employee = await t.make.employee({ name: 'Marta' })
  const manager = await t.as('manager', employee.cvl)
  const product = await t.make.product()
  await t.db
    .updateTable('product')
    .set({ termMonths: 24, onSale: true, minimum: '500.00' })
    .where('id', '=', product.id)
    .execute()
  await t.db
    .insertInto('productRate')
    .values({ productId: product.id, validFrom: '2020-01-01', termMonths: 24, minAmount: '0.00', rate: '3.000000' })
    .execute()
  const clientIds: string[] = []
  for (const name of ['Ana', 'Berta', 'Clara']) {
    const email = `${name.toLowerCase()}@client.example`
    const client = await t.make.client({ name, email, staff: { manager: employee.id }, checked: true })
    const account = await t.make.account({ clientId: client.id })
    await t.make.movement(account.id, '15000.00', 'contribution', '2026-03-02')
    await t.make.refresh(client.id)
    clientIds.push(client.id)
  }
  await manager.call(addComment, { params: { entity: 'client', recordId: clientIds[0]! }, body: { body: 'Una nota' } })
  const files = openFileStorage(t.home, secretBox(t.secret, fileEncryptionPurpose))
  await addDemoPresentations(t.owner, files, 'dino')
  const admin = await t.as('admin')
  const versions = []
  for (const clientId of clientIds) {
    const { presentations } = await admin.call(listPresentations, { params: { clientId } })
    expect(presentations).toMatchObject([{ title: 'Propuesta R2', accounts: 1 }])
    const [{ id: presentationId, versions: made }] = presentations as [(typeof presentations)[number]]
    versions.push(made.map(({ id: versionId }) => ({ clientId, presentationId, versionId })))
  }
  expect(versions.map((made) => made.length)).toEqual([0, 1, 1])
  for (const params of versions.flat()) {
    const pdf = await admin.send(printPresentation, { params })
    expect(readPdf(pdf.rawPayload).pages.flat()).toContain('Propuesta R2')
    const slides = await admin.send(exportPresentationSlides, { params })
    expect(findPresentationFaults(slides.rawPayload)).toEqual([])
  }
  const filed = await Promise.all(
    clientIds.map((clientId) => admin.call(listClientDocuments, { params: { clientId }, query: {} })),
  )
  expect(filed.map(({ documents }) => documents.map(({ kind }) => kind))).toEqual([[], [], ['presentation']])
  const { rows } = await t.owner.query('select sent_at is not null as sent from dino.client_mail')
  expect(rows).toEqual([{ sent: true }])
})
