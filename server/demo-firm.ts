import { Client } from 'pg'
import type { DemoSignIn } from '#contract/auth/demo.ts'
import { type Prefix, prefixes } from '#contract/core/values.ts'
import type { ProgressReporter } from '#db/progress.ts'
import { getBusinessDate } from './core/clock.ts'
import type { FileStorage } from './core/file-storage.ts'
import { addDemoDocuments } from './demo-documents.ts'
import { seedInThread } from './seed-in-thread.ts'

const withOwnerClient = async <T>(ownerUrl: string, work: (owner: Client) => Promise<T>): Promise<T> => {
  const owner = new Client({ connectionString: ownerUrl, application_name: 'atalaya demo firm' })
  await owner.connect()
  try {
    return await work(owner)
  } finally {
    await owner.end()
  }
}

/** Whether anybody can sign in at all. */
export const hasUsers = (ownerUrl: string): Promise<boolean> =>
  withOwnerClient(
    ownerUrl,
    async (owner) => (await owner.query('select from registry.app_user limit 1')).rowCount === 1,
  )

/** What the seed wrote down for each prefix that it filled, in the same transaction. */
const findSeededSignIns = (owner: Client) =>
  owner.query<{ prefix: Prefix; value: { signIns: DemoSignIn[] } }>(
    `select substr(key, 6) as prefix, value from registry.installation where key like 'seed:%' order by changed_at`,
  )

/** The demo firm's sign-ins; none where it was never made. */
export const findDemoSignIns = (ownerUrl: string): Promise<DemoSignIn[]> =>
  withOwnerClient(ownerUrl, async (owner) =>
    (await findSeededSignIns(owner)).rows.flatMap(({ value }) => value.signIns),
  )

/**
 * Fills the prefixes that aren't filled yet: size S at home, a tenth abroad. Each is one transaction, so that a start that was broken off
 * goes on where it stood.
 */
export const seedDemoFirm = async (
  ownerUrl: string,
  files: FileStorage,
  progress: ProgressReporter,
  signal: AbortSignal,
): Promise<void> => {
  const { rows } = await withOwnerClient(ownerUrl, findSeededSignIns)
  const filled = new Set(rows.map(({ prefix }) => prefix))
  for (const prefix of prefixes.filter((one) => !filled.has(one))) {
    const size = prefix === 'dino' ? 'S' : 'tenth'
    await seedInThread({ ownerUrl, prefix, size, today: getBusinessDate(prefix, Date.now) }, progress, signal)
    // What was loaded is written out now: if the database were killed later, its log would be long to read.
    await withOwnerClient(ownerUrl, (owner) => owner.query('checkpoint'))
  }
  await withOwnerClient(ownerUrl, (owner) => addDemoDocuments(owner, files))
}
