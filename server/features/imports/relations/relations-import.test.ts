import { afterAll, beforeAll, expect, test } from 'vitest'
import { undoImport } from '#contract/imports.ts'
import { buildDni, createClientImportFixture } from '../clients/test-client-imports.ts'

type Firm = Awaited<ReturnType<typeof createClientImportFixture>>
let fixture: Firm
beforeAll(async () => {
  fixture = await createClientImportFixture()
})
afterAll(() => fixture.t.drop())

const listRelations = async () =>
  (
    await fixture.t.owner.query(
      `select client_id::text as client, other_id::text as other, kind, since::text from dino.client_relation order by kind`,
    )
  ).rows

test('relations of a file are noted once from either side, and taken back', async () => {
  const staff = { manager: fixture.manager.id }
  const [mother, son, firm] = await Promise.all([
    fixture.t.make.client({ staff, identityNumber: buildDni(200) }),
    fixture.t.make.client({ staff }),
    fixture.t.make.client({ staff, kind: 'company' }),
  ])
  const id = await fixture.upload(
    [
      'Cliente;Parentesco;Relacionado;Desde',
      `${son!.cvl};madre;${buildDni(200)};`,
      `${firm!.cvl};empleado;${son!.cvl};01/02/2024`,
      `${mother!.cvl};hijo;${son!.cvl};`,
      `${mother!.cvl};vecino;${son!.cvl};`,
      `${mother!.cvl};pareja;D99999999;`,
      `${mother!.cvl};pareja;${mother!.cvl};`,
    ].join('\n'),
    'relations',
  )
  await fixture.check(id)
  const faults = (await fixture.faults(id)).map(({ line, field, fault }) => `${line} ${field} ${fault}`)
  expect(faults.sort()).toEqual(['5 relation word', '6 related client', '7 related invalid'])
  await fixture.letGo((await fixture.submit(id, true)).approvalId)
  await fixture.run()
  expect(fixture.failures).toEqual([])
  expect(await listRelations()).toEqual([
    { client: son!.id, other: firm!.id, kind: 'employer', since: '2024-02-01' },
    { client: son!.id, other: mother!.id, kind: 'parent', since: null },
  ])
  const { approvalId } = await fixture.admin.call(undoImport, {
    params: { importId: id },
    body: { reason: 'Fue un error' },
  })
  await fixture.letGo(approvalId)
  await fixture.run()
  expect(fixture.failures).toEqual([])
  expect(await listRelations()).toEqual([])
})

test('a second spouse is refused, of the file or of the firm', async () => {
  const clients = await Promise.all(
    Array.from({ length: 6 }, () => fixture.t.make.client({ staff: { manager: fixture.manager.id } })),
  )
  const [a, b, c, d, e, f] = clients.map((client) => client!)
  await fixture.t.owner.query(
    `insert into dino.client_relation (client_id, other_id, kind, noted_by, noted_at) values (${a!.id}, ${b!.id}, 'spouse', 1, now())`,
  )
  const id = await fixture.upload(
    [
      'Cliente;Parentesco;Relacionado',
      `${c!.cvl};pareja;${b!.cvl}`,
      `${d!.cvl};esposa;${e!.cvl}`,
      `${e!.cvl};pareja;${f!.cvl}`,
      `${d!.cvl};hermana;${f!.cvl}`,
      `${b!.cvl};marido;${a!.cvl}`,
    ].join('\n'),
    'relations',
  )
  expect(await fixture.check(id)).toMatchObject({ fresh: 1, known: 1, wrong: 3 })
  const faults = (await fixture.faults(id)).map(({ line, field, fault }) => `${line} ${field} ${fault}`)
  expect(faults.sort()).toEqual(['2 relation coupled', '3 relation coupled', '4 relation coupled'])
})

test('nobody gets a second spouse who married while the file waited', async () => {
  const staff = { manager: fixture.manager.id }
  const [one, other, third] = await Promise.all(['a', 'b', 'c'].map(() => fixture.t.make.client({ staff })))
  const file = ['Cliente;Parentesco;Relacionado', `${one!.cvl};esposa;${other!.cvl}`, `${third!.cvl};primo;${one!.cvl}`]
  const id = await fixture.upload([...file, `${third!.cvl};hermana;${one!.cvl}`].join('\n'), 'relations')
  await fixture.check(id)
  const { approvalId } = await fixture.submit(id, true)
  await fixture.t.owner.query(
    `insert into dino.client_relation (client_id, other_id, kind, noted_by, noted_at) values (${other!.id}, ${third!.id}, 'spouse', 1, now())`,
  )
  await fixture.letGo(approvalId)
  await fixture.run()
  expect((await listRelations()).filter(({ client, kind }) => client === one!.id && kind === 'spouse')).toEqual([])
})

test('a relation of a relative that the maker has declared is refused', async () => {
  const { t } = fixture
  const employee = await t.make.employee()
  const maker = await t.as('admin', employee.cvl)
  const [client, relative] = await Promise.all([
    t.make.client({ staff: { manager: fixture.manager.id } }),
    t.make.client({ staff: { manager: fixture.manager.id } }),
  ])
  await t.owner.query(
    `insert into dino.declared_relative (employee_id, relative_client_id, relation, declared_by) values (${employee.id}, ${relative!.id}, 'sibling', 1)`,
  )
  const id = await fixture.upload(
    ['Cliente;Parentesco;Relacionado', `${client!.cvl};pareja;${relative!.cvl}`].join('\n'),
    'relations',
    maker,
  )
  expect(await fixture.check(id, maker)).toMatchObject({ fresh: 0, wrong: 1 })
  expect((await fixture.faults(id)).map(({ field, fault }) => [field, fault])).toEqual([['related', 'ownRecord']])
})
