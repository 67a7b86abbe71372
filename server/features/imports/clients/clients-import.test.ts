import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decideDuplicates, getImportFaultSheet, listImportedRecords } from '#contract/imports/records.ts'
import { undoImport } from '#contract/imports.ts'
import { readXlsx } from '#test/harness/read-xlsx.ts'
import { logStatements } from '#test/harness/statement-log.ts'
import { buildWorkbook } from '../workbook/test-workbooks.ts'
import { buildDni, createClientImportFixture } from './test-client-imports.ts'

type Firm = Awaited<ReturnType<typeof createClientImportFixture>>
let fixture: Firm
beforeAll(async () => {
  fixture = await createClientImportFixture()
})
afterAll(() => fixture.t.drop())

const buildExpectedError = (status: number, code: string) => expect.objectContaining({ status, code })
const records = async (importId: string) =>
  (await fixture.admin.call(listImportedRecords.page, { params: { importId }, query: { pageSize: 200 } })).rows
const decide = async (importId: string, decision: 'skip' | 'update' | 'create', lines?: number[]) => {
  const { checkedAt } = await fixture.detail(importId)
  return fixture.admin.call(decideDuplicates, {
    params: { importId },
    body: { checkedAt: checkedAt!, decision, ...(lines && { lines }) },
  })
}
const undo = async (importId: string) => {
  const { approvalId } = await fixture.admin.call(undoImport, {
    params: { importId },
    body: { reason: 'No era el archivo' },
  })
  await fixture.letGo(approvalId)
  await fixture.run()
}
const carryOut = async (importId: string, leaveOut = false) => {
  await fixture.letGo((await fixture.submit(importId, leaveOut)).approvalId)
  await fixture.run()
  expect(fixture.failures).toEqual([])
}

describe('a file of clients', () => {
  test('imports people and companies from a messy sheet without help', async () => {
    const { manager } = fixture
    const text = [
      'Listado de clientes;;;;;;;;',
      'Oficina de Madrid, enero de 2026;;;;;;;;',
      ';;;;;;;;',
      'Núm.;Apellidos y nombre;DNI/NIE/CIF;F. nacimiento;Correo electrónico;Tfno. móvil;C.P.;Población;Gestor',
      `1;"Muñoz Gil, Íñigo";${buildDni(1)};03/02/1980;inigo@example.es;(+34) 600-112-233;28013;Madrid;${manager.cvl}`,
      ';;;;;;;;',
      `2;"Peña, Ana";1234567l;24 de diciembre de 1975;-;;8001;Barcelona;gestora única`,
      `3;Talleres Núñez, S.L.;A58818501;36526;;;;;${manager.cvl}`,
      'TOTAL;3;;;;;;;',
    ].join('\r\n')
    const id = await fixture.upload(Buffer.from(text, 'latin1'), 'clients')
    const { form, mapping } = await fixture.detail(id)
    expect(form).toMatchObject({ encoding: 'windows-1252', headingLine: 4, dates: 'dmy' })
    const columns = { name: 1, identityNumber: 2, birthDate: 3, email: 4, phone: 5, postalCode: 6, city: 7, manager: 8 }
    expect(mapping).toEqual(columns)
    expect(await fixture.check(id)).toMatchObject({ rows: 3, wrong: 0, fresh: 3, duplicates: 0 })
    const before = await fixture.countClients()
    await carryOut(id)
    expect(await fixture.countClients()).toBe(before + 3)
    expect(await fixture.findClient(buildDni(1))).toMatchObject({
      name: 'Íñigo',
      surname: 'Muñoz Gil',
      identityKind: 'dni',
      birthDate: '1980-02-03',
      phone: '+34600112233',
      province: 'Madrid',
      kycStatus: 'unverified',
    })
    expect(await fixture.findClient('01234567L')).toMatchObject({ birthDate: '1975-12-24', postalCode: '08001' })
    expect(await fixture.findClient('A58818501')).toMatchObject({
      kind: 'company',
      name: 'Talleres Núñez, S.L.',
      birthDate: '2000-01-01',
    })
    expect((await records(id)).map(({ outcome, clientCvl }) => [outcome, clientCvl !== null])).toEqual([
      ['new', true],
      ['new', true],
      ['new', true],
    ])
  })

  test('adds nothing when the same file is imported again', async () => {
    const file = ['Nombre;Apellidos;DNI;Gestor', `Eva;Dos Veces;${buildDni(50)};${fixture.manager.cvl}`].join('\n')
    await fixture.imported(file, 'clients')
    const before = await fixture.countClients()
    const again = await fixture.upload(file, 'clients')
    const checked = await fixture.check(again)
    expect(checked).toMatchObject({ fresh: 0, known: 1, duplicates: 1 })
    expect(checked.sameFileId).not.toBeNull()
    await expect(fixture.submit(again)).rejects.toEqual(buildExpectedError(409, 'import.nothing'))
    expect(await fixture.countClients()).toBe(before)
  })

  test('refuses by the rules of the form, and returns wrong rows as a sheet', async () => {
    const { cvl } = fixture.manager
    const content = await buildWorkbook({
      rows: [
        [1, ['Clientes nuevos']],
        [3, ['Nombre', 'Apellidos', 'DNI', 'Fecha de nacimiento', 'Email', 'CP', 'Provincia', 'Gestor']],
        [4, ['Bien', 'Está', buildDni(60), null, null, null, null, cvl]],
        [5, ['Mal', 'Letra', '12345678A', '05/03/20', 'no es correo', '99999', null, cvl]],
        [6, ['Otra', 'Provincia', buildDni(61), '31/12/2050', null, '28001', 'Sevilla', 'Nadie Conocido']],
        [7, ['Sin', 'Gestor', buildDni(62), null, null, null, null, 'Nadie Conocido']],
        [8, ['=1+1', 'Fórmula', buildDni(60), null, null, null, null, cvl]],
      ],
    })
    const id = await fixture.upload(content, 'clients')
    expect(await fixture.detail(id)).toMatchObject({ sheets: ['Clientes & más'], form: { sheet: 0, headingLine: 3 } })
    expect(await fixture.check(id)).toMatchObject({ rows: 5, wrong: 5, fresh: 0 })
    const found = (await fixture.faults(id)).map(({ line, field, fault }) => `${line} ${field} ${fault}`)
    expect(found.sort()).toEqual([
      '4 identityNumber differs',
      '5 birthDate century',
      '5 email email',
      '5 identityNumber identityNumber',
      '6 birthDate future',
      '6 province otherProvince',
      '7 manager manager',
      '8 identityNumber differs',
    ])
    const sheet = await fixture.admin.send(getImportFaultSheet, { params: { importId: id } })
    const [{ rows }] = readXlsx(sheet.rawPayload) as [ReturnType<typeof readXlsx>[number]]
    expect(rows[0]?.map((cell) => cell?.value)).toEqual([
      'Nombre',
      'Apellidos',
      'DNI',
      'Fecha de nacimiento',
      'Email',
      'CP',
      'Provincia',
      'Gestor',
      'Error',
    ])
    expect(rows).toHaveLength(6)
    expect(rows[2]?.[8]?.value).toContain('Correo: Correo no válido')
    expect(rows[5]?.[0]).toMatchObject({ kind: 'text', value: '=1+1' })
  })

  test('writes over the existing client what a decision says, and takes it back', async () => {
    const { manager } = fixture
    const known = await fixture.t.make.client({
      name: 'Clara',
      surname: 'Conocida Rey',
      identityNumber: buildDni(70),
      email: 'clara@example.es',
      phone: '+34611000000',
      staff: { manager: manager.id },
    })
    await fixture.t.db.updateTable('client').set({ identityKind: 'dni' }).where('id', '=', known.id).execute()
    const id = await fixture.upload(
      [
        'Nombre;Apellidos;DNI;Correo;Teléfono;Gestor',
        `Clara;Conocida Rey;${buildDni(70)};otra@example.es;622 000 000;${manager.cvl}`,
        `Clara;Conocida Reyes;;clara@example.es;;${manager.cvl}`,
      ].join('\n'),
      'clients',
    )
    expect(await fixture.check(id)).toMatchObject({ fresh: 0, known: 2, duplicates: 2 })
    expect(
      (await records(id)).map(({ clientId, duplicateBy, mayUpdate, mayCreate }) => [
        clientId,
        duplicateBy,
        mayUpdate,
        mayCreate,
      ]),
    ).toEqual([
      [known.id, 'identity', true, false],
      [known.id, 'email', true, true],
    ])
    await expect(decide(id, 'create', [2])).rejects.toEqual(buildExpectedError(409, 'import.decisionNotAllowed'))
    await decide(id, 'update', [2])
    expect(await decide(id, 'create', [3])).toMatchObject({ fresh: 2, known: 0 })
    expect((await records(id))[0]).toMatchObject({ outcome: 'changed', changes: 'phone', kept: 'email' })
    const before = await fixture.countClients()
    await carryOut(id)
    expect(await fixture.countClients()).toBe(before + 1)
    expect(await fixture.findClient(buildDni(70))).toMatchObject({ phone: '+34622000000', email: 'clara@example.es' })
    await undo(id)
    expect((await fixture.detail(id)).state).toBe('undone')
    expect(await fixture.countClients()).toBe(before)
    expect(await fixture.findClient(buildDni(70))).toMatchObject({ phone: '+34611000000' })
  })

  test('keeps what a second person confirms: region of taxation, residence, and a lower risk', async () => {
    const { manager } = fixture
    const known = await fixture.t.make.client({
      name: 'Rita',
      surname: 'Ilhas',
      identityNumber: buildDni(75),
      staff: { manager: manager.id },
    })
    const there = { identityKind: 'dni', country: 'PT', postalCode: '1100-053', riskLevel: 4 } as const
    await fixture.t.db.updateTable('client').set(there).where('id', '=', known.id).execute()
    const id = await fixture.upload(
      [
        'Nombre;Apellidos;DNI;Teléfono;País;CP;Nivel de riesgo;Gestor',
        `Rita;Ilhas;${buildDni(75)};622000001;Portugal;9500-150;1;${manager.cvl}`,
      ].join('\n'),
      'clients',
    )
    await fixture.check(id)
    await decide(id, 'update', [2])
    expect((await records(id))[0]).toMatchObject({ changes: 'phone', kept: 'riskLevel,postalCode' })
    await carryOut(id)
    expect(await fixture.findClient(buildDni(75))).toMatchObject({ ...there, phone: '+34622000001' })
  })

  test('refuses the undo once something hangs on a client, and names the row', async () => {
    const { manager } = fixture
    const id = await fixture.imported(
      [
        'Nombre;Apellidos;DNI;Gestor',
        `Uno;Libre;${buildDni(80)};${manager.cvl}`,
        `Dos;Con Cuenta;${buildDni(81)};${manager.cvl}`,
      ].join('\n'),
      'clients',
    )
    const held = await fixture.findClient(buildDni(81))
    await fixture.t.make.account({ clientId: held!.id })
    await expect(undo(id)).rejects.toEqual(buildExpectedError(409, 'import.undoBlocked'))
    expect(await fixture.faults(id)).toEqual([{ line: 3, field: null, fault: 'hangs', value: 'account' }])
    expect(await fixture.detail(id)).toMatchObject({ state: 'imported', obstacles: 1 })
    expect(await fixture.findClient(buildDni(80))).toBeDefined()
  })

  test('reveals only the existence of clients outside the scope, and counts each answer', async () => {
    const { t, manager } = fixture
    await t.owner.query(
      `insert into dino.role_grant (role, module, actions, scope) values
         ('supervisor', 'bt_Importar', '{view,create}', 'team'), ('supervisor', 'bt_Clientes', '{view,create,edit}', 'team')`,
    )
    const chief = await t.make.employee({ name: 'Jefa', position: 'supervisor' })
    const supervisor = await t.as('supervisor', chief.cvl)
    await t.make.client({
      name: 'Oculta',
      surname: 'De Otra',
      identityNumber: buildDni(90),
      staff: { manager: manager.id },
    })
    const file = [
      'Nombre;Apellidos;DNI;Gestor',
      `Oculta;De Otra;${buildDni(90)};${chief.cvl}`,
      `Nueva;Propia;${buildDni(91)};${chief.cvl}`,
    ]
    const id = await fixture.upload(file.join('\n'), 'clients', supervisor)
    expect(await fixture.check(id, supervisor)).toMatchObject({ fresh: 1, known: 1, duplicates: 1 })
    const { rows } = await supervisor.call(listImportedRecords.page, {
      params: { importId: id },
      query: { pageSize: 10 },
    })
    expect(rows[0]).toMatchObject({
      outcome: 'duplicate',
      isOutside: true,
      duplicateBy: 'identity',
      clientId: null,
      clientName: null,
      clientCvl: null,
      mayUpdate: false,
      mayCreate: false,
    })
    const audited = await t.owner.query(
      `select count(*)::int as count from dino.audit_event where action = 'client.duplicatesSearched' and after ->> 'import' = $1`,
      [id],
    )
    expect(audited.rows[0].count).toBe(1)
    const many = Array.from({ length: 201 }, (_, n) => `X;Y${n};${buildDni(10_000 + n)};${chief.cvl}`)
    const large = await fixture.upload(['Nombre;Apellidos;DNI;Gestor', ...many].join('\n'), 'clients', supervisor)
    await expect(fixture.check(large, supervisor)).rejects.toEqual(buildExpectedError(429, 'import.comparedLimit'))
  })

  test('a thousand rows take as many statements as ten', async () => {
    const build = (count: number, from: number) =>
      [
        'Nombre;Apellidos;DNI;Correo;Gestor',
        ...Array.from(
          { length: count },
          (_, n) =>
            `Nombre ${n};Apellido ${from + n};${buildDni(from + n)};n${from + n}@example.es;${fixture.manager.cvl}`,
        ),
      ].join('\n')
    const count = async (rows: number, from: number) => {
      const id = await fixture.upload(build(rows, from), 'clients')
      const checked = await logStatements(() => fixture.check(id))
      await fixture.letGo((await fixture.submit(id)).approvalId)
      const done = await logStatements(() => fixture.run())
      expect(await fixture.detail(id)).toMatchObject({ state: 'imported', fresh: rows, done: rows })
      return checked.sent.length + done.sent.length
    }
    const few = await count(10, 20_000)
    expect(await count(1000, 30_000)).toBeLessThan(few + 20)
    expect(fixture.failures).toEqual([])
  })
})
