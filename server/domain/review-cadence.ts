import { type Kysely, sql } from 'kysely'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { MeetingStage } from '#contract/meetings/words.ts'
import type { DB } from '#db/types.ts'
import { parseDay, toIsoDate } from '#rules/calendar.ts'
import { nextWorkingDay } from '#rules/holidays.ts'
import type { Ctx } from '#server/core/ctx.ts'

type ReviewedPerson = { contactId: string | null; clientId: string | null; stage: MeetingStage; heldOn: string }

/** When the next review is due: so many months after this one as the person's capital asks for, or the next day on which offices are open. */
export const findNextReviewDay = async (
  db: Kysely<DB>,
  { prefix }: Pick<Ctx, 'prefix'>,
  { contactId, clientId, stage, heldOn }: ReviewedPerson,
): Promise<string> => {
  const capital =
    clientId === null
      ? sql`(select x.amount_sort from contact x where x.id = ${contactId})`
      : sql`(select l.capital from client_list l where l.client_id = ${clientId})`
  const { rows } = await sql<{ dueOn: string }>`
    select (${heldOn}::date + make_interval(months => c.months))::date::text as "dueOn"
      from review_cadence c where c.stage = ${stage}::meeting_stage and c.min_capital <= coalesce(${capital}, 0)
     order by c.min_capital desc limit 1`.execute(db)
  return toIsoDate(nextWorkingDay(tenantFacts[prefix].country, parseDay(rows[0]!.dueOn)))
}

/** The stage after one; the last is repeated. */
export const getNextStage = (stage: MeetingStage): MeetingStage =>
  (({ r1: 'r2', r2: 'r3', r3: 'r4', r4: 'r4' }) as const)[stage]
