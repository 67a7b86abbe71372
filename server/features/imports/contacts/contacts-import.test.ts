import { afterAll, beforeAll, expect, test } from 'vitest'
import { logCall } from '#contract/calls.ts'
import { listContacts } from '#contract/contacts.ts'
import { decideDuplicates } from '#contract/imports/records.ts'
import { createAgendaImportFixture } from '../agenda/test-agenda-imports.ts'

const buildExpectedError = (status: number, code: string) => expect.objectContaining({ status, code })

let fixture: Awaited<ReturnType<typeof createAgendaImportFixture>>
beforeAll(async () => {
  fixture = await createAgendaImportFixture()
})
afterAll(() => fixture.t.drop())

test('writes contacts with words of the lists of the firm, and deletes them again', async () => {
  await fixture.t.owner.query(`insert into dino.contact_type (name) values ('Empresário')`)
  const id = await fixture.uploadLines(
    [
      'Contacto;Correo;Teléfono;Tipo;Importe;Inversiones;LOPD;Observaciones;Gestor',
      `Ruiz Gil, Marta;marta@file.example;600 112 233;empresario;12.500,50;Sí;01/03/2026;"Vive en
Ávila";${fixture.manager.cvl}`,
      'Luis Sanz;luis@file.example;;;;;;;gestora unica',
      'Ana Mal;no es correo;123;;-5;;;;Nadie',
      'Eva Rara;eva@file.example;;Astronauta;;;01/03/2027;;Gestora Única',
      'Sin Gestor;sin@file.example;;;;;;;',
    ],
    'contacts',
  )
  expect(await fixture.check(id)).toMatchObject({ rows: 5, fresh: 2, wrong: 3, duplicates: 0 })
  expect(await fixture.listFaults(id)).toEqual([
    '5 amount sign',
    '5 email email',
    '5 phone phone',
    '6 contactType word',
    '7 owner owner',
  ])
  await fixture.carryOut(id, true)
  const { rows } = await fixture.admin.call(listContacts.page, { query: { search: 'file.example' } })
  expect(
    rows.map(({ fullName, phone, amount, wantsInvestments, lopdOn, typeName, stage, ownerCvl }) => [
      fullName,
      phone,
      amount,
      wantsInvestments,
      lopdOn,
      typeName,
      stage,
      ownerCvl,
    ]),
  ).toEqual(
    expect.arrayContaining([
      ['Ruiz Gil, Marta', '+34600112233', '12500.50', true, '2026-03-01', 'Empresário', 'new', fixture.manager.cvl],
      ['Luis Sanz', null, null, false, null, null, 'new', fixture.manager.cvl],
    ]),
  )
  expect(
    (await fixture.records(id)).map(({ subject, contactName, outcome }) => [subject, contactName, outcome]),
  ).toEqual([
    ['Marta Ruiz Gil', 'Ruiz Gil, Marta', 'new'],
    ['Luis Sanz', 'Luis Sanz', 'new'],
  ])
  expect(await fixture.countEvents('contact.created', id)).toBe(2)
  const again = await fixture.uploadLines(
    ['Contacto;Correo;Gestor', 'Luis Sanz;luis@file.example;Gestora Única', 'Otra;otra@file.example;Gestora Única'],
    'contacts',
  )
  expect(await fixture.check(again)).toMatchObject({ fresh: 1, known: 1, duplicates: 1 })
  await fixture.undo(id)
  expect((await fixture.findContact('luis@file.example'))?.isDeleted).toBe(true)
  expect(await fixture.check(again)).toMatchObject({ fresh: 2, known: 0, duplicates: 0 })
})

test('waits for a decision on who may be there, or in a line above', async () => {
  await fixture.makeContact({ name: 'Clara', surname: 'Conocida', email: 'clara@there.example' })
  await fixture.t.make.client({
    name: 'Pedro',
    surname: 'Cliente',
    phone: '+34611222333',
    staff: { manager: fixture.manager.id },
  })
  const id = await fixture.uploadLines(
    [
      'Nombre;Apellidos;Correo;Teléfono;Gestor',
      `Clara;Conocida;clara@there.example;;${fixture.manager.cvl}`,
      `Pedro;Cliente;;611 222 333;${fixture.manager.cvl}`,
      `Nuevo;Del Todo;nuevo@there.example;;${fixture.manager.cvl}`,
      `Nuevo;Del Toro;nuevo@there.example;;${fixture.manager.cvl}`,
      `Hermana;Distinta;nuevo@there.example;;${fixture.manager.cvl}`,
    ],
    'contacts',
  )
  expect(await fixture.check(id)).toMatchObject({ fresh: 2, known: 3, duplicates: 3 })
  expect(
    (await fixture.records(id)).map(({ line, outcome, duplicateBy, contactName, clientName, mayUpdate, mayCreate }) => [
      line,
      outcome,
      duplicateBy,
      contactName ?? clientName,
      mayUpdate,
      mayCreate,
    ]),
  ).toEqual([
    [2, 'duplicate', 'email', 'Conocida, Clara', false, true],
    [3, 'duplicate', 'phone', 'Cliente, Pedro', false, true],
    [4, 'new', '', null, false, false],
    [5, 'duplicate', 'email', null, false, true],
    [6, 'new', '', null, false, false],
  ])
  const { checkedAt } = await fixture.detail(id)
  const decide = (decision: 'create' | 'update', lines: number[]) =>
    fixture.admin.call(decideDuplicates, {
      params: { importId: id },
      body: { checkedAt: checkedAt!, decision, lines },
    })
  await expect(decide('update', [2])).rejects.toEqual(buildExpectedError(409, 'import.decisionNotAllowed'))
  expect(await decide('create', [2])).toMatchObject({ fresh: 3, known: 2 })
  await fixture.carryOut(id)
  expect(await fixture.countEvents('contact.created', id)).toBe(3)
})

test('refuses the undo once something was done with one of them', async () => {
  const id = await fixture.imported(
    ['Nombre;Correo;Gestor', `Llamado;llamado@there.example;${fixture.manager.cvl}`].join('\n'),
    'contacts',
  )
  const contact = await fixture.findContact('llamado@there.example')
  const caller = await fixture.t.as('admin', fixture.manager.cvl)
  await caller.call(logCall, {
    body: {
      contactId: contact!.id,
      clientId: null,
      calledOn: '2026-06-10',
      calledTime: null,
      reason: 'other',
      outcome: 'reached',
      feedback: '',
      observations: '',
      durationMinutes: 0,
      attempts: 1,
    },
  })
  await expect(fixture.undo(id)).rejects.toEqual(buildExpectedError(409, 'import.undoBlocked'))
  expect(await fixture.listFaults(id)).toEqual(['2 null changedSince'])
  expect((await fixture.findContact('llamado@there.example'))?.isDeleted).toBe(false)
})

test('reveals only the existence of contacts outside the scope, and counts each answer', async () => {
  const { supervisor } = await fixture.makeSupervisor()
  await fixture.makeContact({ name: 'Oculto', surname: 'Contacto', email: 'oculto@there.example' })
  const id = await fixture.uploadLines(
    [
      'Nombre;Apellidos;Correo;Gestor',
      'Oculto;Contacto;oculto@there.example;',
      `Otro;Nuevo;o@there.example;${fixture.manager.cvl}`,
    ],
    'contacts',
    supervisor,
  )
  expect(await fixture.check(id, supervisor)).toMatchObject({ known: 1, fresh: 0, duplicates: 1, wrong: 1 })
  const [row] = await fixture.records(id, supervisor)
  expect(row).toMatchObject({
    duplicateBy: 'email',
    isOutside: true,
    contactId: null,
    contactName: null,
    mayCreate: true,
  })
  expect(await fixture.listFaults(id)).toEqual(['3 owner owner'])
  const many = Array.from({ length: 200 }, (_, n) => `Muchos;Contacto ${n};m${n}@there.example;`)
  const large = await fixture.uploadLines(['Nombre;Apellidos;Correo;Gestor', ...many], 'contacts', supervisor)
  await expect(fixture.check(large, supervisor)).rejects.toEqual(buildExpectedError(429, 'import.comparedLimit'))
})
