import { type Kysely, sql } from 'kysely'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { MeetingStage } from '#contract/meetings/words.ts'
import type { DB } from '#db/types.ts'
import { parseDay, toIsoDate } from '#rules/calendar.ts'
import { nextWorkingDay } from '#rules/holidays.ts'
import { toJsonRecords } from '#server/core/column-names.ts'
import type { Ctx } from '#server/core/ctx.ts'

type ReviewedPerson = { contactId: string | null; clientId: string | null; stage: MeetingStage; heldOn: string }

/**
 * When the next review of each is due, in their order: so many months after this one as the person's capital asks for, or the next day on which
 * offices are open.
 */
export const findNextReviewDays = async (
  db: Kysely<DB>,
  { prefix }: Pick<Ctx, 'prefix'>,
  reviews: readonly ReviewedPerson[],
): Promise<string[]> => {
  const given = toJsonRecords(reviews.map((review, n) => ({ ...review, n })))
  const { rows } = await sql<{ dueOn: string }>`
    select (r.held_on + make_interval(months => c.months))::date::text as due_on
      from jsonb_to_recordset(${given}::jsonb) as r (n integer, contact_id bigint, client_id bigint, stage meeting_stage, held_on date)
      cross join lateral (
        select k.months from review_cadence k
         where k.stage = r.stage and k.min_capital <= coalesce(case
           when r.client_id is null then (select x.amount_sort from contact x where x.id = r.contact_id)
           else (select l.capital from client_list l where l.client_id = r.client_id) end, 0)
         order by k.min_capital desc limit 1) c
     order by r.n`.execute(db)
  return rows.map(({ dueOn }) => toIsoDate(nextWorkingDay(tenantFacts[prefix].country, parseDay(dueOn))))
}

/** The stage after one; the last is repeated. */
export const getNextStage = (stage: MeetingStage): MeetingStage =>
  (({ r1: 'r2', r2: 'r3', r3: 'r4', r4: 'r4' }) as const)[stage]
