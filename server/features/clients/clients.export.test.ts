import type { AddressInfo } from 'node:net'
import { parse } from 'csv-parse/sync'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enterStaffView, leaveStaffView } from '#contract/auth/staff-view.ts'
import { lockSession, signOut } from '#contract/auth.ts'
import { listAccountMovements } from '#contract/clients/client.ts'
import { listClients } from '#contract/clients.ts'
import { snapshotApplicationName } from '#server/core/snapshot.ts'
import { readXlsx } from '#test/harness/read-xlsx.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

let t: Awaited<ReturnType<typeof createTestTenant>>
let admin: Awaited<ReturnType<typeof t.as>>
let manager: Awaited<ReturnType<typeof t.as>>
let managerCvl: string
const manyClients = 12_000
/** Goes on by a step whenever somebody asks what time it is. */
const clock = { now: Date.parse('2026-06-15T10:00:00Z'), step: 0 }

beforeAll(async () => {
  t = await createTestTenant('dino', () => (clock.now += clock.step))
  admin = await t.as('admin')
  const employee = await t.make.employee()
  manager = await t.as('manager', employee.cvl)
  managerCvl = employee.cvl
  const { id: zoneId } = await t.make.zone('Norte')
  await t.make.client({ name: '=cmd()', surname: 'Ñandú, "El"\u0001', staff: { manager: employee.id } })
  await t.owner.query(
    `with code as (insert into dino.cvl (code) select 'T' || n from generate_series(10000, ${9999 + manyClients}) n returning code)
     insert into dino.client (cvl, name, surname, country, registered_on, zone_id, kyc_status)
     select code.code, 'Ana', 'Prueba', 'PT', '2024-02-29', $1, 'approved' from code`,
    [zoneId],
  )
  await t.owner.query(
    `insert into dino.client_search (client_id, name_text, cvl_text, email_text, phone_text, identity_text, bank_text)
     select id, 'prueba ana', lower(cvl), '', '', '', '' from dino.client on conflict do nothing`,
  )
  await t.owner.query('select dino.refresh_client_list(array(select id from dino.client))')
})
afterAll(() => t.drop())

const parseCsv = (body: string, delimiter = ';'): string[][] =>
  parse(body, { bom: true, delimiter, record_delimiter: '\r\n' })
const findLastAuditEvent = async () =>
  (await t.owner.query('select * from dino.audit_event order by id desc limit 1')).rows[0]
/** Where the server listens, for what needs a real connection. */
const getServerAddress = async (): Promise<string> => {
  if (!t.app.server.listening) await t.app.listen({ port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}`
}
const countOpenSnapshots = async () =>
  (
    await t.owner.query('select from pg_stat_activity where application_name = $1 and datname = current_database()', [
      snapshotApplicationName,
    ])
  ).rowCount

describe('client list export', () => {
  test('exports all matching rows, typed and translated, with their count', async () => {
    const response = await admin.send(listClients.exportRows, { query: { format: 'xlsx', sort: 'cvl' } })
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'content-disposition': `attachment; filename="clientes-2026-06-15.xlsx"; filename*=UTF-8''clientes-2026-06-15.xlsx`,
      'x-total-rows': String(manyClients + 1),
      'cache-control': 'no-store',
    })
    const [sheet, about] = readXlsx(response.rawPayload)
    expect(sheet!.name).toBe('Clientes')
    expect(sheet!.rows).toHaveLength(manyClients + 2)
    const headings = sheet!.rows[0]!.map((cell) => cell!.value)
    // What is worked out on request is there where it is named.
    expect(headings).toHaveLength(Object.keys(listClients.columns).length - listClients.onRequest.length)
    const naughty = sheet!.rows.find((row) => row[1]?.value.startsWith('Ñandú'))!
    expect(naughty[1]).toMatchObject({ kind: 'text', value: 'Ñandú, "El"\u0001, =cmd()' })
    const row = Object.fromEntries(
      Object.keys(listClients.columns).map((key, index) => [key, sheet!.rows.at(-1)![index]]),
    )
    expect(row).toMatchObject({
      cvl: { kind: 'text', value: `T${9999 + manyClients}` },
      kind: { value: 'Persona' },
      country: { value: 'Portugal' },
      kycStatus: { value: 'Aprobado' },
      registeredOn: { kind: 'number', value: '45351' },
      capital: { kind: 'number', value: '0.00' },
    })
    expect(about!.rows[1]!.map((cell) => cell!.value)).toEqual(['Filas', String(manyClients + 1)])
  })

  test('exports by filters, order and chosen columns', async () => {
    const query = { format: 'csv', country: 'PT', sort: 'cvl', direction: 'desc', columns: 'cvl,capital' }
    const response = await admin.send(listClients.exportRows, { query })
    const rows = parseCsv(response.body)
    expect(rows).toHaveLength(manyClients + 1)
    expect(rows.slice(0, 2)).toEqual([
      ['CVL', 'Capital'],
      [`T${9999 + manyClients}`, '0,00'],
    ])
  })

  test('exports in the language of the user', async () => {
    const idioma = (value: string) =>
      t.owner.query('update registry.app_user set idioma = $2 where id = $1', [admin.userId, value])
    await idioma('english')
    const response = await admin.send(listClients.exportRows, {
      query: { format: 'csv', columns: 'country,capital', search: 'nandu' },
    })
    await idioma('spanish')
    expect(response.headers['content-disposition']).toContain('clients-2026-06-15.csv')
    expect(parseCsv(response.body, ',')[1]).toEqual(['Spain', '0.00'])
  })

  test('exports only a manager’s own clients for that manager', async () => {
    const response = await manager.send(listClients.exportRows, { query: { format: 'csv', columns: 'fullName' } })
    expect(response.headers['x-total-rows']).toBe('1')
    expect(parseCsv(response.body)).toHaveLength(2)
  })

  test('audits columns and row count of an export without its search terms', async () => {
    await admin.send(listClients.exportRows, { query: { format: 'csv', search: 'nandu', columns: 'cvl' } })
    expect(await findLastAuditEvent()).toMatchObject({
      action: 'clients.exported',
      entity: 'client',
      user_id: admin.userId,
      after: { format: 'csv', filters: ['search'], columns: ['cvl'], rows: 1 },
    })
  })

  test('refuses an export without permission and one with unknown columns', async () => {
    const partner = await t.as('partner')
    expect((await partner.send(listClients.exportRows, { query: { format: 'csv' } })).statusCode).toBe(403)
    expect((await t.nobody.send(listClients.exportRows, { query: { format: 'csv' } })).statusCode).toBe(401)
    const wrong = await admin.send(listClients.exportRows, { query: { format: 'csv', columns: 'cvl,password' } })
    expect(wrong.statusCode).toBe(400)
    expect(wrong.json()).toMatchObject({ code: 'request.invalid', fields: { columns: 'unknown' } })
  })

  test('streams an export in frames that carry progress and add up to the file', async () => {
    const query = { format: 'csv', sort: 'cvl' }
    const plain = await admin.send(listClients.exportRows, { query })
    const inFrames = await t.app.inject({
      url: '/api/v1/clients/export',
      query,
      headers: { authorization: `JWT ${admin.token}`, 'x-progress': 'frames' },
    })
    const bytes = inFrames.rawPayload
    const parts: Buffer[] = []
    let rows = 0
    for (let at = 0; at < bytes.length; ) {
      rows = bytes.readUInt32BE(at + 4)
      parts.push(bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at)))
      at += 8 + bytes.readUInt32BE(at)
    }
    expect(rows).toBe(manyClients + 1)
    expect(Buffer.concat(parts).equals(plain.rawPayload)).toBe(true)
  })

  test.each(['client_list', 'client'])('stops the query of an export aborted while it waits for %s', async (table) => {
    const other = new Client({ connectionString: t.ownerUrl })
    await other.connect()
    await other.query(`begin; lock table dino.${table} in access exclusive mode`)
    const leaving = new AbortController()
    const url = `${await getServerAddress()}/api/v1/clients/export?format=csv`
    const headers = { authorization: `JWT ${admin.token}` }
    const pendingResponse = fetch(url, { headers, signal: leaving.signal }).then((response) => response.text())
    const left = expect(pendingResponse).rejects.toThrow(/abort/)
    const countWaitingLocks = async () =>
      (
        await t.owner.query(
          `select from pg_locks where not granted and mode = 'AccessShareLock' and relation = 'dino.${table}'::regclass`,
        )
      ).rowCount
    await expect.poll(countWaitingLocks).toBe(1)
    leaving.abort()
    await left
    await expect.poll(countOpenSnapshots).toBe(0)
    await other.end()
  })

  test('stops the query and frees the connection of an export aborted midway', async () => {
    for (const format of ['xlsx', 'csv']) {
      const leaving = new AbortController()
      const response = await fetch(`${await getServerAddress()}/api/v1/clients/export?format=${format}`, {
        headers: { authorization: `JWT ${admin.token}`, 'x-progress': 'frames' },
        signal: leaving.signal,
      })
      await response.body!.getReader().read()
      expect(response.headers.get('x-total-rows')).toBe(String(manyClients + 1))
      leaving.abort()
      await expect.poll(countOpenSnapshots).toBe(0)
    }
  })
})

describe('running exports', () => {
  /** The file of somebody to whom something happens while the database makes it wait; more than a second goes by with each question, or with each but the first. */
  const read = async (
    caller: typeof admin,
    meanwhile: () => Promise<unknown>,
    { frames = true, step = 1001 }: { frames?: boolean; step?: number } = {},
  ) => {
    const other = new Client({ connectionString: t.ownerUrl })
    await other.connect()
    await other.query('begin; lock table dino.client_list in access exclusive mode')
    const pendingResponse = fetch(`${await getServerAddress()}/api/v1/clients/export?format=csv&columns=cvl&sort=cvl`, {
      headers: { authorization: `JWT ${caller.token}`, ...(frames && { 'x-progress': 'frames' }) },
    }).then(async (response) => Buffer.from(await response.arrayBuffer()))
    const ended = pendingResponse.catch(() => null)
    const countWaitingLocks = async () =>
      (
        await t.owner.query(
          `select from pg_locks where not granted and mode = 'AccessShareLock' and relation = 'dino.client_list'::regclass`,
        )
      ).rowCount
    await expect.poll(countWaitingLocks).toBe(1)
    await meanwhile()
    clock.step = step
    await other.end()
    const bytes = await ended
    clock.step = 0
    await expect.poll(countOpenSnapshots).toBe(0)
    return bytes
  }
  /** How many rows it has, and why there are no more. */
  const readStatusFrame = (bytes: Buffer | null) => {
    const whole = bytes!.toString('latin1')
    const at = whole.indexOf('{"status":')
    return {
      rows: whole.match(/[A-Z]\w+\r\n/g)!.length - 1,
      refused: at < 0 ? null : JSON.parse(whole.slice(at)).code,
    }
  }
  const roleOf = ({ userId }: typeof admin, role: string) =>
    t.owner.query('update registry.membership set role = $2 where user_id = $1', [userId, role])

  test('completes an export with repeated session checks when nothing changes', async () => {
    expect(readStatusFrame(await read(admin, async () => undefined))).toEqual({ rows: manyClients + 1, refused: null })
  })

  test('breaks off an export on sign-out, lock, missing second factor or reduced rights', async () => {
    const gone = await t.as('admin')
    const first = readStatusFrame(await read(gone, () => gone.call(signOut, { body: {} }), { step: 400 }))
    expect(first.refused).toBe('session.revoked')
    // What had been asked for within the second came.
    expect(first.rows).toBeGreaterThan(0)
    expect(first.rows).toBeLessThan(manyClients)

    const locked = await t.as('admin')
    expect(readStatusFrame(await read(locked, () => locked.call(lockSession, { body: {} })))).toEqual({
      rows: 0,
      refused: 'session.locked',
    })
    const countWaitingLocks = await t.as('admin')
    const enrolElsewhere = () =>
      t.owner.query(
        `insert into registry.totp (user_id, secret, created_at, confirmed_at, last_step) values ($1, 'x', now(), now(), 0)`,
        [countWaitingLocks.userId],
      )
    expect(readStatusFrame(await read(countWaitingLocks, enrolElsewhere))).toEqual({
      rows: 0,
      refused: 'session.secondFactor',
    })
    for (const role of ['manager', 'partner']) {
      const demoted = await t.as('admin')
      expect(readStatusFrame(await read(demoted, () => roleOf(demoted, role)))).toEqual({
        rows: 0,
        refused: 'permission.missing',
      })
    }
    expect(readStatusFrame(await read(manager, () => roleOf(manager, 'admin')))).toEqual({ rows: 1, refused: null })
    await roleOf(manager, 'manager')
  })

  test('breaks off an export without frames, so that it never seems complete', async () => {
    const gone = await t.as('admin')
    expect(await read(gone, () => gone.call(signOut, { body: {} }), { frames: false })).toBeNull()
  })

  test('an export keeps the view it began in when the user switches views', async () => {
    const switching = await t.as('admin')
    const into = () => switching.call(enterStaffView, { body: { cvl: managerCvl } })
    expect(readStatusFrame(await read(switching, into))).toEqual({ rows: manyClients + 1, refused: null })
    expect(readStatusFrame(await read(switching, () => switching.call(leaveStaffView, {})))).toEqual({
      rows: 1,
      refused: null,
    })
    // The firm ends the view: what they may see as themselves stays theirs, and nothing else.
    await into()
    const noViews = () =>
      t.owner.query(
        `insert into dino.person_rule (user_id, effect, module, action, valid_from, reason) values ($1, 'deny', 'bt_CambioCVL', 'view', '2026-01-01', 'a test')`,
        [switching.userId],
      )
    expect(readStatusFrame(await read(switching, noViews))).toEqual({ rows: 1, refused: null })
    await t.owner.query('update dino.person_rule set ended_at = now() where user_id = $1', [switching.userId])
    expect(readStatusFrame(await read(switching, () => roleOf(switching, 'partner')))).toEqual({
      rows: 0,
      refused: 'permission.missing',
    })
  })
})

describe('account export', () => {
  test('exports a statement oldest or newest first; a hidden client gives 404', async () => {
    const account = await t.make.account()
    await t.make.movement(account.id, '100.00')
    await t.make.movement(account.id, '-30.25', 'withdrawal', '2024-03-02')
    const sent = { params: { clientId: account.clientId, accountId: account.id } }
    const response = await admin.send(listAccountMovements.exportRows, {
      ...sent,
      query: { format: 'csv', direction: 'asc' },
    })
    expect(parseCsv(response.body)).toEqual([
      ['Fecha', 'Fecha valor', 'Tipo', 'Concepto', 'Importe', 'Saldo'],
      ['2024-03-01', '2024-03-01', 'Aportación', '', '100,00', '100,00'],
      ['2024-03-02', '2024-03-02', 'Retirada', '', '-30,25', '69,75'],
    ])
    expect(await findLastAuditEvent()).toMatchObject({
      action: 'movements.exported',
      entity_id: account.id,
      after: { rows: 2 },
    })
    const hidden = await manager.send(listAccountMovements.exportRows, { ...sent, query: { format: 'csv' } })
    expect(hidden.statusCode).toBe(404)
    await expect.poll(countOpenSnapshots).toBe(0)
  })
})
