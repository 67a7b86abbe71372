import { afterAll, beforeAll, expect, test } from 'vitest'
import { getMeeting } from '#contract/meetings.ts'
import { createAgendaImportFixture } from '../agenda/test-agenda-imports.ts'

let fixture: Awaited<ReturnType<typeof createAgendaImportFixture>>
beforeAll(async () => {
  fixture = await createAgendaImportFixture()
})
afterAll(() => fixture.t.drop())

test('writes meetings with who takes part, and cancels them again', async () => {
  const { cvl } = fixture.manager
  const { id: contactId } = await fixture.makeContact({ name: 'Inés', surname: 'Reunida', email: 'ines@meet.example' })
  await fixture.makeContact({ name: 'Sin', surname: 'Consentimiento', email: 'sin@meet.example' })
  const id = await fixture.uploadLines(
    [
      'Asunto;Fecha;Hora inicio;Hora fin;Contacto;Revisión;Estado;Resultado;Lugar;Gestor',
      `Primera visita;01/06/2026;10:00;11:30;ines@meet.example;R1;Celebrada;Le interesa;Despacho;${cvl}`,
      `Equipo;22/06/2026 9:00;;;;;;;;${cvl}`,
      `Con zona;2026-06-23T08:00:00Z;;;ines@meet.example;;;;;${cvl}`,
      `Anulada;24/06/2026;10:00;;ines@meet.example;;Cancelada;;;${cvl}`,
      `Futura;24/06/2026;10:00;;ines@meet.example;;Celebrada;Bien;;${cvl}`,
      `Sin hora;24/06/2026;;;;;;;;${cvl}`,
      `Al revés;24/06/2026;12:00;11:00;;;;;;${cvl}`,
      `Segunda;24/06/2026;12:00;;sin@meet.example;R2;;;;${cvl}`,
      `De nadie;24/06/2026;12:00;;;R1;;;;${cvl}`,
    ],
    'meetings',
  )
  expect(await fixture.check(id)).toMatchObject({ fresh: 3, wrong: 6, fromDate: '2026-06-01', toDate: '2026-06-23' })
  expect(await fixture.listFaults(id)).toEqual([
    '10 contact missing',
    '5 result missing',
    '6 meetingState future',
    '7 startTime missing',
    '8 endTime invalid',
    '9 review consent',
  ])
  await fixture.carryOut(id, true)
  const found = await fixture.query<{ id: string; subject: string; next: string | null }>(
    `select id::text, subject, next_review_on::text as next from dino.meeting where employee_id = ${fixture.manager.id} order by starts_at`,
  )
  expect(found.map(({ subject }) => subject)).toEqual(['Primera visita', 'Equipo', 'Con zona'])
  expect(found[0]!.next).not.toBeNull()
  const details = await Promise.all(
    found.map((meeting) => fixture.admin.call(getMeeting, { params: { meetingId: meeting.id } })),
  )
  expect(
    details.map(({ startsAt, endsAt, state, stage, attendees }) => [startsAt, endsAt, state, stage, attendees.length]),
  ).toEqual([
    ['2026-06-01T10:00', '2026-06-01T11:30', 'held', 'r1', 2],
    ['2026-06-22T09:00', '2026-06-22T10:00', 'scheduled', null, 1],
    ['2026-06-23T10:00', '2026-06-23T11:00', 'scheduled', null, 2],
  ])
  expect(await fixture.findContact('ines@meet.example')).toMatchObject({ id: contactId, stage: 'r1' })
  expect(await fixture.countEvents('meeting.created', id)).toBe(3)
  await fixture.undo(id)
  expect(
    await fixture.query(
      `select distinct state, result, next_review_on from dino.meeting where employee_id = ${fixture.manager.id}`,
    ),
  ).toEqual([{ state: 'canceled', result: 'Era el archivo del año pasado', next_review_on: null }])
  expect(await fixture.findContact('ines@meet.example')).toMatchObject({ stage: 'new' })
})

test('takes a contact through reviews in a row to the last of them', async () => {
  const { cvl } = fixture.manager
  await fixture.makeContact({ name: 'Paso', surname: 'A Paso', email: 'paso@meet.example', lopdOn: '2026-01-10' })
  const row = (day: string, stage: string) => `Revisión;${day};10:00;paso@meet.example;${stage};held;Bien todo;${cvl}`
  const id = await fixture.uploadLines(
    [
      'Asunto;Fecha;Hora;Contacto;Etapa;Estado;Resultado;Gestor',
      row('10/03/2026', 'R3'),
      row('10/01/2026', 'R1'),
      row('10/02/2026', 'R2'),
      row('10/04/2026', 'R2'),
    ],
    'meetings',
  )
  await fixture.check(id)
  await fixture.carryOut(id)
  const reviews = await fixture.query(
    `select m.stage, m.stage_before as before, m.is_last_review as last from dino.meeting m join dino.contact c on c.id = m.contact_id
      where c.email = 'paso@meet.example' order by m.starts_at`,
  )
  expect(reviews).toEqual([
    { stage: 'r1', before: 'new', last: false },
    { stage: 'r2', before: 'r1', last: false },
    { stage: 'r3', before: 'r2', last: false },
    { stage: 'r2', before: null, last: true },
  ])
  expect(await fixture.findContact('paso@meet.example')).toMatchObject({ stage: 'r3', version: 2 })
  await fixture.undo(id)
  expect(await fixture.findContact('paso@meet.example')).toMatchObject({ stage: 'new' })
  expect(
    await fixture.query(
      `select from dino.meeting m join dino.contact c on c.id = m.contact_id where c.email = 'paso@meet.example' and m.is_last_review`,
    ),
  ).toEqual([])
})
