import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { addContribution as contract } from '#contract/money-in.ts'
import { offerDays } from '#contract/openings.ts'
import { isoDay, parseDay } from '#db/calendar.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import { activateAccount } from '#server/domain/activate-account.ts'
import { findAccountsCanOperate, refuseUnlessAllowed } from '#server/domain/can-operate.ts'
import { centsOf } from '#server/domain/cents.ts'
import { lockVisibleAccount } from '#server/domain/lock-account.ts'
import { findPosted, type Journal, ledgers, postJournal, refreshClients } from '#server/domain/post-journal.ts'

type Input = Parsed<typeof contract>

/** Bank against the client's capital, booked today whenever it came. */
const journalOf = ({ params: { accountId }, body, key }: Input, bookingDate: string): Journal => ({
  kind: 'contribution',
  bookingDate,
  valueDate: body.valueDate,
  lines: [
    { ledger: ledgers.capital, accountId, amount: `-${body.amount}` },
    { ledger: ledgers.bank, accountId: null, amount: body.amount },
  ],
  key,
  source: 'manual',
  description: body.reference,
})

/**
 * An account opens on the day its money came, but no further back than an offer lasts: it would have earned before anybody agreed on it.
 * Throws `account.notActive`, what stops the holders from bringing money, `account.overMaximum`, and what the ledger
 * refuses.
 */
export const addContribution = (ctx: Ctx, input: Input): Promise<Answer<typeof contract>> =>
  ctx.db.transaction().execute(async (tx) => {
    const account = await lockVisibleAccount(tx, ctx, input.params)
    const { amount, valueDate } = input.body
    const journal = journalOf(input, ctx.businessDate)
    // Sent again, it is answered as the first time, whatever has become of the account since.
    if (!(await findPosted(tx, input.key))) {
      if (account.status !== 'active' && account.status !== 'pending') throw refuse('account.notActive')
      const verdicts = await findAccountsCanOperate(tx, [account.id], ctx.businessDate)
      refuseUnlessAllowed(verdicts.get(account.id)!.in)
      if (valueDate > ctx.businessDate) throw refuse('request.invalid', { fields: { valueDate: 'future' } })
      if (valueDate < (account.openedOn ?? isoDay(parseDay(ctx.businessDate) - offerDays)))
        throw refuse('request.invalid', { fields: { valueDate: account.openedOn ? 'beforeOpening' : 'tooLongAgo' } })
      if (account.maximum !== null && centsOf(account.principal) + centsOf(amount) > centsOf(account.maximum))
        throw refuse('account.overMaximum', { fields: { amount: 'overMaximum' } })
    }
    const { journalId } = await postJournal(tx, ctx, journal)
    if (account.status === 'pending') await activateAccount(tx, ctx, account.id)
    await refreshClients(tx, [account.clientId])
    return { journalId }
  })
