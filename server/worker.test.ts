import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { buildMailDelivery } from '#server/core/mail/mail-transport.ts'
import { createMailDeps, startMailServer } from '#test/harness/mail.ts'
import { createTestTenant } from '#test/harness/tenant.ts'
import { startWorker } from './worker.ts'

/** Milliseconds: what the worker does within a second may take longer on a machine that has other things to do. */
const patience = 20_000

let home: string
let t: Awaited<ReturnType<typeof createTestTenant>>
beforeAll(async () => {
  t = await createTestTenant('dino', Date.now)
  home = mkdtempSync(join(tmpdir(), 'atalaya-worker-'))
})
afterAll(async () => {
  await t.drop()
  rmSync(home, { recursive: true, force: true })
})

const runTestWorker = (smtpUrl: string) => {
  const deliver = buildMailDelivery({ smtpUrl, mailFrom: 'Atalaya <crm@firm.example>', home: '/nowhere' })
  const sealing = {
    secret: t.secret,
    home,
    publicUrl: 'https://crm.example',
    google: undefined,
    replyMailbox: undefined,
    clock: Date.now,
  }
  const worker = startWorker(t.tenants, createMailDeps(t, Date.now, deliver), sealing, (error) => {
    throw error
  })
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= worker.stop())
  onTestFinished(stop)
  return { stop }
}
const requestPasswordLink = async () => {
  const { email } = await t.as('manager')
  await t.app.inject({ method: 'POST', url: `/ApiRest/api/auth/password-change?email=${encodeURIComponent(email)}` })
  return email
}

test('the worker sends queued mail while it folds the totals', async () => {
  const server = await startMailServer()
  const account = await t.make.account()
  await t.make.movement(account.id, '100.00')
  const worker = runTestWorker(server.url)
  const email = await requestPasswordLink()
  await vi.waitFor(
    () => expect(server.received.map(({ headers }) => headers.to)).toEqual([expect.stringContaining(email)]),
    patience,
  )
  await vi.waitFor(async () => {
    expect((await t.owner.query('select from dino.total_delta')).rowCount).toBe(0)
  }, patience)
  await worker.stop()
  await server.stop()
})

test('a silent mail server delays neither the totals nor the worker’s end', async () => {
  let reached = false
  const silent = createServer(() => {
    reached = true
  })
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const worker = runTestWorker(`smtp://127.0.0.1:${(silent.address() as { port: number }).port}`)
  await requestPasswordLink()
  await vi.waitFor(() => expect(reached).toBe(true), patience)
  const account = await t.make.account()
  await t.make.movement(account.id, '100.00')
  await vi.waitFor(async () => {
    expect((await t.owner.query('select from dino.total_delta')).rowCount).toBe(0)
  }, patience)
  const before = performance.now()
  await worker.stop()
  expect(performance.now() - before).toBeLessThan(4000)
  silent.close()
})

test('the worker seals the audit of every prefix and stores the heads externally', async () => {
  const worker = runTestWorker('smtp://127.0.0.1:1')
  await t.as('manager')
  await t.owner.query(`insert into cfl.audit_event (action, entity) values ('navigation', 'bt_Clientes')`)
  await vi.waitFor(async () => {
    const unsealed = ['cfl', 'registry'].map(
      (schema) =>
        `select from ${schema}.audit_event e where not exists (select from ${schema}.audit_seal s where e.id = any(s.event_ids))`,
    )
    expect((await t.owner.query(unsealed.join(' union all '))).rowCount).toBe(0)
  }, patience)
  for (const chain of ['cfl', 'registry'])
    await expect
      .poll(() => existsSync(join(home, 'audit-heads', `${chain}.last.json`)), { timeout: patience })
      .toBe(true)
  await worker.stop()
  for (const chain of ['cfl', 'registry'])
    expect(readFileSync(join(home, 'audit-heads', `${chain}.jsonl`), 'utf8')).toMatch(/"count":"\d+"/)
})

test('an idle worker asks the database at most ten times a second', async () => {
  const worker = runTestWorker('smtp://127.0.0.1:1')
  const waiting = [
    'select from dino.total_delta',
    'select from graphile_worker._private_jobs where run_at <= now()',
    `select from dino.audit_event e where not exists (select from dino.audit_seal s where e.id = any(s.event_ids))`,
  ].join(' union all ')
  const query = vi.spyOn(Client.prototype, 'query')
  const looks = () => query.mock.calls.filter(([sql]) => String(sql).includes('as seals')).length
  await vi.waitFor(() => expect(looks()).toBeGreaterThan(4), patience)
  await vi.waitFor(async () => expect((await t.owner.query(waiting)).rowCount).toBe(0), patience)
  // What the clock brings each minute isn't what an idle worker asks: the next seconds have no full minute among them.
  await vi.waitFor(
    () => expect(new Date().getSeconds()).toSatisfy((second: number) => second > 4 && second < 45),
    60_000,
  )
  query.mockClear()
  // In each of the four schemas it looks once a second.
  await vi.waitFor(() => expect(looks()).toBeGreaterThanOrEqual(16), patience)
  expect(query.mock.calls.length).toBeLessThanOrEqual(40)
  query.mockRestore()
  await worker.stop()
})
