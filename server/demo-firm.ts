import { Client } from 'pg'
import type { DemoSignIn } from '#contract/auth/demo.ts'
import { type Prefix, prefixes } from '#contract/core/values.ts'
import type { Progress } from '#db/progress.ts'
import { businessDate } from './core/clock.ts'
import { seedApart } from './seed-apart.ts'

const asOwner = async <T>(ownerUrl: string, work: (owner: Client) => Promise<T>): Promise<T> => {
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
  asOwner(ownerUrl, async (owner) => (await owner.query('select from registry.app_user limit 1')).rowCount === 1)

/** What the seed wrote down for each prefix that it filled, in the same transaction. */
const readSeeded = (owner: Client) =>
  owner.query<{ prefix: Prefix; value: { signIns: DemoSignIn[] } }>(
    `select substr(key, 6) as prefix, value from registry.installation where key like 'seed:%' order by changed_at`,
  )

/** The demo firm's sign-ins; none where it was never made. */
export const readSignIns = (ownerUrl: string): Promise<DemoSignIn[]> =>
  asOwner(ownerUrl, async (owner) => (await readSeeded(owner)).rows.flatMap(({ value }) => value.signIns))

/**
 * Fills the prefixes that aren't filled yet: size S at home, a tenth abroad. Each is one transaction, so that a start that was broken off
 * goes on where it stood.
 */
export const fillDemoFirm = async (ownerUrl: string, progress: Progress, signal: AbortSignal): Promise<void> => {
  const { rows } = await asOwner(ownerUrl, readSeeded)
  const filled = new Set(rows.map(({ prefix }) => prefix))
  for (const prefix of prefixes.filter((one) => !filled.has(one))) {
    const size = prefix === 'dino' ? 'S' : 'tenth'
    await seedApart({ ownerUrl, prefix, size, today: businessDate(prefix, Date.now) }, progress, signal)
    // What was loaded is written out now: if the database were killed later, its log would be long to read.
    await asOwner(ownerUrl, (owner) => owner.query('checkpoint'))
  }
}
