import type { Kysely } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type * as contract from '#contract/estates.ts'
import type { DB } from '#db/types.ts'
import { type Fraction, parseFraction } from '#rules/fractions.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { selectVisibleClients } from '#server/domain/visibility.ts'
import {
  assertEstateChangeable,
  findEstateClient,
  insertMissingCoHolders,
  lockEstate,
  raiseEstateVersion,
} from './estate-record.ts'

type RecipientInput = ParsedRequest<typeof contract.setEstateRecipients>['body']['recipients'][number]
type FieldErrors = Record<string, string>

const isCoHolder = ({ role }: Pick<RecipientInput, 'role'>): boolean => role === 'co_holder'

const parseShare = ({ share }: RecipientInput): Fraction | undefined =>
  share === null ? undefined : parseFraction(share)

/** What can be said without the database: everybody once in a role, a share for whoever inherits, one place to be paid at most. */
const findFormErrors = (deceasedId: string, recipients: readonly RecipientInput[]): FieldErrors => {
  const wrong: FieldErrors = {}
  const seen = new Set<string>()
  for (const [at, recipient] of recipients.entries()) {
    const key = `${recipient.clientId} ${isCoHolder(recipient)}`
    if (recipient.clientId === deceasedId || seen.has(key)) wrong[`recipients.${at}.clientId`] = 'invalid'
    seen.add(key)
    if (!isCoHolder(recipient) && !parseShare(recipient)) wrong[`recipients.${at}.share`] = 'share'
    if (recipient.accountId !== null && recipient.bankAccountId !== null)
      wrong[`recipients.${at}.accountId`] = 'invalid'
  }
  return wrong
}

/** Of these clients those whom the caller sees: nobody outside the scope is named an heir by guessing. */
const findVisibleIds = async (tx: Kysely<DB>, ctx: Ctx, ids: readonly string[]): Promise<Set<string>> => {
  if (ids.length === 0) return new Set()
  const rows = await selectVisibleClients({ db: tx, scopes: ctx.scopes })
    .where('c.clientId', 'in', [...ids])
    .select('c.clientId')
    .execute()
  return new Set(rows.map(({ clientId }) => clientId))
}

/** A place to be paid is the recipient's own: an open account that they hold, or a bank account of theirs that takes payments. */
const findDestinationError = async (tx: Kysely<DB>, recipient: RecipientInput): Promise<string | undefined> => {
  const { clientId, accountId, bankAccountId } = recipient
  if (accountId !== null) {
    const held = await tx
      .selectFrom('accountHolder as h')
      .innerJoin('account as a', 'a.id', 'h.accountId')
      .where('h.accountId', '=', accountId)
      .where('h.clientId', '=', clientId)
      .where('h.role', '<>', 'authorised')
      .where('a.status', '=', 'active')
      .select('a.id')
      .executeTakeFirst()
    return held ? undefined : 'accountId'
  }
  if (bankAccountId === null) return undefined
  const known = await tx
    .selectFrom('clientBankAccount')
    .where('id', '=', bankAccountId)
    .where('clientId', '=', clientId)
    .where('isPayout', '=', true)
    .select('id')
    .executeTakeFirst()
  return known ? undefined : 'bankAccountId'
}

/** Throws `request.invalid` with what does not fit; answers the clients whom the caller sees, of those named and those who are there. */
const assertRecipientsFit = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  estate: { id: string; clientId: string },
  recipients: readonly RecipientInput[],
): Promise<string[]> => {
  const wrong = findFormErrors(estate.clientId, recipients)
  const known = await tx
    .selectFrom('estateRecipient')
    .where('estateId', '=', estate.id)
    .select(['clientId', 'role'])
    .execute()
  const visible = await findVisibleIds(
    tx,
    ctx,
    [...known, ...recipients].map(({ clientId }) => clientId),
  )
  for (const [at, recipient] of recipients.entries()) {
    const isKnown = known.some(({ clientId, role }) => clientId === recipient.clientId && role === recipient.role)
    // Who held an account with the deceased stands there already; nobody becomes one by being named.
    if (!visible.has(recipient.clientId) || (isCoHolder(recipient) && !isKnown))
      wrong[`recipients.${at}.clientId`] = 'unknown'
    const field = await findDestinationError(tx, recipient)
    if (field) wrong[`recipients.${at}.${field}`] = 'unknown'
  }
  if (Object.keys(wrong).length > 0) throw buildRefusal('request.invalid', { fields: wrong })
  return [...visible]
}

const toRecipientRow = (estateId: string, recipient: RecipientInput) => {
  const share = isCoHolder(recipient) ? undefined : parseShare(recipient)
  return {
    estateId,
    clientId: recipient.clientId,
    role: recipient.role,
    shareNumerator: share ? Number(share.numerator) : null,
    shareDenominator: share ? Number(share.denominator) : null,
    accountId: recipient.accountId,
    bankAccountId: recipient.bankAccountId,
  }
}

/** Writes who of the caller's clients inherits which part and where each is paid; who held accounts with the deceased stays among them. */
export const setEstateRecipients = (
  ctx: Ctx,
  { params: { clientId }, body: { version, recipients } }: ParsedRequest<typeof contract.setEstateRecipients>,
): Promise<ResponseBody<typeof contract.setEstateRecipients>> =>
  ctx.db.transaction().execute(async (tx) => {
    await findEstateClient(tx, ctx, clientId)
    const estate = await lockEstate(tx, clientId)
    await assertEstateChangeable(tx, estate, version)
    await insertMissingCoHolders(tx, estate)
    const visibleIds = await assertRecipientsFit(tx, ctx, estate, recipients)
    // Who is outside the caller's scope stays as they are: others look after them.
    if (visibleIds.length > 0)
      await tx
        .deleteFrom('estateRecipient')
        .where('estateId', '=', estate.id)
        .where('clientId', 'in', visibleIds)
        .execute()
    if (recipients.length > 0)
      await tx
        .insertInto('estateRecipient')
        .values(recipients.map((recipient) => toRecipientRow(estate.id, recipient)))
        .execute()
    await insertMissingCoHolders(tx, estate)
    const cvls = await tx
      .selectFrom('estateRecipient as r')
      .innerJoin('client', 'client.id', 'r.clientId')
      .where('r.estateId', '=', estate.id)
      .where('r.role', '<>', 'co_holder')
      .select('client.cvl')
      .orderBy('client.cvl')
      .execute()
    await recordAuditEvent(tx, ctx, {
      action: 'estate.recipientsSet',
      entity: 'client',
      entityId: clientId,
      after: { heirs: cvls.map(({ cvl }) => cvl) },
    })
    return { version: await raiseEstateVersion(tx, estate.id) }
  })
