import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkImport, discardImport } from '#contract/imports.ts'
import { buildCheckLockKey } from './imports.queries.ts'
import { createImportFixture } from './test-imports.ts'

type Firm = Awaited<ReturnType<typeof createImportFixture>>
let fixture: Firm
beforeAll(async () => {
  fixture = await createImportFixture()
})
afterAll(() => fixture.t.drop())

const buildExpectedError = (status: number, code: string) => expect.objectContaining({ status, code })

describe('files with doubtful encoding', () => {
  const bad = (text: string) => Buffer.from(text, 'latin1')

  test('keeps UTF-8 for a file with one bad byte and reports its line', async () => {
    const one = await fixture.account()
    const good = Array.from(
      { length: 30 },
      (_, n) => `${one.number};0${1 + (n % 9)}/03/2026;1,00;Pago número ${n};E-${n}`,
    )
    const text = ['Cuenta;Fecha;Importe;Descripción;Referencia', ...good, ''].join('\n')
    const last = bad(`${one.number};05/03/2026;1,00;A\xf1o;E-X\n`)
    const id = await fixture.upload(Buffer.concat([Buffer.from(text), last]))
    expect(await fixture.detail(id)).toMatchObject({ form: { encoding: 'utf-8' }, mapping: { description: 3 } })
    expect(await fixture.check(id)).toMatchObject({ rows: 31, fresh: 30, wrong: 1 })
    expect(await fixture.faults(id)).toMatchObject([{ line: 32, field: null, fault: 'encoding' }])
    expect((await fixture.rows(id))[0]).toMatchObject({ description: 'Pago número 0' })
  })

  test('shows accents of a Windows-1252 file, which the user may read otherwise', async () => {
    const id = await fixture.upload(bad('Cuenta;Fecha;Importe;Descripci\xf3n\nA1;05/03/2026;1,00;A\xf1o\n'))
    const found = await fixture.detail(id)
    expect(found).toMatchObject({ form: { encoding: 'windows-1252' }, mapping: { description: 3 } })
    expect(found.accents).toEqual([';Fecha;Importe;Descripción', 'A1;05/03/2026;1,00;Año'])
    const other = await fixture.reread(id, { encoding: 'utf-8' })
    expect(other.accents[1]).toBe('A1;05/03/2026;1,00;A\ufffdo')
    expect(await fixture.check(id)).toMatchObject({ rows: 1, wrong: 1 })
  })

  test.each(['utf-16le', 'utf-16be'] as const)('reads a %s file without a mark', async (encoding) => {
    const one = await fixture.account()
    const text = Buffer.from(`Cuenta;Fecha;Importe;Descripción\n${one.number};05/03/2026;1,00;Año\n`, 'utf16le')
    const id = await fixture.upload(encoding === 'utf-16le' ? text : text.swap16())
    expect(await fixture.detail(id)).toMatchObject({ form: { encoding } })
    expect(await fixture.check(id)).toMatchObject({ fresh: 1, wrong: 0 })
  })
})

describe('files without a table', () => {
  test.each([
    ['a PDF', '%PDF-1.5\n1 0 obj<</JS(app.alert(1))>>;a;b'],
    ['a zip', 'PK\x03\x04;a;b'],
    ['a gz', '\x1f\x8b\x08\x00;a;b'],
    ['a JPEG', '\xff\xd8\xff\xe0;a;b'],
    ['the test file of virus scanners', 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'],
    ['a page with a script', '<script>alert(1)</script>;a;b\n1;2;3'],
    ['a text of one column', 'hello\nworld'],
    ['control signs', '\x01\x02\x03\x04;\x05\x06;a\n\x01;2;3'],
    ['no bytes', ''],
  ])('refuses %s as an import file', async (_, content) => {
    await expect(fixture.upload(Buffer.from(content, 'latin1'))).rejects.toEqual(
      buildExpectedError(422, 'import.notCsv'),
    )
  })

  test('refuses a file with more columns than the maximum', async () => {
    const many = fixture.upload(`"a";${'b;'.repeat(250_000)}c\n1;2`)
    await expect(many).rejects.toEqual(buildExpectedError(422, 'import.notCsv'))
  })
})

test('takes account numbers with blanks and dashes, and with no other sign', async () => {
  const one = await fixture.account()
  const written = [
    one.number.replaceAll('-', '\u00a0'),
    one.number.replaceAll('-', '–'),
    `=${one.number}`,
    one.number.replaceAll('-', '*'),
    `é${one.number}`,
    `${one.number}\0`,
  ]
  const lines = written.map((number, n) => `${number};05/03/2026;1,00;W-${one.number}-${n}`)
  const id = await fixture.upload(['Cuenta;Fecha;Importe;Referencia', ...lines].join('\n'))
  expect(await fixture.check(id)).toMatchObject({ fresh: 2, wrong: 4 })
  expect((await fixture.faults(id)).map(({ line, fault }) => `${line} ${fault}`)).toEqual([
    '4 account',
    '5 account',
    '6 account',
    '7 text',
  ])
})

test('keeps a description that is only a byte order mark', async () => {
  const one = await fixture.account()
  const id = await fixture.imported(`Cuenta;Fecha;Importe;Concepto\n${one.number};05/03/2026;1,00;\ufeff`)
  expect((await fixture.rows(id))[0]).toMatchObject({ description: '\ufeff' })
})

test('skips a check of an import that is already running', async () => {
  const one = await fixture.account()
  const id = await fixture.upload(`Cuenta;Fecha;Importe\n${one.number};05/03/2026;1,00`)
  await fixture.t.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${buildCheckLockKey(id)})`.execute(tx)
    const answer = await fixture.admin.call(checkImport, { params: { importId: id } })
    expect(answer).toMatchObject({ checking: true, state: 'draft' })
  })
  expect(await fixture.detail(id)).toMatchObject({ checking: false })
  expect(await fixture.check(id)).toMatchObject({ state: 'checked', fresh: 1, done: 0 })
})

test('removes the content of a discarded import', async () => {
  const count = async () => (await readdir(join(fixture.t.home, 'files'), { recursive: true })).length
  const before = await count()
  const id = await fixture.upload('Cuenta;Fecha;Importe\nA1;05/03/2026;1,00')
  const [file] = (await fixture.t.db.selectFrom('mappedImport').where('id', '=', id).select('fileId').execute()) ?? []
  expect(await count()).toBeGreaterThan(before)
  await fixture.admin.call(discardImport, { params: { importId: id } })
  expect(existsSync(join(fixture.t.home, 'files', file!.fileId!.slice(0, 2), file!.fileId!))).toBe(false)
})

test('refuses a file above the upload limit and names that limit', async () => {
  const large = fixture.upload(new Uint8Array(20_000_001))
  await expect(large).rejects.toMatchObject({ status: 413, code: 'file.tooLarge', fields: { megabytes: '20' } })
})
