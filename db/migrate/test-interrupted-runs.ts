import { Client } from 'pg'
import { vi } from 'vitest'
import { prefixes } from '#contract/core/values.ts'
import { isFullTestRun } from '#test/harness/circles.ts'
import { readMigrationHistory } from './history.ts'

/** The files themselves are alike, and so are the lines that note them: of these, one in twenty is tried. */
const migrationFileStride = 20

/** Runs until the `nth` statement is over, and ends its connection then, as a kill does. Answers whether it came to its end before. */
const runInterrupted = async (admin: Client, run: () => Promise<unknown>, nth: number): Promise<boolean> => {
  let count = 0
  let file = 0
  const query = Client.prototype.query as (this: Client, ...args: unknown[]) => Promise<unknown>
  const spy = vi.spyOn(Client.prototype, 'query').mockImplementation(async function (this: Client, ...args: unknown[]) {
    const answer = await query.apply(this, args)
    const isOfFile =
      /;\s*\n|insert into migration/.test(String(args[0])) && !String(args[0]).includes('if not exists migration')
    if (isOfFile && ++file % migrationFileStride > 0) return answer
    if (++count === nth) {
      spy.mockRestore()
      await admin.query(
        `select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'atalaya migrate'`,
      )
    }
    return answer
  } as never)
  try {
    await run()
    return count < nth
  } catch (error) {
    // A run that failed before it was broken off would fail each time.
    if (count < nth) throw error
    return false
  } finally {
    spy.mockRestore()
  }
}

const countAppliedMigrations = async (ownerUrl: string): Promise<number> => {
  const owner = new Client({ connectionString: ownerUrl })
  await owner.connect()
  const history = await readMigrationHistory(owner, ['registry', ...prefixes]).finally(() => owner.end())
  return [...history.values()].flat().length
}

/** After every statement in the full run of the tests, otherwise after one in so many. */
const statementStride = isFullTestRun ? 1 : 40

/**
 * Runs again and again, broken off after one statement further each time, until one comes to its end. What a broken run committed shortens the
 * next, so counting begins anew then. Answers how many were broken off.
 */
export const interruptEverywhere = async (
  admin: Client,
  ownerUrl: string,
  run: () => Promise<unknown>,
): Promise<number> => {
  let breaks = 0
  let applied = await countAppliedMigrations(ownerUrl)
  for (let nth = 1; !(await runInterrupted(admin, run, nth)); nth += statementStride, breaks++) {
    const now = await countAppliedMigrations(ownerUrl)
    if (now !== applied) nth = 1 - statementStride
    applied = now
  }
  return breaks
}
