import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DB } from '#db/types.ts'
import { checkImportFile, saveCheckResult } from './check-file.ts'
import { checkStagedRows } from './check-rows.ts'
import { buildCommandLineMaker } from './import-maker.ts'
import { movementsHandler } from './movements-handler.ts'
import { readImportRowsJob } from './read-rows.ts'
import { stageSavedRows } from './staged-rows.ts'
import { createImportFixture, today } from './test-imports.ts'

type Firm = Awaited<ReturnType<typeof createImportFixture>>
type TestAccount = Awaited<ReturnType<Firm['account']>>
let fixture: Firm
let testAccounts: TestAccount[]

const csvHeading = 'Cuenta;Fecha;Importe;Concepto;Referencia'
const buildCsvLines = (count: number, sign: string): string[] =>
  Array.from(
    { length: count },
    (_, n) =>
      `${testAccounts[n % testAccounts.length]!.number};0${1 + (n % 4)}/03/2026;${n % 3 === 0 ? '-1' : '2'},00;pago;${sign}-${n}`,
  )

beforeAll(async () => {
  fixture = await createImportFixture()
  testAccounts = await Promise.all(Array.from({ length: 20 }, () => fixture.account()))
  await fixture.imported([csvHeading, ...buildCsvLines(300, 'FIRST')].join('\n'))
  // The statistics of one earlier import: a new one isn't in them.
  await fixture.t.owner.query('analyze dino.mapped_import_row, dino.mapped_import')
})
afterAll(() => fixture.t.drop())

/** Rows that the transaction has read so far, from tables and by indexes. */
const countRowsRead = async (tx: Kysely<DB>): Promise<number> => {
  const { rows } = await sql<{ read: number }>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 as read from pg_stat_xact_all_tables`.execute(tx)
  return rows[0]!.read
}

const rowSource = {
  kind: 'movements' as const,
  columns: 5,
  prefix: 'dino',
  businessDate: today,
  form: { encoding: 'utf-8', delimiter: ';', quote: '"', decimal: ',', dates: 'dmy', sheet: null, headingLine: 1 },
  mapping: { account: 0, bookingDate: 1, amount: 2, description: 3, reference: 4 },
} as const

const checkParams = { maker: buildCommandLineMaker('dino', today), progress: async () => {} }

/** Checks a file, then what it has kept of it, in a transaction that is given up. Answers what was found and the rows that each has read. */
const checkTwice = async (records: readonly string[]) => {
  const importId = await fixture.upload([csvHeading, 'A;B;C;D;E'].join('\n'))
  const givenUp = new Error('given up')
  const answer: { first: number; again: number; fresh: number; wrong: number }[] = []
  const work = fixture.t.db.transaction().execute(async (tx) => {
    const content = Buffer.from([csvHeading, ...records].join('\n'))
    const pieces = readImportRowsJob.run({ ...rowSource, content })
    const checked = await checkImportFile(tx, { ...rowSource, ...checkParams, pieces })
    const { fresh, wrong } = checked
    await saveCheckResult(tx, importId, checked, `${today}T10:00:00Z`)
    const first = await countRowsRead(tx)
    await sql`drop table import_check, import_wrong, import_before`.execute(tx)
    await stageSavedRows(tx, importId, movementsHandler.figures)
    await checkStagedRows(tx, { kind: 'movements', ...checkParams })
    answer.push({ first, again: (await countRowsRead(tx)) - first, fresh, wrong })
    throw givenUp
  })
  await expect(work).rejects.toBe(givenUp)
  return answer[0]!
}

describe('checks after an analyzed import', () => {
  test('reads rows in proportion to the size of the checked file', async () => {
    const small = await checkTwice(buildCsvLines(500, 'S'))
    const large = await checkTwice(buildCsvLines(2000, 'L'))
    expect([small.fresh, large.fresh]).toEqual([500, 2000])
    expect(large.first).toBeLessThan(5 * small.first)
    expect(large.again).toBeLessThan(5 * small.again)
  })

  test('reads rows in proportion to the file size with one repeated reference', async () => {
    const same = (count: number) => Array.from({ length: count }, () => buildCsvLines(1, 'SAME')[0]!)
    const small = await checkTwice(same(500))
    const large = await checkTwice(same(2000))
    expect([small.fresh, small.wrong, large.fresh, large.wrong]).toEqual([1, 499, 1, 1999])
    expect(large.first).toBeLessThan(5 * small.first)
  })
})
