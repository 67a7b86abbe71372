import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { addContribution as contract } from '#contract/money-in.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { contribute, refuseContribution } from '#server/domain/contribute.ts'
import { lockVisibleAccount } from '#server/domain/lock-account.ts'
import { findPosted, refreshClients } from '#server/domain/post-journal.ts'

/** Booked today whenever it came. Throws what the account can't take, and what the ledger refuses. */
export const addContribution = (
  ctx: Ctx,
  { params, body, key }: Parsed<typeof contract>,
): Promise<Answer<typeof contract>> =>
  ctx.db.transaction().execute(async (tx) => {
    const account = await lockVisibleAccount(tx, ctx, params)
    // Sent again, it is answered as the first time, whatever has become of the account since.
    if (!(await findPosted(tx, key))) await refuseContribution(tx, account, body, ctx.businessDate)
    const { reference, ...coming } = body
    const { journalId } = await contribute(tx, ctx, account, {
      ...coming,
      bookingDate: ctx.businessDate,
      from: 'bank',
      ...{ key, source: 'manual', description: reference },
    })
    await refreshClients(tx, [account.clientId])
    return { journalId }
  })
