import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getClient } from '#contract/clients/client.ts'
import { listClients } from '#contract/clients.ts'
import { ignoreProgress } from '#db/progress.ts'
import { firmSizes } from '#db/seed/firm.ts'
import { seedFirmOfSize } from '#db/seed/seed.ts'
import { readXlsx } from '#test/harness/read-xlsx.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
let t: Tenant
let admin: Awaited<ReturnType<Tenant['as']>>
let clientRows: readonly { id: string; cvl: string; interestToDate?: string | undefined }[]
beforeAll(async () => {
  t = await createTestTenant('dino')
  const size = { ...firmSizes.tenth, clients: 60, accounts: 150, movements: 2_000 }
  await seedFirmOfSize({ ownerUrl: t.ownerUrl, prefix: 'dino', size, today: '2026-06-15', progress: ignoreProgress })
  admin = await t.as('admin')
  clientRows = (await admin.call(listClients.page, { query: { include: 'interestToDate', pageSize: 100 } })).rows
})
afterAll(() => t.drop())

describe('interest in the client list', () => {
  test('the client list shows the same interest to date as each client page', async () => {
    expect(clientRows.length).toBeGreaterThan(50)
    expect(clientRows.filter(({ interestToDate }) => interestToDate !== '0.00').length).toBeGreaterThan(20)
    for (const { id, interestToDate } of clientRows) {
      const { counted } = await admin.call(getClient, { params: { clientId: id } })
      expect([id, interestToDate]).toEqual([id, counted.active.interestToDate])
    }
  })

  test('leaves interest to date out of the client list unless requested', async () => {
    const { rows: plain } = await admin.call(listClients.page, {})
    expect(plain.every((row) => !('interestToDate' in row))).toBe(true)
  })

  test('refuses to include or sort by unsupported columns', async () => {
    for (const query of [{ include: 'capital' }, { sort: 'interestToDate' }])
      await expect(admin.call(listClients.page, { query: query as never })).rejects.toMatchObject({ status: 400 })
  })

  test('exports interest to date in the chosen column order, and only on request', async () => {
    const columns = 'cvl,interestToDate,balance'
    const { rawPayload } = await admin.send(listClients.exportRows, { query: { format: 'xlsx', sort: 'cvl', columns } })
    const [sheet] = readXlsx(rawPayload)
    expect(sheet!.rows[0]!.map((cell) => cell!.value)).toEqual(['CVL', 'Intereses a la fecha', 'Saldo actual'])
    const written = sheet!.rows
      .slice(1, clientRows.length + 1)
      .map(([cvl, interest]) => [cvl!.value, Number(interest!.value)])
    const expected = clientRows.map(({ cvl, interestToDate }) => [cvl, Number(interestToDate)])
    expect(new Map(written as [string, number][])).toEqual(new Map(expected as [string, number][]))
    const all = await admin.send(listClients.exportRows, { query: { format: 'csv' } })
    expect(all.body.split('\n')[0]).not.toContain('Intereses')
  })
})
