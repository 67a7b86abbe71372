import { afterAll, beforeAll, expect, test } from 'vitest'
import { readTableReads } from '#test/harness/rows-read.ts'
import { buildDni, createClientImportFixture } from './test-client-imports.ts'

const clientCount = 3000

let fixture: Awaited<ReturnType<typeof createClientImportFixture>>
beforeAll(async () => {
  fixture = await createClientImportFixture()
  const { owner } = fixture.t
  await owner.query(
    `with codes as (insert into dino.cvl (code) select 'M' || lpad(n::text, 7, '0') from generate_series(1, ${clientCount}) n returning code)
     insert into dino.client (cvl, name, surname, country, registered_on, zone_id)
     select code, 'Muchos', 'Cliente ' || code, 'ES', '2024-01-15', (select min(id) from dino.zone) from codes`,
  )
  await owner.query(
    `insert into dino.client_search (client_id, name_text, cvl_text, email_text, phone_text, identity_text, bank_text)
     select id, 'cliente muchos', lower(cvl), '', '', '', '' from dino.client c
      where not exists (select from dino.client_search s where s.client_id = c.id)`,
  )
  await owner.query('select dino.refresh_client_list()')
  await owner.query('vacuum analyze dino.client, dino.client_search, dino.client_list')
})
afterAll(() => fixture.t.drop())

test.each([
  ['clients', ['Nombre;Apellidos;DNI;Gestor', `Ana;Nueva;${buildDni(90)};CVL`]],
  ['relations', ['Cliente;Parentesco;Relacionado', 'M0000001;pareja;M0000002']],
  ['contacts', ['Nombre;Correo;Gestor', 'Ana Nueva;ana@nueva.example;CVL']],
  ['calls', ['Fecha;Cliente;Resultado;Gestor', '01/06/2026;M0000001;reached;CVL']],
  ['meetings', ['Asunto;Fecha;Hora;Cliente;Gestor', 'Ver;01/06/2026;10:00;M0000001;CVL']],
] as const)('a check of %s looks up only clients that the file names', async (kind, lines) => {
  const id = await fixture.upload(lines.join('\n').replace('CVL', fixture.manager.cvl), kind)
  const before = await readTableReads(fixture.t)
  await fixture.check(id)
  const after = await readTableReads(fixture.t)
  expect(after.get('client_list')!.entries - before.get('client_list')!.entries).toBeLessThan(100)
})
