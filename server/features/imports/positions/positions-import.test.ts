import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { undoImport } from '#contract/imports.ts'
import { createClientImportFixture } from '../clients/test-client-imports.ts'

type Firm = Awaited<ReturnType<typeof createClientImportFixture>>
let fixture: Firm
beforeAll(async () => {
  fixture = await createClientImportFixture()
})
afterAll(() => fixture.t.drop())

const heading = 'CVL;Entidad;Producto;Tipo;Importe;Fecha'
const listPositions = async (clientId: string) =>
  (
    await fixture.t.owner.query(
      `select x.institution, x.kind, x.description, x.amount::text, x.valued_on::text as day, p.name as product, x.closing_reason as closed
         from dino.external_position x left join dino.external_product p on p.id = x.product_id where x.client_id = $1 order by x.institution`,
      [clientId],
    )
  ).rows

describe('a file of external positions', () => {
  test('notes positions and later values of them, and takes both back', async () => {
    const client = await fixture.t.make.client({ staff: { manager: fixture.manager.id } })
    await fixture.t.owner.query(
      `insert into dino.external_product (institution, kind, name) values ('Banco Ajeno', 'fund', 'Fondo Global')`,
    )
    const first = await fixture.imported(
      [
        heading,
        `${client.cvl};banco ajeno;fondo global;;12.500,00;01/03/2026`,
        `${client.cvl};Caja Vieja;Hipoteca;hipoteca;-80.000,00;01/03/2026`,
      ].join('\n'),
      'positions',
    )
    expect(fixture.failures).toEqual([])
    const noted = [
      {
        institution: 'Banco Ajeno',
        kind: 'fund',
        description: '',
        amount: '12500.00',
        day: '2026-03-01',
        product: 'Fondo Global',
        closed: null,
      },
      {
        institution: 'Caja Vieja',
        kind: 'loan',
        description: 'Hipoteca',
        amount: '80000.00',
        day: '2026-03-01',
        product: null,
        closed: null,
      },
    ]
    expect(await listPositions(client.id)).toEqual(noted)
    const later = await fixture.upload(
      [
        heading,
        `${client.cvl};Banco Ajeno;Fondo Global;;12.500,00;01/03/2026`,
        `${client.cvl};Banco Ajeno;Fondo Global;;13.000,00;01/05/2026`,
        `${client.cvl};Caja Vieja;Hipoteca;hipoteca;79.000,00;01/05/2026`,
      ].join('\n'),
      'positions',
    )
    expect(await fixture.check(later)).toMatchObject({ known: 1, fresh: 2, wrong: 0 })
    await fixture.letGo((await fixture.submit(later)).approvalId)
    await fixture.run()
    expect((await listPositions(client.id)).map(({ amount }) => amount)).toEqual(['13000.00', '79000.00'])
    const undo = async (importId: string) => {
      const { approvalId } = await fixture.admin.call(undoImport, {
        params: { importId },
        body: { reason: 'Fue un error' },
      })
      await fixture.letGo(approvalId)
      await fixture.run()
    }
    await expect(undo(first)).rejects.toMatchObject({ code: 'import.undoBlocked' })
    await undo(later)
    expect(fixture.failures).toEqual([])
    expect(await listPositions(client.id)).toEqual(noted)
  })

  test('refuses unseen clients, future days, and new positions without a kind', async () => {
    const client = await fixture.t.make.client({ staff: { manager: fixture.manager.id } })
    const id = await fixture.upload(
      [
        heading,
        `D99999999;Banco;Fondo;fondo;10,00;01/03/2026`,
        `${client.cvl};Banco;Fondo;fondo;10,00;01/03/2027`,
        `${client.cvl};Banco;Desconocido;;10,00;01/03/2026`,
        `${client.cvl};Banco;Fondo;fondo;-10,00;01/03/2026`,
      ].join('\n'),
      'positions',
    )
    await fixture.check(id)
    expect((await fixture.faults(id)).map(({ line, fault }) => `${line} ${fault}`).sort()).toEqual([
      '2 client',
      '3 future',
      '4 missing',
      '5 sign',
    ])
  })
})
