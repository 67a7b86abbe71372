import type { Kysely } from 'kysely'
import type { ProposalResult } from '#contract/approvals.ts'
import type { DB } from '#db/types.ts'
import { getTaxRegion } from '#rules/tax-regions.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { proposeForApproval } from '#server/domain/approvals.ts'
import { clientAuditPurpose, toMaskedClientValues } from '#server/domain/client-audit-values.ts'
import type { ClientValues } from '#server/domain/client-fields.ts'
import { identityColumns, taxColumns } from '#server/domain/guarded-client-changes.ts'
import type { AuditValues } from '#server/domain/mask-audit-values.ts'
import { toReadableKind } from '#server/domain/readable-identity-kind.ts'
import { clientIdentityTask, describeIdentity, readStatusField } from './identity-task.ts'
import { type LockedClient, lockClientRecord } from './update-client.ts'

type ChangedClient = { id: string; cvl: string; managerId: string | null }
type IdentityProposal = {
  client: ChangedClient
  /** The new values of what waits: of `identityColumns`, `email`, and of the status. */
  values: ClientValues
  reason: string | undefined
}

const pick = (values: object, fields: readonly string[]): AuditValues =>
  Object.fromEntries(Object.entries(values).filter(([field]) => fields.includes(field)))

const addressParts = ['street', 'streetNumber', 'floor', 'door', 'postalCode', 'city', 'province']

/** For whoever decides: an address is read as one, and its kind of street says nothing. */
const toReadableAddress = (values: AuditValues, known: LockedClient): AuditValues => {
  if (!addressParts.some((part) => part in values)) return values
  const { streetType: _, ...rest } = values
  const others = Object.entries(rest).filter(([field]) => !addressParts.includes(field))
  const whole = { ...known, ...values }
  const address = addressParts.flatMap((part) => whole[part as keyof typeof whole] ?? []).join(', ')
  return { ...Object.fromEntries(others), address }
}

const isIdentityField = (field: string): boolean => (identityColumns as readonly string[]).includes(field)

const isTaxField = (field: string): boolean => taxColumns.some((column) => column === field)

/** For whoever decides: the region by which interest is taxed, where the change makes it another. */
const toTaxRegion = (known: LockedClient, shown: LockedClient, requested: LockedClient): AuditValues =>
  getTaxRegion(known) === getTaxRegion(requested) ? {} : { taxRegion: getTaxRegion(shown) }

/** The status as it would be, and as it was seen. All that decides on the tax is seen together: none of it changes meanwhile. */
const toStatusColumns = (known: LockedClient, values: ClientValues, fields: readonly string[]) =>
  fields.length === 0
    ? { setsStatus: false }
    : {
        setsStatus: true,
        status: JSON.stringify(pick(values, fields)),
        seenStatus: JSON.stringify(
          Object.fromEntries(
            [...fields, ...(fields.some(isTaxField) ? taxColumns : [])].map((field) => [
              field,
              readStatusField(known, field),
            ]),
          ),
        ),
      }

/**
 * Asks for another identity, e-mail or status of a client, whose row the caller has locked. Nothing to ask for: null. Refused without a reason, and with
 * `client.changeWaits` while another one waits.
 */
export const proposeClientIdentity = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  { client, values, reason }: IdentityProposal,
  { deps }: HttpContext,
): Promise<ProposalResult | null> => {
  const fields = Object.keys(values)
  if (fields.length === 0) return null
  if (!reason) throw buildRefusal('request.invalid', { fields: { reason: 'required' } })
  const known = await lockClientRecord(tx, client.id)
  const requested = { ...known, ...values } as typeof known
  const setsEmail = fields.includes('email')
  const setsIdentity = fields.some((field) => isIdentityField(field))
  const statusFields = fields.filter((field) => field !== 'email' && !isIdentityField(field))
  const now = deps.clock()
  const made = await tx
    .insertInto('clientIdentityChange')
    .values({
      clientId: client.id,
      askedBy: ctx.person.userId,
      askedAt: new Date(now).toISOString(),
      setsIdentity,
      ...(setsIdentity && {
        identityKind: requested.identityKind,
        identityNumber: requested.identityNumber,
        dniValidUntil: requested.dniValidUntil,
        dniPermanent: requested.dniPermanent,
        seenIdentity: JSON.stringify(describeIdentity(known)),
      }),
      setsEmail,
      ...(setsEmail && { email: requested.email, seenEmail: known.email }),
      ...toStatusColumns(known, values, statusFields),
    })
    .onConflict((conflict) => conflict.column('clientId').where('state', '=', 'asked').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) throw buildRefusal('client.changeWaits')
  const box = deps.getSecretBox(clientAuditPurpose)
  const before = Object.fromEntries(fields.map((field) => [field, readStatusField(known, field)]))
  const after = pick(values, fields)
  const audited = { before: toMaskedClientValues(box, before), after: toMaskedClientValues(box, after) }
  const proposed = await proposeForApproval(
    tx,
    ctx,
    clientIdentityTask,
    {
      payload: { changeId: made.id, ...audited },
      reason,
      entity: 'client',
      entityId: client.id,
      params: { who: client.cvl },
      before: { ...toReadableAddress(toReadableKind(before), known), ...toTaxRegion(known, known, requested) },
      after: { ...toReadableAddress(toReadableKind(after), known), ...toTaxRegion(known, requested, requested) },
      audited,
      about: { clientId: client.id },
      assigneeId: client.managerId,
    },
    now,
  )
  const { approvalId } = proposed
  if (approvalId) await tx.updateTable('clientIdentityChange').set({ approvalId }).where('id', '=', made.id).execute()
  return proposed
}
