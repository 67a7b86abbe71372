import { type Kysely, sql } from 'kysely'
import { type ContactStage, contactStages } from '#contract/contacts/stages.ts'
import type { MeetingStage } from '#contract/meetings/words.ts'
import type { DB } from '#db/types.ts'
import { toJsonRecords } from '#server/core/column-names.ts'
import { findNextReviewDays } from '#server/domain/review-cadence.ts'
import type { ContactMove } from '../agenda/audit-rows.ts'
import type { ImportRunContext } from '../mapped/import-handler-types.ts'

type HeldReview = {
  line: number
  contactId: string | null
  clientId: string | null
  stage: MeetingStage
  heldOn: string
}

const findHeldReviews = async (tx: Kysely<DB>): Promise<HeldReview[]> => {
  const { rows } = await sql<HeldReview>`
    select r.line, r.fields ->> 'contactId' as "contactId", r.client_id::text as "clientId", r.fields ->> 'stage' as stage, r.fields ->> 'meetingOn' as "heldOn"
      from import_check r where not r.known and r.fields ->> 'state' = 'held' and r.fields ->> 'stage' is not null
     order by (r.fields ->> 'startsAt')::timestamptz, r.line`.execute(tx)
  return rows
}

const findStages = async (tx: Kysely<DB>, reviews: readonly HeldReview[]): Promise<Map<string, ContactStage>> => {
  const ids = reviews.flatMap(({ contactId }) => contactId ?? [])
  const { rows } = await sql<{ id: string; stage: ContactStage }>`
    select c.id::text as id, c.stage from contact c where c.id = any(${ids}::bigint[])`.execute(tx)
  return new Map(rows.map(({ id, stage }) => [id, stage]))
}

const isFurther = (stage: ContactStage, other: ContactStage): boolean =>
  contactStages.indexOf(stage) > contactStages.indexOf(other)

/**
 * What the held reviews of the fresh rows come to, in the order in which they were held: each keeps the stage that it took its contact from and the
 * day of the next review. A review takes a contact further, never back; who is won or lost stays it. Gives the moves of the contacts, which are locked.
 */
export const applyHeldReviews = async ({ tx, prefix }: ImportRunContext): Promise<ContactMove[]> => {
  const reviews = await findHeldReviews(tx)
  if (reviews.length === 0) return []
  const before = await findStages(tx, reviews)
  const current = new Map(before)
  const nextDays = await findNextReviewDays(tx, { prefix }, reviews)
  const settled = reviews.map(({ line, contactId, stage }, n) => {
    const from = contactId === null ? undefined : current.get(contactId)
    const isTaken = from !== undefined && from !== 'won' && from !== 'lost' && isFurther(stage, from)
    if (isTaken) current.set(contactId!, stage)
    return { line, stageBefore: isTaken ? from : null, nextReviewOn: nextDays[n]! }
  })
  await sql`
    update import_check r set fields = r.fields || jsonb_build_object('stageBefore', s.stage_before, 'nextReviewOn', s.next_review_on)
      from jsonb_to_recordset(${toJsonRecords(settled)}::jsonb) as s (line integer, stage_before text, next_review_on text)
     where s.line = r.line`.execute(tx)
  return [...current].flatMap(([contactId, to]) => {
    const from = before.get(contactId)!
    return from === to ? [] : [{ contactId, from, to }]
  })
}
