import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { ApprovalTask } from '#server/core/approval-task.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { ClientValues } from '#server/domain/client-fields.ts'
import { addProofChange, type identityColumns } from '#server/domain/guarded-client-changes.ts'
import { assertIdentityFree } from '#server/domain/identity-free.ts'
import { type LockedClient, lockClientRecord, updateClient } from './update-client.ts'

/** The change by its id, and what the audit may say of it: numbers and addresses stand in their own row only. */
export type IdentityPayload = { changeId: string; before: object; after: object }

/** The identity as one text, by which it is compared with what was seen. */
export const describeIdentity = ({
  identityKind,
  identityNumber,
  dniValidUntil,
  dniPermanent,
}: Pick<LockedClient, (typeof identityColumns)[number]>) =>
  JSON.stringify([identityKind, identityNumber, dniValidUntil, dniPermanent])

/** A field of the status as it stands: whether a politically exposed person was taken is a moment in the record. */
export const readStatusField = (client: LockedClient, field: string): ClientValues[string] =>
  field === 'pepApproved' ? client.pepApprovedAt !== null : (client[field as keyof LockedClient] ?? null)

const findChange = (tx: Kysely<DB>, changeId: string, state: 'asked' | 'dropped') =>
  tx
    .selectFrom('clientIdentityChange')
    .where('id', '=', changeId)
    .where('state', '=', state)
    .selectAll()
    .select(sql<string | null>`seen_identity #>> '{}'`.as('seenIdentityText'))
    .executeTakeFirst()
type IdentityChange = NonNullable<Awaited<ReturnType<typeof findChange>>>

const isClientAsSeen = (client: LockedClient, change: IdentityChange): boolean =>
  (!change.setsIdentity || describeIdentity(client) === change.seenIdentityText) &&
  (!change.setsEmail || client.email === change.seenEmail) &&
  Object.entries((change.seenStatus ?? {}) as ClientValues).every(
    ([field, value]) => readStatusField(client, field) === value,
  )

/** The change in this state with its client, locked; undefined where the client is not as they were when it was proposed. */
const lockUnchanged = async (tx: Kysely<DB>, changeId: string, state: 'asked' | 'dropped') => {
  const clientId = (await findChange(tx, changeId, state))?.clientId
  if (!clientId) return
  const client = await lockClientRecord(tx, clientId)
  // Read again: whoever held the record may have decided it.
  const change = await findChange(tx, changeId, state)
  return change && isClientAsSeen(client, change) ? { change, client } : undefined
}

/** Columns of the client as the change would have them. Who is no longer exposed has nothing that could be approved. */
const toChangedColumns = (change: IdentityChange, { approvedAt, userId }: { approvedAt: string; userId: string }) => {
  const { identityKind, identityNumber, dniValidUntil, dniPermanent, email } = change
  const { pepApproved, ...status } = (change.status ?? {}) as ClientValues
  return {
    ...(change.setsIdentity && { identityKind, identityNumber, dniValidUntil, dniPermanent }),
    ...(change.setsEmail && { email }),
    ...status,
    ...(pepApproved === true && { pepApprovedAt: approvedAt, pepApprovedBy: userId }),
    ...(status.pep === false && { pepApprovedAt: null, pepApprovedBy: null }),
  }
}

/** By what a client is known, where consents are sent to, where they are taxed and how careful the firm is: nobody changes it alone. */
export const clientIdentityTask: ApprovalTask<'clientIdentity', IdentityPayload> = {
  name: 'clientIdentity',
  module: 'bt_Clientes',
  secondFactor: true,
  getRecordPath: (clientId) => clientId && `/clientes/${clientId}`,
  carryOut: async (tx, actor, { payload: { changeId, before, after }, now }) => {
    const locked = await lockUnchanged(tx, changeId, 'asked')
    if (!locked) throw buildRefusal('approval.changedSince')
    const { change, client } = locked
    const approvedAt = new Date(now).toISOString()
    if (change.setsIdentity && change.identityNumber) await assertIdentityFree(tx, change.identityNumber, client.id)
    const values = toChangedColumns(change, { approvedAt, userId: actor.person.userId })
    await updateClient(tx, client, addProofChange(client, values))
    await tx
      .updateTable('clientIdentityChange')
      .set({ state: 'done', doneAt: approvedAt })
      .where('id', '=', changeId)
      .execute()
    await recordAuditEvent(tx, actor, {
      action: 'client.identityChanged',
      entity: 'client',
      entityId: client.id,
      before,
      after,
    })
  },
  discardChange: async (tx, { payload: { changeId } }) => {
    await tx
      .updateTable('clientIdentityChange')
      .set({ state: 'dropped' })
      .where('id', '=', changeId)
      .where('state', '=', 'asked')
      .execute()
  },
  restoreChange: async (tx, _actor, { payload: { changeId } }) => {
    const locked = await lockUnchanged(tx, changeId, 'dropped')
    if (!locked) throw buildRefusal('approval.rejectionFinal')
    const isOtherPending = await tx
      .selectFrom('clientIdentityChange')
      .where('clientId', '=', locked.client.id)
      .where('state', '=', 'asked')
      .select('id')
      .executeTakeFirst()
    if (isOtherPending) throw buildRefusal('approval.replaced')
    await tx.updateTable('clientIdentityChange').set({ state: 'asked' }).where('id', '=', changeId).execute()
  },
}
