import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fileClientReport } from '#contract/client-reports.ts'
import { idempotencyKeyHeader } from '#contract/core/endpoint.ts'
import { fileEncryptionPurpose, openFileStorage } from '#server/core/file-storage.ts'
import { secretBox } from '#server/core/secret-box.ts'
import { readPdf } from '#test/harness/read-pdf.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

let t: Awaited<ReturnType<typeof createTestTenant>>
let admin: Awaited<ReturnType<typeof t.as>>
beforeAll(async () => {
  t = await createTestTenant('dino')
  admin = await t.as('admin')
})
afterAll(() => t.drop())

const options = { on: '2026-06-15', from: '2026-05-01', sections: ['data' as const, 'accounts' as const] }
const fileReport = (clientId: string, isSent: boolean) =>
  admin.call(fileClientReport, { params: { clientId }, body: { options, isSent } })

const findPapers = async (clientId: string) => {
  const { rows } = await t.owner.query<{ kind: string; title: string; file: string; recipient: string | null }>(
    `select d.kind, d.title, d.file_id as file, m.recipient from dino.client_document d
       left join dino.client_mail m on m.file_id = d.file_id where d.client_id = $1`,
    [clientId],
  )
  return rows
}
const readStoredPdf = async (fileId: string) => {
  const files = openFileStorage(t.home, secretBox(t.secret, fileEncryptionPurpose))
  return readPdf(Buffer.from(await files.read('dino', fileId))).pages.flat()
}

describe('papers sent to clients', () => {
  test('a sent report is filed as it was sent, without the identity number', async () => {
    const client = await t.make.client({ email: 'eva@test.example', identityNumber: '12345678Z', checked: true })
    expect(await fileReport(client.id, true)).toMatchObject({ recipient: 'eva@test.example' })
    const papers = await findPapers(client.id)
    expect(papers).toMatchObject([{ kind: 'report', recipient: 'eva@test.example' }])
    const texts = await readStoredPdf(papers[0]!.file)
    expect(texts).toContain('···· 78Z')
    expect(texts).not.toContain('12345678Z')
    const { rows } = await t.owner.query(`select after from dino.audit_event where action = 'clientReport.sent'`)
    expect(rows).toMatchObject([{ after: { day: '2026-06-15', toName: 'e***@t***' } }])
  })

  test('the same click sends one report, and its key refuses another one', async () => {
    const client = await t.make.client({ email: 'una@test.example', checked: true })
    const sender = t.callerWith(admin.token, { [idempotencyKeyHeader]: 'one-report-twice' })
    const params = { clientId: client.id }
    const send = (isSent: boolean) => sender.call(fileClientReport, { params, body: { options, isSent } })
    const first = await send(true)
    const [again, onceMore] = await Promise.all([send(true), send(true)])
    expect([again, onceMore]).toEqual([first, first])
    expect(await findPapers(client.id)).toHaveLength(1)
    await expect(send(false)).rejects.toMatchObject({ status: 422, code: 'idempotency.differentBody' })
  })

  test('a report that is kept is filed and sent to nobody', async () => {
    const client = await t.make.client({ identityNumber: '87654321X' })
    expect(await fileReport(client.id, false)).toMatchObject({ recipient: null })
    const papers = await findPapers(client.id)
    expect(papers).toMatchObject([{ kind: 'report', recipient: null }])
    expect(await readStoredPdf(papers[0]!.file)).toContain('87654321X')
  })

  test.each([
    ['email = null', 'clientPaper.noEmail'],
    [`email = 'a@b.c, d@e.f'`, 'clientPaper.noEmail'],
    [`lopd_status = 'withdrawn'`, 'client.lopd'],
    [`block_kind = 'death', block_reason = 'a test', blocked_at = now()`, 'client.blocked'],
  ])('refuses to send to a client with %s', async (change, code) => {
    const client = await t.make.client({ email: 'ana@test.example', checked: true })
    await t.owner.query(`update dino.client set ${change} where id = $1`, [client.id])
    await expect(fileReport(client.id, true)).rejects.toMatchObject({ status: 409, code })
    expect(await findPapers(client.id)).toEqual([])
  })
})
