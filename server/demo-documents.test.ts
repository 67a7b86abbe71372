import { afterAll, beforeAll, expect, test } from 'vitest'
import { downloadAttachment, listAttachments, previewAttachment } from '#contract/records/attachments.ts'
import { addComment } from '#contract/records.ts'
import { createTestTenant } from '#test/harness/tenant.ts'
import { fileEncryptionPurpose, openFileStorage } from './core/file-storage.ts'
import { secretBox } from './core/secret-box.ts'
import { addDemoDocuments } from './demo-documents.ts'

let t: Awaited<ReturnType<typeof createTestTenant>>
beforeAll(async () => {
  t = await createTestTenant('dino')
})
afterAll(() => t.drop())

test('adds a PDF and a picture to the first client with comments, once', async () => {
  const admin = await t.as('admin')
  const { id: recordId } = await t.make.client({ staff: {} })
  const params = { entity: 'client' as const, recordId }
  await admin.call(addComment, { params, body: { body: 'Una nota' } })
  await t.owner.query(`insert into registry.installation (key, value) values ('seed:dino', '{}')`)
  const files = openFileStorage(t.home, secretBox(t.secret, fileEncryptionPurpose))
  await addDemoDocuments(t.owner, files)
  await addDemoDocuments(t.owner, files)
  const { attachments } = await admin.call(listAttachments, { params, query: {} })
  expect(attachments.map(({ kind, name }) => [kind, name])).toEqual([
    ['picture', 'Firma del cliente.png'],
    ['pdf', 'Notas de la reunión.pdf'],
  ])
  const [picture, pdf] = attachments
  const shown = await admin.send(previewAttachment, { params: { ...params, attachmentId: picture!.id } })
  expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/webp'])
  const { rawPayload } = await admin.send(downloadAttachment, { params: { ...params, attachmentId: pdf!.id } })
  expect(rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
})
