import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { sendDailySummary } from '#contract/figures/summary-mail.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { enqueueJob } from '#server/core/jobs.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { resolvePeople, resolvePeriod } from '#server/domain/figure-scope.ts'
import { assertWithinRateLimit } from '#server/domain/rate-limit.ts'
import { summaryMailJob } from './summary-mail.jobs.ts'
import { findSummaryReceivers } from './summary-receivers.ts'

/** So many times in an hour: nobody makes a mailing of it. */
const sendingLimits = [{ maxCalls: 40, seconds: 3600 }]

/** Writes down whom to send the summary to. What it says is read when it is sent, by what the receiver sees then. */
export const sendSummary = async (
  ctx: Ctx,
  { body: { day, of, view, receivers }, key }: ParsedRequest<typeof sendDailySummary>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof sendDailySummary>> => {
  // A day of no age of ours is refused here: whoever sends it would never hear that it failed.
  resolvePeriod(ctx, { range: 'custom', from: day, to: day })
  if (of !== null) await resolvePeople(ctx, { of, view })
  const known = (await findSummaryReceivers(ctx)).receivers
  const chosen = known.filter(({ id }) => receivers.includes(id))
  if (chosen.length < new Set(receivers).size) throw buildRefusal('notFound')
  await assertWithinRateLimit(deps, `summary mail ${ctx.person.userId}`, sendingLimits)
  await ctx.db.transaction().execute(async (tx) => {
    const queued = await tx
      .insertInto('summaryMail')
      .values(
        chosen.map(({ id }) => ({
          userId: id,
          day,
          employeeId: of,
          view,
          idioma: ctx.person.idioma,
          sentBy: ctx.person.userId,
          nextAt: new Date(deps.clock()).toISOString(),
          requestKey: key,
        })),
      )
      .onConflict((same) => same.columns(['requestKey', 'userId']).doNothing())
      .returning('userId')
      .execute()
    for (const { id, name } of chosen.filter((one) => queued.some(({ userId }) => userId === one.id)))
      await recordAuditEvent(tx, ctx, {
        action: 'summary.sent',
        entity: 'user',
        entityId: id,
        after: { day, toName: name, ...(of !== null && { employeeId: of }) },
      })
    await enqueueJob(tx, summaryMailJob)
  })
  return { queued: chosen.length }
}
