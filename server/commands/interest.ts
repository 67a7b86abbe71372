import { BusinessDate } from '#contract/core/values.ts'
import { RefusalError } from '#rules/refusal-error.ts'
import { getBusinessDate } from '#server/core/clock.ts'
import { openTenants } from '#server/core/tenancy.ts'
import { postDueInterest } from '#server/features/interest/post-interest.ts'
import { findPostingRun } from '#server/features/interest/runs.queries.ts'
import { CommandError, defineCommand, UsageError } from './command.ts'

export const postInterestCommand = defineCommand({
  name: 'interest post',
  summary: 'Post the interest that is due by a business date, of every account',
  details: `Bonus and withholding with it, each as a journal of its own. What is posted is never posted again: run it as often as you
like, also after it was broken off. An account that can't be posted is listed with its reason and stops no other.
Exit code 1 where there are such accounts.`,
  prefix: 'required',
  options: { date: { value: 'DATE', help: 'the business date, YYYY-MM-DD; today if missing' } },
  run: async ({ options, prefix, ownerUrl, secret, progress, signal }) => {
    const today = getBusinessDate(prefix, Date.now)
    const day = options.date ?? today
    if (!BusinessDate.safeParse(day).success) throw new UsageError(`--date "${day}" is not a date YYYY-MM-DD.`)
    if (day > today) throw new UsageError(`--date ${day} is still to come; today is ${today}.`)
    const tenants = openTenants({ ownerUrl, secret, poolSize: 2 })
    try {
      progress('post interest')
      const { db } = tenants.of(prefix)
      const failureTexts: string[] = []
      const onError = (error: unknown) =>
        void failureTexts.push(error instanceof Error ? (error.stack ?? error.message) : `${error}`)
      const runId = await postDueInterest({ db, prefix, day, now: Date.now, signal, onError })
      if (runId === null)
        throw new CommandError('Interest is being posted already. Wait for its end, and run this again.')
      const { failed, id, ...report } = await findPostingRun({ db }, { params: { runId } })
      return { run: id, ...report, failed, faults: failureTexts }
    } catch (error) {
      if (error instanceof RefusalError && error.code === 'ledger.monthClosed')
        throw new CommandError(`Nothing can be booked on ${day}: its month is closed.`)
      throw error
    } finally {
      await tenants.close()
    }
  },
  failed: ({ failures }) => failures > 0,
})
