import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportClientReports, maxReportMovements, printClientReport, reportSections } from '#contract/client-reports.ts'
import { getClientCapitalTrend } from '#contract/clients/capital-trend.ts'
import { getClient } from '#contract/clients/client.ts'
import { addExternalProduct } from '#contract/external-positions/products.ts'
import { addExternalPosition } from '#contract/external-positions.ts'
import { ledgers } from '#rules/ledgers.ts'
import { getValueFormatter } from '#server/reports/value-formatter.ts'
import { readPdf } from '#test/harness/read-pdf.ts'
import { unzip } from '#test/harness/read-xlsx.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

let t: Awaited<ReturnType<typeof createTestTenant>>
let admin: Awaited<ReturnType<typeof t.as>>
beforeAll(async () => {
  t = await createTestTenant('dino')
  admin = await t.as('admin')
})
afterAll(() => t.drop())

const today = '2026-06-15'
const { money, rate } = getValueFormatter('spanish', 'Europe/Madrid')
type ReportQuery = { on?: string; from?: string; to?: string; sections?: string }
const allSections = reportSections.join(',')

const sendReport = (clientId: string, query: ReportQuery = {}, caller = admin) =>
  caller.send(printClientReport, {
    params: { clientId },
    query: { on: today, from: '2024-01-01', sections: allSections, ...query },
  })
const readReport = async (clientId: string, query: ReportQuery = {}, caller = admin) => {
  const answer = await sendReport(clientId, query, caller)
  expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200)
  const { pages, title, source } = readPdf(answer.rawPayload)
  return { texts: pages.flat(), pages: pages.length, title, source }
}
const joinWithoutSpaces = (pieces: readonly string[]): string => pieces.join('').replace(/\s/g, '')

/** A client with an account of their own, one that they share, one that another holds first, and one that ended. */
const createInvestor = async () => {
  const client = await t.make.client({ name: 'Eva', surname: 'Dávila Ñúñez', checked: true })
  const other = await t.make.client({ name: 'Luis', surname: 'Otero' })
  const product = await t.make.product({ payout: 'yearly' })
  const terms = { productId: product.id, rate: '4.000000', bonusRate: '0.500000', openedOn: '2026-01-10' }
  const own = await t.make.account({ ...terms, clientId: client.id, expiresOn: '2028-01-10' })
  const shared = await t.make.account({ ...terms, clientId: client.id, holders: [other.id] })
  const elsewhere = await t.make.account({ ...terms, clientId: other.id, holders: [client.id] })
  await t.make.movement(own.id, '10000.00', 'contribution', '2026-01-10')
  await t.make.movement(own.id, '-1500.00', 'withdrawal', '2026-05-20')
  await t.make.movement(own.id, '31.41', 'interest', '2026-06-01')
  await t.make.movement(shared.id, '777.77', 'contribution', '2026-02-01')
  await t.make.movement(elsewhere.id, '333.33', 'contribution', '2026-02-01')
  return { client, other, own, shared, elsewhere }
}

describe('report of a client', () => {
  test('a report of today equals the page of its client to the cent', async () => {
    const { client } = await createInvestor()
    const page = await admin.call(getClient, { params: { clientId: client.id } })
    const { texts, title, source } = await readReport(client.id)
    expect(title).toBe('Informe de posición')
    expect(source).toContain('/S /Figure')
    const shown = [page.capital, page.balance, page.counted.active.interestToDate, page.joint.part]
    expect(texts).toEqual(expect.arrayContaining(shown.map(money)))
    for (const { balance, interestToDate, rate: annual, holders } of page.accounts) {
      expect(texts).toEqual(expect.arrayContaining([money(balance), money(interestToDate), rate(annual)]))
      for (const { part } of holders) expect(joinWithoutSpaces(texts)).toContain(money(part!).replace(/\s/g, ''))
    }
    expect(page.accounts).toHaveLength(3)
    expect(page.counted.active.interestToDate).not.toBe('0.00')
  })

  test('a report of a past day counts only what was booked up to it', async () => {
    const { client, own } = await createInvestor()
    await t.owner.query(`update dino.account set status = 'expired', closed_on = '2026-06-10' where id = $1`, [own.id])
    const { texts } = await readReport(client.id, { on: '2026-05-19', sections: 'accounts,endedAccounts' })
    // 10,000 and 777.77: before the withdrawal and the interest, and while the account was open.
    expect(texts).toEqual(expect.arrayContaining([money('10777.77'), money('10000.00')]))
    expect(texts).toContain('Sin cuentas vencidas ni canceladas en esta fecha.')
    const later = await readReport(client.id, { on: '2026-06-12', sections: 'accounts,endedAccounts' })
    expect(later.texts).toContain(money('777.77'))
    expect(later.texts).not.toContain(money('10777.77'))
    expect(later.texts).not.toContain('Sin cuentas vencidas ni canceladas en esta fecha.')
  })

  test('interest to date of a past day is what was earned by then', async () => {
    const client = await t.make.client()
    const product = await t.make.product({ dayCount: 'ACT/365F' })
    const account = await t.make.account({
      clientId: client.id,
      productId: product.id,
      rate: '3.650000',
      openedOn: '2026-01-01',
    })
    await t.make.movement(account.id, '10000.00', 'contribution', '2026-01-01')
    // 10,000 at 3.65 % is a euro a day, and 31 days lie between.
    const { texts } = await readReport(client.id, { on: '2026-02-01', from: '2026-01-01', sections: 'accounts' })
    expect(texts).toContain(money('31.00'))
  })

  test('the chart of a report ends with the capital of the page', async () => {
    const { client } = await createInvestor()
    const trend = await admin.call(getClientCapitalTrend, { params: { clientId: client.id } })
    const { rows } = await t.owner.query<{ sum: string }>(
      `select -sum(p.amount) as sum from dino.posting p join dino.account a on a.id = p.account_id join dino.journal j on j.id = p.journal_id
        where a.client_id = $1 and p.ledger = ${ledgers.capital} and dino.is_principal(j.kind)`,
      [client.id],
    )
    const { texts } = await readReport(client.id, { sections: 'growth' })
    expect(trend.points.at(-1)!.value).toBe(rows[0]!.sum)
    expect(texts).toEqual(expect.arrayContaining(['05/26', '06/26', money(rows[0]!.sum)]))
  })

  test('movements of the days stand in a report with the balance that each left', async () => {
    const { client } = await createInvestor()
    const { texts } = await readReport(client.id, { from: '2026-05-01', to: '2026-05-31', sections: 'movements' })
    expect(texts).toEqual(expect.arrayContaining(['20/05/2026', money('-1500.00'), money('8500.00')]))
    expect(texts).not.toContain(money('31.41'))
  })

  test('positions elsewhere follow their day and the right of the caller', async () => {
    const { client } = await createInvestor()
    const { id: productId } = await admin.call(addExternalProduct, {
      body: { institution: 'Banco Ajeno', name: 'Fondo azul', kind: 'fund', terms: '' },
    })
    await admin.call(addExternalPosition, {
      params: { clientId: client.id },
      body: { productId, description: '', since: '2026-03-01', amount: '5000.00', asOf: '2026-03-01' },
    })
    const page = await admin.call(getClient, { params: { clientId: client.id } })
    const seen = await readReport(client.id, { sections: 'externalPositions' })
    expect(seen.texts).toEqual(expect.arrayContaining(['Banco Ajeno', money('5000.00'), money(page.wealth!.net)]))
    const before = await readReport(client.id, { on: '2026-02-28', sections: 'externalPositions' })
    expect(before.texts).toContain('Sin posiciones en otras entidades.')
    const { cvl } = await t.make.employee()
    const blind = await t.as('direction', cvl)
    await t.owner.query(
      `insert into dino.person_rule (user_id, effect, module, action, valid_from, reason) values ($1, 'deny', 'bt_Productos_Externos', 'view', $2, 'a test')`,
      [blind.userId, today],
    )
    const unseen = await readReport(client.id, { sections: 'externalPositions' }, blind)
    expect(unseen.texts).toContain('No disponible.')
    expect(unseen.texts).not.toContain('Banco Ajeno')
  })

  test('an empty client has a report that says what there is not', async () => {
    const client = await t.make.client()
    const { texts } = await readReport(client.id)
    for (const none of ['Sin cuentas abiertas', 'Sin movimientos hasta', 'Sin cuentas compartidas'])
      expect(texts.some((text) => text.startsWith(none))).toBe(true)
  })

  test.each(['ثم نفس سقطت وبالتحديد،', '<script>alert(1)</script>', '\u202etest\u202e', 'Ṱ̺̺̕o͞ ̷i̲̬͇̪͙n̝̗͕v̟̜̘̦͟o̶̙̰̠kè͚̮̺̪̹̱̤', 'W'.repeat(200)])(
    'a report is made for a client named %j',
    async (name) => {
      const client = await t.make.client({ name, surname: '田中' })
      await t.make.account({ clientId: client.id })
      const { texts } = await readReport(client.id)
      expect(texts.join(' ')).toContain('□')
    },
  )

  test('sixty accounts and five thousand movements are a report, one more is refused', async () => {
    const client = await t.make.client()
    const accounts = await Promise.all(Array.from({ length: 60 }, () => t.make.account({ clientId: client.id })))
    await t.owner.query('set search_path to dino')
    const post = (lines: number, key: string) =>
      t.owner.query(
        `with j as (insert into journal (kind, booking_date, value_date, lines, idempotency_key, request_hash, source)
           values ('contribution', '2026-05-05', '2026-05-05', $2::int + 1, $3, 'x', 'test') returning id)
         insert into posting (journal_id, line, ledger, account_id, amount, booking_date)
           select id, n, 3, $1::bigint, -0.01, date '2026-05-05' from j, generate_series(1, $2::int) n
           union all select id, $2::int + 1, 1, null, 0.01 * $2::int, date '2026-05-05' from j`,
        [accounts[0]!.id, lines, key],
      )
    await post(maxReportMovements, 'test:report:many')
    const { texts, pages } = await readReport(client.id)
    expect(pages).toBeGreaterThan(50)
    expect(texts.filter((text) => text === money('0.01')).length).toBeGreaterThanOrEqual(maxReportMovements)
    await post(1, 'test:report:more')
    const refused = await sendReport(client.id)
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'report.tooMany'])
    expect((await sendReport(client.id, { sections: 'accounts' })).statusCode).toBe(200)
  })

  test('a report is in the language of its client and audited', async () => {
    const client = await t.make.client()
    await t.owner.query(`update dino.client set idioma = 'portuguese' where id = $1`, [client.id])
    expect((await readReport(client.id, { sections: 'data' })).title).toBe('Relatório de posição')
    const { rows } = await t.owner.query(
      `select after from dino.audit_event where action = 'clientReport.printed' and entity_id = $1`,
      [client.id],
    )
    expect(rows).toEqual([{ after: { day: today, from: '2024-01-01', to: today } }])
  })

  test.each([
    [{ on: '2026-06-16' }, { on: 'future' }],
    [{ on: '2026-06-01', to: '2026-06-02' }, { to: 'too_big' }],
    [{ from: '2026-06-10', to: '2026-06-09' }, { to: 'too_small' }],
  ])('refuses a report of %j, naming the field', async (query, fields) => {
    const client = await t.make.client()
    const answer = await sendReport(client.id, query)
    expect([answer.statusCode, answer.json().fields]).toEqual([400, fields])
  })
})

describe('reports of many clients', () => {
  const options = { on: today, from: '2026-05-01', sections: ['data' as const, 'accounts' as const] }
  const exportReports = (selection: object, caller = admin) =>
    caller.send(exportClientReports, { body: { selection, options } as never })
  const readResults = (files: Map<string, Buffer>): string[] =>
    files.get('resultados.csv')!.toString('utf8').replace('\ufeff', '').trim().split('\r\n').slice(1)

  test('exports the report of each client in scope, equal to the single one', async () => {
    const mine = await t.make.employee()
    const eva = await t.make.client({ name: 'Eva', surname: 'A/Z', staff: { manager: mine.id } })
    const ana = await t.make.client({ name: '=cmd()', surname: '', staff: { manager: mine.id } })
    const foreign = await t.make.client()
    const manager = await t.as('manager', mine.cvl)
    const answer = await exportReports({ by: 'clients', clientIds: [eva.id, ana.id, foreign.id] }, manager)
    expect(answer.headers).toMatchObject({ 'content-type': 'application/zip', 'x-total-rows': '2' })
    const files = unzip(answer.rawPayload)
    const name = `${eva.cvl}-A_Z_ Eva.pdf`
    expect([...files.keys()].sort()).toEqual([`${ana.cvl}-_cmd__.pdf`, name, 'resultados.csv'].sort())
    const single = await sendReport(eva.id, { from: '2026-05-01', sections: 'data,accounts' }, manager)
    expect(readPdf(files.get(name)!).pages).toEqual(readPdf(single.rawPayload).pages)
    expect(readResults(files)).toContain(`${ana.cvl};'=cmd();${ana.cvl}-_cmd__.pdf;Generado`)
  })

  test('exports what the list shows, and lists the client without report', async () => {
    const mine = await t.make.employee()
    const one = await t.make.client({ name: 'Filtrada', surname: 'Una', staff: { manager: mine.id } })
    const two = await t.make.client({ name: 'Filtrada', surname: 'Dos', staff: { manager: mine.id } })
    const account = await t.make.account({ clientId: two.id })
    await t.owner.query('set search_path to dino')
    await t.owner.query(
      `with j as (insert into journal (kind, booking_date, value_date, lines, idempotency_key, request_hash, source)
         values ('contribution', '2026-05-05', '2026-05-05', 5002, 'test:reports:many', 'x', 'test') returning id)
       insert into posting (journal_id, line, ledger, account_id, amount, booking_date)
         select id, n, 3, $1::bigint, -0.01, date '2026-05-05' from j, generate_series(1, 5001) n
         union all select id, 5002, 1, null, 50.01, date '2026-05-05' from j`,
      [account.id],
    )
    const selection = { by: 'filter', filter: { search: 'filtrada', manager: [mine.id] } }
    const answer = await admin.send(exportClientReports, {
      body: { selection, options: { ...options, sections: ['movements'] } } as never,
    })
    const files = unzip(answer.rawPayload)
    expect(files.size).toBe(2)
    expect(readResults(files)).toEqual([
      `${two.cvl};"Dos, Filtrada";;"Sin generar: 5001 movimientos en el periodo, más de 5.000"`,
      `${one.cvl};"Una, Filtrada";${one.cvl}-Una_ Filtrada.pdf;Generado`,
    ])
    const nobody = await exportReports({ by: 'filter', filter: { search: 'nobody at all' } })
    expect([nobody.statusCode, nobody.json().code]).toEqual([409, 'export.nothing'])
  })
})
