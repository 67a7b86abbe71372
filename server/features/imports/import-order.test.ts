import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ignoreProgress } from '#db/progress.ts'
import { findLedgerBalances } from '#server/features/ledger/ledger-balances.ts'
import { verifyLedger } from '#server/features/ledger/verify-ledger.ts'
import {
  type BerkaMovement,
  buildMovementsFile,
  formatMovementLine,
  writeBerkaFolder,
} from '#test/harness/berka-folder.ts'
import { cloneDatabase } from '#test/harness/database.ts'
import { importBerka } from './import-berka.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
const berkaFiles = writeBerkaFolder()
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(async () => {
  berkaFiles.remove()
  await database.drop()
})

const amountArbitrary = fc.integer({ min: 0, max: 99_999_99 }).map((cents) => (cents / 100).toFixed(2))
const movementArbitrary = fc.record({
  account: fc.integer({ min: 1, max: 3 }),
  date: fc.constantFrom('930101', '930115', '930228', '930301', '931231', '960229'),
  type: fc.constantFrom('PRIJEM', 'VYDAJ', 'VYBER'),
  symbol: fc.constantFrom('', ' ', 'UROK', 'SLUZBY', 'SANKC. UROK', 'SIPO'),
  amount: amountArbitrary,
})
/** Movements, each in one file of three or in two of them, and two orders of the files. */
const fileDeliveryArbitrary = fc.record({
  movements: fc.array(fc.tuple(movementArbitrary, fc.constantFrom([0], [1], [2], [0, 2], [1, 2])), {
    minLength: 1,
    maxLength: 30,
  }),
  orders: fc.tuple(
    fc.shuffledSubarray([0, 1, 2], { minLength: 3 }),
    fc.shuffledSubarray([0, 1, 2, 2], { minLength: 4 }),
  ),
})

test('balances are the same for any file order and repeated movements', {
  timeout: 120_000,
}, async () => {
  let given = 0
  await fc.assert(
    fc.asyncProperty(fileDeliveryArbitrary, async ({ movements, orders }) => {
      const files: BerkaMovement[][] = [[], [], []]
      for (const [one, places] of movements) {
        given += 1
        for (const place of places) files[place]!.push({ id: given, ...one })
      }
      const paths = files.map((lines, n) =>
        berkaFiles.write(`part_${n}.asc`, buildMovementsFile(lines.map(formatMovementLine))),
      )
      const load = async (prefix: 'dino' | 'dino_uab', order: readonly number[]) => {
        for (const n of order)
          await importBerka({
            ...database,
            prefix,
            progress: ignoreProgress,
            folder: berkaFiles.folder,
            movements: paths[n],
            skip: false,
          })
        const { net, byKind, differences } = await verifyLedger({ ...database, prefix }, undefined)
        expect(differences).toBe(0)
        return { net, byKind, balances: await findLedgerBalances({ ...database, prefix }, undefined) }
      }
      expect(await load('dino', orders[0])).toEqual(await load('dino_uab', orders[1]))
    }),
    { numRuns: 6 },
  )
})
