import { Client } from 'pg'
import { cloneDatabase } from '#test/harness/database.ts'
import { recordProgress } from '#test/harness/record-progress.ts'
import { type FirmSize, firmSizes } from './firm.ts'
import { seedFirmOfSize } from './seed.ts'
import type { RowsQuery } from './test-fingerprint.ts'

export const testSize: FirmSize = { ...firmSizes.tenth, clients: 320, accounts: 700, movements: 11_800 }
export const today = '2026-11-20'

const openedDatabases: { owner: Client; drop: () => Promise<void> }[] = []

/** A database of its own, with what seeds it and reads it as its owner. */
export const openClonedDatabase = async () => {
  const database = await cloneDatabase()
  const owner = new Client({ connectionString: database.ownerUrl })
  await owner.connect()
  openedDatabases.push({ owner, drop: database.drop })
  const rows: RowsQuery = async (sql, values = []) => (await owner.query(sql, values)).rows
  const recordedSteps = recordProgress()
  const seed = (prefix: 'dino' | 'dino_uab' | 'cfl') =>
    seedFirmOfSize({ ownerUrl: database.ownerUrl, prefix, size: testSize, today, progress: recordedSteps.progress })
  return { rows, seed, said: recordedSteps }
}

export const closeClonedDatabases = async (): Promise<void> => {
  for (const { owner, drop } of openedDatabases) {
    await owner.end()
    await drop()
  }
}
