import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import { centsToAmount } from '#rules/cents.ts'
import { buildPayoutJournals, calculateNetPayout, calculatePayout } from '#rules/interest-payouts.ts'
import type { WithholdingLaw } from '#rules/withholding.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { interestJournalSource, lockDueAccounts } from '#server/domain/due-accounts.ts'
import { postJournals } from '#server/domain/post-journals.ts'
import { addRunSums, emptyRunSums, type RunSums } from '#server/domain/posting-runs.ts'
import { findDuePayoutDays, settleInterestBatch } from '#server/domain/settle-interest-batch.ts'

/** What the last posting came to; `payable`: what of it was paid out, in cents, and the journal that put it there. */
export type LastInterestResult = { sums: RunSums; payable: bigint; journalId: string | null }

/** The account with every payout before its end settled: after an outage some of them are due on the day on which it ends. */
const lockSettledAccount = async (
  tx: Kysely<DB>,
  law: WithholdingLaw,
  id: string,
  { day, at }: { day: string; at: string },
) => {
  const [account] = await lockDueAccounts(tx, law, [id])
  if (!account || findDuePayoutDays(account, day, law.country).length === 0) return { account, before: emptyRunSums }
  const before = await settleInterestBatch(tx, law, [id], { day, at })
  return { account: (await lockDueAccounts(tx, law, [id]))[0], before }
}

const emptyPosting = { payable: 0n, journalId: null }

/**
 * Posts whatever an account has earned up to its end and isn't in the books: all postings together are then the rounding of the whole. Too
 * much that was paid out before is taken from the capital, since there is no next time.
 */
export const postLastInterest = async (
  tx: Kysely<DB>,
  law: WithholdingLaw,
  { id, until, day, at }: { id: string; until: string; day: string; at: string },
): Promise<LastInterestResult> => {
  const { account, before } = await lockSettledAccount(tx, law, id, { day, at })
  if (!account) return { sums: before, ...emptyPosting }
  if (account.holders.length === 0) throw buildRefusal('withholding.noHolder')
  const earner = { ...account, terms: { ...account.terms, expiresOn: until } }
  const when = { on: until, since: account.through, bookedOn: day }
  const owed = calculatePayout(earner, law, when)
  const payout = owed ?? calculatePayout({ ...earner, capitalised: true }, law, when)
  if (!payout) return { sums: before, ...emptyPosting }
  const capitalised = owed === null || account.capitalised
  const journalInputs = buildPayoutJournals(id, capitalised, payout)
  const ids = await postJournals(
    tx,
    journalInputs.map(({ kind, lines }) => ({
      kind,
      lines,
      bookingDate: day,
      valueDate: until,
      key: `interest:${id}:${until}:${kind}`,
      source: interestJournalSource,
    })),
  )
  const idOf = (kind: string) => ids[journalInputs.findIndex((one) => one.kind === kind)] ?? null
  const { interest, bonus, withheld } = payout
  if (withheld.parts.length > 0)
    await tx
      .insertInto('withholdingPart')
      .values(
        withheld.parts.map(({ base, amount, ...part }) => ({
          ...part,
          accountId: id,
          journalId: idOf('withholding'),
          bookedOn: day,
          base: centsToAmount(base),
          amount: centsToAmount(amount),
        })),
      )
      .execute()
  const net = calculateNetPayout(payout)
  return {
    sums: addRunSums(before, {
      accounts: 0,
      journals: journalInputs.length,
      interest,
      bonus,
      withheld: withheld.total,
    }),
    payable: capitalised || net < 0n ? 0n : net,
    journalId: idOf('interest') ?? idOf('bonus'),
  }
}
