import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import { moneyOf } from '#rules/cents.ts'
import { journalsOf, netOf, payoutOn } from '#rules/interest-payouts.ts'
import type { Law } from '#rules/withholding.ts'
import { refuse } from '#server/core/errors.ts'
import { postJournals } from '#server/domain/post-journals.ts'
import { interestSource, lockEarners } from './earners.ts'
import { addSums, noSums, type RunSums } from './run-record.ts'
import { dueDays, settleBatch } from './settle-batch.ts'

/** What the last posting came to; `payable`: what of it was paid out, in cents, and the journal that put it there. */
export type LastInterest = { sums: RunSums; payable: bigint; journalId: string | null }

/** The account with every payout before its end settled: after an outage some of them are due on the day on which it ends. */
const lockSettled = async (tx: Kysely<DB>, law: Law, id: string, { day, at }: { day: string; at: string }) => {
  const [account] = await lockEarners(tx, law, [id])
  if (!account || dueDays(account, day, law.country).length === 0) return { account, before: noSums }
  const before = await settleBatch(tx, law, [id], { day, at })
  return { account: (await lockEarners(tx, law, [id]))[0], before }
}

const nothingPosted = { payable: 0n, journalId: null }

/**
 * Posts whatever an account has earned up to its end and isn't in the books: all postings together are then the rounding of the whole. Too
 * much that was paid out before is taken from the capital, since there is no next time.
 */
export const postLastInterest = async (
  tx: Kysely<DB>,
  law: Law,
  { id, until, day, at }: { id: string; until: string; day: string; at: string },
): Promise<LastInterest> => {
  const { account, before } = await lockSettled(tx, law, id, { day, at })
  if (!account) return { sums: before, ...nothingPosted }
  if (account.holders.length === 0) throw refuse('withholding.noHolder')
  const earner = { ...account, terms: { ...account.terms, expiresOn: until } }
  const when = { on: until, since: account.through, bookedOn: day }
  const owed = payoutOn(earner, law, when)
  const payout = owed ?? payoutOn({ ...earner, capitalised: true }, law, when)
  if (!payout) return { sums: before, ...nothingPosted }
  const capitalised = owed === null || account.capitalised
  const wanted = journalsOf(id, capitalised, payout)
  const ids = await postJournals(
    tx,
    wanted.map(({ kind, lines }) => ({
      ...{ kind, lines, bookingDate: day, valueDate: until },
      ...{ key: `interest:${id}:${until}:${kind}`, source: interestSource },
    })),
  )
  const idOf = (kind: string) => ids[wanted.findIndex((one) => one.kind === kind)] ?? null
  const { interest, bonus, withheld } = payout
  if (withheld.parts.length > 0)
    await tx
      .insertInto('withholdingPart')
      .values(
        withheld.parts.map(({ base, amount, ...part }) => ({
          ...{ ...part, accountId: id, journalId: idOf('withholding'), bookedOn: day },
          ...{ base: moneyOf(base), amount: moneyOf(amount) },
        })),
      )
      .execute()
  const net = netOf(payout)
  return {
    sums: addSums(before, { accounts: 0, journals: wanted.length, interest, bonus, withheld: withheld.total }),
    payable: capitalised || net < 0n ? 0n : net,
    journalId: idOf('interest') ?? idOf('bonus'),
  }
}
