import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAgendaImportFixture } from '../agenda/test-agenda-imports.ts'
import { buildDni } from '../clients/test-client-imports.ts'

let fixture: Awaited<ReturnType<typeof createAgendaImportFixture>>
beforeAll(async () => {
  fixture = await createAgendaImportFixture()
})
afterAll(() => fixture.t.drop())

test('notes calls once, takes new contacts to contacted, and deactivates the calls again', async () => {
  const { id: contactId } = await fixture.makeContact({
    name: 'Rosa',
    surname: 'Llamada Sol',
    email: 'rosa@calls.example',
  })
  const client = await fixture.t.make.client({
    identityNumber: buildDni(300),
    staff: { manager: fixture.manager.id },
  })
  const { cvl } = fixture.manager
  const file = [
    'Fecha;Hora;Contacto;Cliente;Resultado;Motivo;Duración;Gestor',
    `01/06/2026;9:30;rosa@calls.example;;No contesta;Primer contacto;0;${cvl}`,
    `02/06/2026 10:15;;Rosa Llamada Sol;;answered;;12;${cvl}`,
    `03/06/2026;;;${buildDni(300)};Cita;Vencimiento;0:03:20;${cvl}`,
    `03/06/2026;;Nadie Así;;Cita;;;${cvl}`,
    `03/06/2026;25:00;rosa@calls.example;;Cita;;;${cvl}`,
    `03/07/2026;;rosa@calls.example;;Cita;;;${cvl}`,
    `03/06/2026;;;;Cita;;;${cvl}`,
    `03/06/2026;;rosa@calls.example;${client!.cvl};Cita;;;${cvl}`,
    `03/06/2026;;;D99999999;Cita;;;${cvl}`,
    `03/06/2026;;rosa@calls.example;;Quizás;;;${cvl}`,
    `01/06/2026;9:30;rosa@calls.example;;No contesta;Primer contacto;0;${cvl}`,
  ]
  const id = await fixture.uploadLines(file, 'calls')
  expect(await fixture.check(id)).toMatchObject({ fresh: 3, wrong: 8 })
  expect(await fixture.listFaults(id)).toEqual([
    '10 client client',
    '11 callOutcome word',
    '12 calledOn repeated',
    '5 contact contact',
    '6 calledTime time',
    '7 calledOn future',
    '8 contact missing',
    '9 contact invalid',
  ])
  await fixture.carryOut(id, true)
  const noted = () =>
    fixture.query(
      `select contact_id::text as contact, client_id::text as client, called_on::text as day, called_time::text as time, outcome, reason, duration_seconds as seconds,
              employee_id::text as owner, deactivated_at is null as "isActive"
         from dino.call where external_ref like 'import:${id}:%' order by called_on`,
    )
  const written = [
    ['2026-06-01', '09:30:00', 'no_answer', 'first_contact', 0],
    ['2026-06-02', '10:15:00', 'reached', null, 720],
  ].map(([day, time, outcome, reason, seconds]) => ({
    contact: contactId,
    client: null,
    day,
    time,
    outcome,
    reason,
    seconds,
    owner: fixture.manager.id,
    isActive: true,
  }))
  expect(await noted()).toEqual([
    ...written,
    {
      contact: null,
      client: client!.id,
      day: '2026-06-03',
      time: null,
      outcome: 'meeting',
      reason: 'maturity',
      seconds: 200,
      owner: fixture.manager.id,
      isActive: true,
    },
  ])
  expect(await fixture.findContact('rosa@calls.example')).toMatchObject({ stage: 'contacted' })
  expect(await fixture.countEvents('call.logged', id)).toBe(3)
  expect(await fixture.countEvents('contact.moved', id)).toBe(1)
  const again = await fixture.uploadLines(file, 'calls')
  expect(await fixture.check(again)).toMatchObject({ fresh: 0, known: 3 })
  await fixture.undo(id)
  expect((await noted()).map((call) => (call as { isActive: boolean }).isActive)).toEqual([false, false, false])
  expect(await fixture.findContact('rosa@calls.example')).toMatchObject({ stage: 'new' })
})

test('refuses calls to relatives, restricted clients and people out of reach', async () => {
  const { t, manager } = fixture
  const { chief, supervisor } = await fixture.makeSupervisor()
  const own = { staff: { manager: chief.id } }
  const relative = await t.make.client({ identityNumber: buildDni(310), ...own })
  const restricted = await t.make.client({ identityNumber: buildDni(311), ...own })
  const foreign = await t.make.client({ identityNumber: buildDni(312), staff: { manager: manager.id } })
  await t.owner.query(
    `insert into dino.declared_relative (employee_id, relative_client_id, relation, declared_by) values (${chief.id}, ${relative!.id}, 'sibling', 1)`,
  )
  await t.owner.query(`update dino.client set restricted_at = now() where id = ${restricted!.id}`)
  await fixture.makeContact({ name: 'Ajena', surname: 'Del Todo', email: 'ajena@calls.example' })
  await t.owner.query(
    `insert into dino.call (client_id, called_on, duration_seconds, outcome, employee_id) values (${foreign!.id}, '2026-06-01', 0, 'reached', ${chief.id})`,
  )
  const id = await fixture.uploadLines(
    [
      'Fecha;Contacto;Cliente;Resultado;Gestor',
      `01/06/2026;;${buildDni(310)};reached;`,
      `01/06/2026;;${buildDni(311)};reached;`,
      `01/06/2026;;${buildDni(312)};reached;`,
      '01/06/2026;ajena@calls.example;;reached;',
      `01/06/2026;;${relative!.cvl};reached;${manager.cvl}`,
    ],
    'calls',
    supervisor,
  )
  expect(await fixture.check(id, supervisor)).toMatchObject({ fresh: 0, known: 0, wrong: 5 })
  expect(await fixture.listFaults(id)).toEqual([
    '2 client ownRecord',
    '3 client restricted',
    '4 client client',
    '5 contact contact',
    '6 client ownRecord',
  ])
})
