import { type Kysely, sql } from 'kysely'
import { type ContactStage, contactStages, needsConsent } from '#contract/contacts/stages.ts'
import type { MeetingStage } from '#contract/meetings/words.ts'
import type { DB } from '#db/types.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'

type Person = { contactId: string | null; clientId: string | null }

/** From R2 on nobody is reviewed whose consent to data protection isn't signed: `client.lopd`, `contact.lopdMissing`. */
export const assertConsentForStage = async (
  tx: Kysely<DB>,
  { contactId, clientId }: Person,
  stage: MeetingStage | null,
): Promise<void> => {
  if (stage === null || !needsConsent(stage)) return
  if (clientId !== null) {
    const { lopdStatus } = await tx
      .selectFrom('client')
      .where('id', '=', clientId)
      .select('lopdStatus')
      .executeTakeFirstOrThrow()
    if (lopdStatus !== 'signed') throw buildRefusal('client.lopd')
    return
  }
  const { lopdOn } = await tx
    .selectFrom('contact')
    .where('id', '=', contactId)
    .select('lopdOn')
    .executeTakeFirstOrThrow()
  if (lopdOn === null) throw buildRefusal('contact.lopdMissing')
}

const moveContact = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  { contactId, from, to, now }: { contactId: string; from: string; to: string; now: string },
): Promise<void> => {
  await tx
    .updateTable('contact')
    .set({ stage: to, stageSince: now, version: sql`version + 1` })
    .where('id', '=', contactId)
    .execute()
  await recordAuditEvent(tx, ctx, {
    action: 'contact.moved',
    entity: 'contact',
    entityId: contactId,
    before: { state: from },
    after: { state: to },
  })
}

/** A held review takes the contact to its stage, never back; who is won or lost stays it. Gives the stage before, null where nothing moved. */
export const advanceContact = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  { contactId, stage, now }: { contactId: string; stage: MeetingStage; now: string },
): Promise<string | null> => {
  const { stage: from } = await tx
    .selectFrom('contact')
    .where('id', '=', contactId)
    .select('stage')
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const isOver = from === 'won' || from === 'lost'
  if (isOver || contactStages.indexOf(from as ContactStage) >= contactStages.indexOf(stage)) return null
  await moveContact(tx, ctx, { contactId, from, to: stage, now })
  return from
}

/** The review was not held after all: the contact goes back, unless somebody has moved them on since. */
export const revertContactStage = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  { contactId, stage, before, now }: { contactId: string; stage: MeetingStage; before: string; now: string },
): Promise<void> => {
  const { stage: from } = await tx
    .selectFrom('contact')
    .where('id', '=', contactId)
    .select('stage')
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (from === stage) await moveContact(tx, ctx, { contactId, from, to: before, now })
}
