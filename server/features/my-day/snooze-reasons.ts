import { sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { snoozeDayReasons } from '#contract/my-day.ts'
import { parseDay } from '#rules/calendar.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { assertNotInStaffView } from '#server/domain/assert-not-in-staff-view.ts'

/** Whatever is put off longer belongs into a follow-up. */
const maxSnoozeDays = 366

/**
 * Puts the reasons off until that day, or takes them up again. `request.invalid` unless the day lies ahead, within a year. Nobody arranges the day of
 * somebody else: `cvl.readOnly` in another's view, also for those who may work there.
 */
export const snoozeReasons = async (
  ctx: Ctx,
  { body: { keys, until } }: ParsedRequest<typeof snoozeDayReasons>,
): Promise<ResponseBody<typeof snoozeDayReasons>> => {
  assertNotInStaffView(ctx)
  const { db, businessDate } = ctx
  const { userId } = ctx.person
  const ahead = until === null ? 1 : parseDay(until) - parseDay(businessDate)
  if (ahead < 1 || ahead > maxSnoozeDays) throw buildRefusal('request.invalid', { fields: { until: 'range' } })
  await db.transaction().execute(async (tx) => {
    await tx
      .deleteFrom('daySnooze')
      .where('userId', '=', userId)
      .where((eb) => eb.or([eb('until', '<=', businessDate), eb('reason', 'in', keys)]))
      .execute()
    if (until !== null)
      await sql`insert into day_snooze (user_id, reason, until)
        select ${userId}, key, ${until}::date from unnest(${[...new Set(keys)]}::text[]) key
        on conflict (user_id, reason) do update set until = excluded.until`.execute(tx)
  })
  return { until }
}
