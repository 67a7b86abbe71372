import { sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { Idioma } from '#contract/core/values.ts'
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

/** In which language each of them reads. */
const findLanguages = async (db: Ctx['db'], userIds: readonly string[]): Promise<ReadonlyMap<string, Idioma>> => {
  const { rows } = await sql<{ userId: string; idioma: Idioma }>`
    select user_id::text as "userId", idioma from registry.people_languages(${[...userIds]}::bigint[])`.execute(db)
  return new Map(rows.map(({ userId, idioma }) => [userId, idioma]))
}

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
  const languages = await findLanguages(
    ctx.db,
    chosen.map(({ id }) => id),
  )
  await ctx.db.transaction().execute(async (tx) => {
    const queued = await tx
      .insertInto('summaryMail')
      .values(
        chosen.map(({ id }) => ({
          userId: id,
          day,
          employeeId: of,
          view,
          // Oneself in the language one reads just now.
          idioma: (id === ctx.person.userId ? undefined : languages.get(id)) ?? ctx.person.idioma,
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
