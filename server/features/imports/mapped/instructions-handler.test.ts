import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { undoImport } from '#contract/imports.ts'
import { createImportFixture, today } from './test-imports.ts'

type Firm = Awaited<ReturnType<typeof createImportFixture>>
let fixture: Firm
beforeAll(async () => {
  fixture = await createImportFixture()
})
afterAll(() => fixture.t.drop())

describe('files of maturity instructions', () => {
  test('changes maturity instructions by file and restores them on undo', async () => {
    const product = await fixture.t.make.product()
    await fixture.t.db.updateTable('product').set({ code: 'EVA-24' }).where('id', '=', product.id).execute()
    const one = await fixture.account({ expiresOn: '2026-12-01' })
    const two = await fixture.account({ expiresOn: '2026-12-01' })
    const past = await fixture.account({ expiresOn: today })
    const text = `Cuenta;Instrucción;Producto\n${one.number};Renovar todo;\n${two.number};Traspasar;eva-24\n${past.number};Pagar;`
    const id = await fixture.imported(text, 'instructions', true)
    expect(await fixture.faults(id)).toMatchObject([{ line: 4, fault: 'tooLate' }])
    const fetchInstruction = (accountId: string) =>
      fixture.t.db
        .selectFrom('account')
        .where('id', '=', accountId)
        .select(['instruction', 'transferProductId'])
        .executeTakeFirst()
    expect(await fetchInstruction(one.id)).toEqual({ instruction: 'renew_all', transferProductId: null })
    expect(await fetchInstruction(two.id)).toEqual({ instruction: 'transfer', transferProductId: product.id })
    const again = await fixture.upload(text, 'instructions')
    expect(await fixture.check(again)).toMatchObject({ known: 2, fresh: 0, wrong: 1 })
    await expect(fixture.submit(again, true)).rejects.toEqual(
      expect.objectContaining({ status: 409, code: 'import.nothing' }),
    )
    const { approvalId } = await fixture.admin.call(undoImport, {
      params: { importId: id },
      body: { reason: 'No era así' },
    })
    await fixture.letGo(approvalId)
    await fixture.run()
    expect(await fixture.detail(id)).toMatchObject({ state: 'undone' })
    expect(await fetchInstruction(two.id)).toEqual({ instruction: null, transferProductId: null })
  })
})

describe('instructions that need all signatures', () => {
  test('takes an instruction for a joint account only with all signatures, and audits them', async () => {
    const joint = async () => {
      const made = await fixture.account({ expiresOn: '2026-12-01', holders: [(await fixture.t.make.client()).id] })
      await fixture.t.db.updateTable('account').set({ signature: 'all' }).where('id', '=', made.id).execute()
      return made
    }
    const signed = await joint()
    const unsigned = await joint()
    const silent = await joint()
    const alone = await fixture.account({ expiresOn: '2026-12-01' })
    const text = [
      'Cuenta;Instrucción;Firmado por todos',
      `${signed.number};Renovar todo;Sí`,
      `${unsigned.number};Renovar todo;no`,
      `${silent.number};Renovar todo;`,
      `${alone.number};Renovar todo;`,
      `${alone.number}9;Renovar todo;quizá`,
    ].join('\n')
    const id = await fixture.imported(text, 'instructions', true)
    expect(await fixture.faults(id)).toMatchObject([
      { line: 3, field: 'allSigned', fault: 'allSign', value: 'no' },
      { line: 4, field: 'allSigned', fault: 'allSign', value: '' },
      { line: 6, field: 'allSigned', fault: 'word', value: 'quizá' },
    ])
    expect((await fixture.rows(id)).map(({ line, allSigned }) => [line, allSigned])).toEqual([
      [2, true],
      [5, false],
    ])
    const { rows } = await fixture.t.owner.query(
      `select entity_id = $1::bigint as joint, after -> 'allSigned' as signed from dino.audit_event
        where action = 'maturity.instructed' and after ->> 'import' = $2 order by 1`,
      [signed.id, id],
    )
    expect(rows).toEqual([
      { joint: false, signed: null },
      { joint: true, signed: true },
    ])
  })

  test('returns an import of instructions when its account began to require all signatures', async () => {
    const joint = await fixture.account({ expiresOn: '2026-12-01', holders: [(await fixture.t.make.client()).id] })
    const id = await fixture.upload(`Cuenta;Instrucción\n${joint.number};Renovar todo`, 'instructions')
    await fixture.check(id)
    const { approvalId } = await fixture.submit(id)
    await fixture.letGo(approvalId)
    await fixture.t.db.updateTable('account').set({ signature: 'all' }).where('id', '=', joint.id).execute()
    await fixture.run()
    expect(await fixture.detail(id)).toMatchObject({
      state: 'checked',
      failure: 'import.booksMoved',
      wrong: 1,
      fresh: 0,
    })
  })
})
