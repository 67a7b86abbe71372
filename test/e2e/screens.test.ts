import { basename } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isFullTestRun } from '#test/harness/circles.ts'
import { measureScripts } from '#test/tidy/weight.ts'
import { screens } from '#web/app/screens.ts'
import { shareBrowser } from './harness/browser.ts'
import { type Firm, startFirm } from './harness/firm.ts'
import { createVisitor, type Visitor } from './harness/visitor.ts'

let browser: Browser
let firm: Firm
let admin: Visitor
/** A record for each parameter that the path of a screen may have. */
let recordIds: Record<string, string>

beforeAll(async () => {
  ;[firm, browser] = await Promise.all([startFirm(), shareBrowser()])
  const [account] = await firm.rows<Record<string, string>>(
    `select a.client_id as "clientId", a.id as "accountId" from account a join account_balance b on b.account_id = a.id
      where status = 'active' order by b.principal desc limit 1`,
  )
  const [event] = await firm.rows<{ id: string }>(
    `insert into audit_event (action, entity, entity_id, before, after) select 'clients.exported', 'client', $1, '{"city": "Vigo"}', '{"city": "Lugo"}' returning id`,
    [account!.clientId],
  )
  const [employee] = await firm.rows<{ id: string }>(
    `select manager_id as id from client_list group by 1 order by count(*) desc limit 1`,
  )
  const [approval] = await firm.rows<{ id: string }>(
    `insert into approval (task, entity, params, before, after, payload, reason, made_by, expires_at)
     values ('permissions.role', 'access', '{"change": "role", "who": "D0000001", "from": "manager", "to": "hr"}', '{"role": "manager"}', '{"role": "hr"}',
             '{}', 'Cambia de puesto', (select user_id from registry.membership where prefix = 'dino' and role = 'admin' limit 1), now() + interval '14 days') returning id`,
  )
  const [handover] = await firm.rows<{ id: string }>(
    `with made as (insert into handover (role, to_id, from_ids, clients, capital, effective_on, reason, proposed_by)
       select 'manager', (select id from employee where position = 'manager' and id <> $1 order by id limit 1), array[$1::bigint], 1, 100, current_date, 'Cambio de zona',
              (select min(id) from app_user) returning id),
     listed as (insert into handover_client (handover_id, client_id, from_id) select id, $2, $1 from made)
     select id from made`,
    [employee!.id, account!.clientId],
  )
  const [person] = await firm.rows<{ id: string }>(
    `select user_id as id from membership where prefix = 'dino' and role = 'manager' limit 1`,
  )
  const [payment] = await firm.rows<{ id: string }>('select id from payment_order order by id limit 1')
  const [batch] = await firm.rows<{ id: string }>('select id from payment_batch order by id limit 1')
  const [line] = await firm.rows<Record<string, string>>(
    'select statement_id as "statementId", entry_id as "entryId" from bank_statement_line order by statement_id, line limit 1',
  )
  const [quote] = await firm.rows<{ id: string }>('select id from cancellation_quote order by id desc limit 1')
  const [product] = await firm.rows<{ id: string }>('select id from product where accrues order by id limit 1')
  const [draft] = await firm.rows<{ id: string }>(
    `with made as (insert into account (number, product_id, client_id, status, agreed_amount, term_months, zone_id, office_id)
       select 'BORRADOR-1', $2, client_id, 'draft', 10000, 6, zone_id, office_id from account where id = $1 returning id, client_id),
     held as (insert into account_holder (account_id, client_id, role, share) select id, client_id, 'primary', 100 from made)
     select id from made`,
    [account!.accountId, product!.id],
  )
  const [run] = await firm.rows<{ id: string }>(
    `with made as (insert into posting_run (kind, business_date, started_at, finished_at, journals_to, accounts, failures)
       values ('interest', current_date, now(), now(), 0, 1, 1) returning id),
     failed as (insert into posting_run_failure (run_id, account_id, code) select id, $1, 'withholding.noRule' from made)
     select id from made`,
    [account!.accountId],
  )
  const [imported] = await firm.rows<{ id: string }>(
    `with made as (
       insert into mapped_import (kind, state, file_name, sha256, headings, form, mapping, rows, wrong, known, fresh, amount, figures, checked_at, made_by, made_at)
       select 'movements', 'checked', 'Movimientos de enero', sha256('x'), '{Cuenta,Fecha,Importe}',
              '{"encoding": "utf-8", "delimiter": ";", "quote": "", "decimal": ",", "dates": "dmy"}', '{"account": 0, "bookingDate": 1, "amount": 2}', 2, 1, 0, 1, 100,
              '{"sums": [{"word": "contribution", "rows": 1, "amount": "100.00"}], "accounts": 1, "fromDate": "2026-01-02", "toDate": "2026-01-02"}', now(),
              user_id, now() from registry.membership where prefix = 'dino' and role = 'admin' limit 1 returning id),
     row as (
       insert into mapped_import_row (import_id, line, key, hash, account_id, fields)
       select id, 2, repeat('k', 43), repeat('h', 43), $1, '{"kind": "contribution", "amount": "100.00", "bookingDate": "2026-01-02", "valueDate": "2026-01-02"}' from made),
     fault as (insert into mapped_import_fault (import_id, line, n, field, fault, value) select id, 3, 1, 'amount', 'zero', '0,00' from made)
     select id from made`,
    [account!.accountId],
  )
  const [upload] = await firm.rows<{ id: string }>(
    `insert into bank_upload (sha256, format, file_name, ours, statements, uploaded_by, uploaded_at)
       select sha256('x'), 'norma43', 'Extracto de enero', true, '[]', user_id, now() from registry.membership
        where prefix = 'dino' and role = 'admin' limit 1 returning id`,
  )
  const [journal] = await firm.rows<{ id: string }>('select id from journal order by id desc limit 1')
  recordIds = {
    journalId: journal!.id,
    ...account!,
    ...line!,
    productId: product!.id,
    draftId: draft!.id,
    eventId: event!.id,
    employeeId: employee!.id,
    approvalId: approval!.id,
    handoverId: handover!.id,
    userId: person!.id,
    paymentId: payment!.id,
    batchId: batch!.id,
    quoteId: quote!.id,
    runId: run!.id,
    importId: imported!.id,
    uploadId: upload!.id,
  }
  admin = await createVisitor(browser, firm)
  await admin.openAs('admin')
})
afterAll(async () => {
  await browser?.close()
  await firm?.close()
})

const fillPathParams = (path: string): string =>
  path.replace(/:(\w+)/g, (_, name: string) => {
    if (!recordIds[name]) throw new Error(`say in this test which record :${name} of ${path} is`)
    return recordIds[name]
  })

const expectNoProblems = async (who: Visitor, within?: string): Promise<void> => {
  expect(await who.untranslated()).toEqual([])
  expect(await who.violations(within)).toEqual([])
  expect(who.problems).toEqual([])
  expect(await who.page.evaluate(() => document.fonts.check('14px "Inter Variable"'))).toBe(true)
}

/**
 * Each fifth screen is loaded by its address and looked at with the shell around it; the full suite does so with all. The others are come to
 * inside the app, and their content is looked at: the shell is the same.
 */
const isFullyLoadedCase = (at: number): boolean => at % 5 === 0 || isFullTestRun

describe('screens of the registry', () => {
  test.for(screens.map(({ path }, at) => [path, isFullyLoadedCase(at)] as const))(
    '%s has no error, no missing text and no accessibility barrier',
    async ([path, loaded]) => {
      await (loaded ? admin.open(fillPathParams(path)) : admin.goTo(fillPathParams(path)))
      expect(new URL(admin.page.url()).pathname).toBe(fillPathParams(path))
      expect(await admin.page.getByRole('heading', { level: 1 }).count()).toBe(1)
      expect(await admin.page.title()).not.toBe('')
      await expectNoProblems(admin, loaded ? undefined : '#content')
    },
  )
})

describe('pages around the screens', () => {
  test.for(['/access-denied', '/no/such/page', '/clientes/999999999999'])(
    '%s has one heading and no faults',
    async (path) => {
      await admin.open(path)
      expect(await admin.page.getByRole('heading', { level: 1 }).count()).toBe(1)
      await expectNoProblems(admin)
    },
  )

  test('the sign-in page has no faults', async () => {
    const stranger = await createVisitor(browser, firm)
    await stranger.open('/')
    expect(new URL(stranger.page.url()).pathname).toBe('/auth/login')
    await expectNoProblems(stranger)
    await stranger.close()
  })
})

test('an enabled button has its own colours at once under reduced motion', async () => {
  const stranger = await createVisitor(browser, firm)
  await stranger.open('/auth/login')
  const colours = await stranger.page
    .getByRole('button', { name: 'Entrar', exact: true })
    .evaluate((button: HTMLButtonElement) => {
      const now = () => [...button.querySelectorAll('*'), button].map((part) => getComputedStyle(part).color)
      const usable = now()
      button.disabled = true
      const barred = now()
      button.disabled = false
      return { usable, barred, again: now() }
    })
  expect(colours.barred).not.toEqual(colours.usable)
  expect(colours.again).toEqual(colours.usable)
  await stranger.close()
})

test.for([
  ['the sign-in page', '/auth/login', 'demo-sign-ins'],
  ['the client list', '/clientes', 'session-watch'],
] as const)('%s fetches only scripts counted in its weight', async ([name, path, last]) => {
  const signedIn = path === '/clientes'
  const storageState = signedIn ? await admin.page.context().storageState() : undefined
  const context = await browser.newContext({
    baseURL: firm.url,
    locale: 'es-ES',
    ...(storageState && { storageState }),
  })
  const page = await context.newPage()
  const fetched = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script') fetched.add(basename(new URL(request.url()).pathname))
  })
  await page.goto(path)
  await expect.poll(() => [...fetched].some((file) => file.startsWith(last)), { timeout: 10_000 }).toBe(true)
  const counted = measureScripts('.').pages.find((one) => one.name === name)!.files
  expect([...fetched].filter((file) => !counted.includes(file))).toEqual([])
  await context.close()
})

test('the checks of screens find planted faults', async () => {
  const planted = await createVisitor(browser, firm)
  await planted.page.setContent(`<!doctype html><html lang="es"><title>Planted</title><main style="width: 3000px">
    <h1>clients:fields.kyc</h1><p title="errors.codes.internal">Hola {{name}}</p><p>1.234,50 €</p><p>cliente@dino.example</p><input></main>`)
  await planted.page.evaluate(() => console.error('something broke'))
  expect(await planted.untranslated()).toEqual(['clients:fields.kyc', 'Hola {{name}}', 'errors.codes.internal'])
  expect(await planted.violations()).toEqual([expect.stringMatching(/^label: /)])
  expect(await planted.overflow()).toBeGreaterThan(0)
  await expect.poll(() => planted.problems).toEqual([expect.stringContaining('something broke')])
  await planted.close()
})
