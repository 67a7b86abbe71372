import { afterAll, beforeAll, expect, test } from 'vitest'
import { getClient } from '#contract/clients/client.ts'
import { listClients } from '#contract/clients.ts'
import { ignoreProgress } from '#db/progress.ts'
import { verifyLedger } from '#server/features/ledger/verify-ledger.ts'
import { buildMovementsFile, formatMovementLine, writeBerkaFolder } from '#test/harness/berka-folder.ts'
import { createTestTenant } from '#test/harness/tenant.ts'
import { importBerka } from './import-berka.ts'

let t: Awaited<ReturnType<typeof createTestTenant>>
const berkaFiles = writeBerkaFolder({
  'trans_1.asc': buildMovementsFile([formatMovementLine({ id: 1 }), formatMovementLine({ id: 2, account: 2 })]),
})
const runImport = () =>
  importBerka({ ...t, prefix: 'dino', progress: ignoreProgress, folder: berkaFiles.folder, skip: false })

beforeAll(async () => {
  t = await createTestTenant('dino')
  await t.make.client({ name: 'Ana', surname: 'Núñez' })
  await t.owner.query(`insert into dino.zone (name) values ('Prague')`)
})
afterAll(async () => {
  berkaFiles.remove()
  await t.drop()
})

test('a firm with clients and an equal zone name keeps them beside the bank', async () => {
  expect(await runImport()).toMatchObject({ written: true, added: { zones: 1, clients: 4, accounts: 3, movements: 2 } })
  expect((await runImport()).added).toMatchObject({ zones: 0, clients: 0, movements: 0 })
  expect(await verifyLedger({ ...t, prefix: 'dino' }, undefined)).toMatchObject({
    clients: 5,
    differences: 0,
    byZone: { Prague: { accounts: 1, net: '100.00' } },
  })
})

test('a branch manager sees its clients only, the supervisor those of the zone', async () => {
  const rowsFor = async (caller: Awaited<ReturnType<typeof t.as>>) =>
    (await caller.call(listClients.page, { query: { sort: 'cvl' } })).rows
  const manager = await t.as('manager', 'BERKA-G03')
  const mine = await rowsFor(manager)
  expect(mine.map(({ cvl }) => cvl)).toEqual(['BERKA-C00002', 'BERKA-C00003'])

  const supervised = await rowsFor(await t.as('supervisor', 'BERKA-S02'))
  expect(supervised.map(({ cvl }) => cvl)).toEqual(['BERKA-C00002', 'BERKA-C00003', 'BERKA-C00004'])
  const params = { clientId: supervised[2]!.id }
  await expect(manager.call(getClient, { params })).rejects.toMatchObject({ status: 404 })
})
