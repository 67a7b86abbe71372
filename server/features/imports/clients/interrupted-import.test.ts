import { afterAll, beforeAll, expect, test } from 'vitest'
import { holdLock } from '#test/harness/hold-lock.ts'
import { startTestProcess } from '#test/harness/test-process.ts'
import { today } from '../mapped/test-imports.ts'
import { buildDni, createClientImportFixture } from './test-client-imports.ts'

type Firm = Awaited<ReturnType<typeof createClientImportFixture>>
let fixture: Firm
beforeAll(async () => {
  fixture = await createClientImportFixture()
})
afterAll(() => fixture.t.drop())

const startWorkerProcess = () => {
  const { child, kill } = startTestProcess(new URL('../mapped/test-import-process.ts', import.meta.url), {
    env: { OWNER_URL: fixture.t.ownerUrl, SECRET: fixture.t.secret, TODAY: today },
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  return { begin: () => child.stdin?.write('go'), kill }
}

test('clients whose import is killed in the middle are written once', async () => {
  const worker = startWorkerProcess()
  const rows = Array.from(
    { length: 700 },
    (_, n) => `Persona;Número ${n};${buildDni(40_000 + n)};${fixture.manager.cvl}`,
  )
  const id = await fixture.upload(['Nombre;Apellidos;DNI;Gestor', ...rows].join('\n'), 'clients')
  await fixture.check(id)
  await fixture.letGo((await fixture.submit(id)).approvalId)
  const before = await fixture.countClients()
  // The first of two batches is written, and its progress can't be told.
  const held = await holdLock(fixture.t.ownerUrl, `select from mapped_import where id = ${id} for update`)
  worker.begin()
  await held.reached()
  await worker.kill()
  await held.release()
  expect([(await fixture.detail(id)).state, await fixture.countClients()]).toEqual(['importing', before])
  await expect
    .poll(async () => {
      await fixture.run()
      return (await fixture.detail(id)).state
    })
    .toBe('imported')
  await Promise.all([fixture.run(), fixture.run()])
  expect(fixture.failures).toEqual([])
  const { rows: found } = await fixture.t.owner.query(
    `select count(*)::int as rows, count(distinct identity_number)::int as numbers from dino.client where name = 'Persona'`,
  )
  expect(found[0]).toEqual({ rows: 700, numbers: 700 })
})
