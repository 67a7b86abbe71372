import { type Kysely, sql } from 'kysely'
import type { ProposalResult } from '#contract/approvals.ts'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import { defaultLanguageByPrefix } from '#contract/core/languages.ts'
import type { Prefix } from '#contract/core/values.ts'
import type * as contract from '#contract/estates.ts'
import type { DB } from '#db/types.ts'
import en from '#locales/en/estates.ts'
import es from '#locales/es/estates.ts'
import mx from '#locales/mx/estates.ts'
import pt from '#locales/pt/estates.ts'
import { centsToAmount } from '#rules/cents.ts'
import type { ApprovalTask } from '#server/core/approval-task.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { proposeForApproval } from '#server/domain/approvals.ts'
import { lockAccounts } from '#server/domain/lock-account.ts'
import { notifyClientManagers } from '#server/domain/notify-client-managers.ts'
import { refreshClientList } from '#server/domain/post-journal.ts'
import {
  type DividedAccount,
  divideEstate,
  findEstateAccounts,
  findRecipients,
  sumEstateShares,
} from './estate-division.ts'
import { findEstateObstacles } from './estate-obstacles.ts'
import { assertEstateChangeable, findEstateClient, insertMissingCoHolders, lockEstate } from './estate-record.ts'
import { cancelEstateOrders, postEstateAccount } from './post-estate-account.ts'

const getTexts = buildTextsGetter({ es, en, pt, mx })

/** Everything that decides on a release, as it stands. */
export const examineEstate = async (
  db: Kysely<DB>,
  { prefix, businessDate }: { prefix: Prefix; businessDate: string },
  estate: { id: string; clientId: string },
) => {
  const accounts = await findEstateAccounts(db, estate.clientId)
  const recipients = await findRecipients(db, estate.id)
  // Parts of less than the whole, or of more, would be parts of something else.
  const { numerator, denominator } = sumEstateShares(recipients)
  const divided =
    numerator === denominator ? await divideEstate(db, prefix, { accounts, recipients, on: businessDate }) : []
  const obstacles = await findEstateObstacles(db, { estate, accounts, recipients, divided, businessDate })
  return { accounts, recipients, divided, obstacles }
}

const sumNet = (divided: readonly (DividedAccount | null)[]): string =>
  centsToAmount(divided.flatMap((one) => one?.division.parts ?? []).reduce((sum, { net }) => sum + net, 0n))

type ReleasePayload = { estateId: string; clientId: string; version: number }

/** Locks every account that money leaves or comes to, in the order of their ids. */
const lockEstateAccounts = async (tx: Kysely<DB>, estate: { id: string; clientId: string }): Promise<string[]> => {
  const accounts = await findEstateAccounts(tx, estate.clientId)
  const recipients = await findRecipients(tx, estate.id)
  const targets = recipients.flatMap(({ accountId }) => accountId ?? [])
  await lockAccounts(tx, [...accounts.map(({ id }) => id), ...targets])
  return accounts.map(({ id }) => id)
}

/** Gives an estate to those who inherit: everything in one transaction, or nothing. */
export const estateReleaseTask: ApprovalTask<'estateRelease', ReleasePayload> = {
  name: 'estateRelease',
  module: 'bt_Clientes',
  secondFactor: true,
  guarded: true,
  getRecordPath: (clientId) => clientId && `/clientes/${clientId}/fallecimiento`,
  carryOut: async (tx, actor, { payload: { estateId, clientId, version }, approvalId, makerId, now }) => {
    const estate = await lockEstate(tx, clientId)
    if (estate.releasedAt !== null || estate.version !== version) throw buildRefusal('approval.changedSince')
    await insertMissingCoHolders(tx, estate)
    const accountIds = await lockEstateAccounts(tx, estate)
    const closeReason = getTexts(defaultLanguageByPrefix[actor.prefix]).release.closeReason
    const release = { estateId, approvalId, at: new Date(now).toISOString(), closeReason }
    await cancelEstateOrders(tx, actor, accountIds, release)
    const { divided, obstacles, recipients } = await examineEstate(tx, actor, estate)
    if (obstacles.length > 0) throw buildRefusal('estate.incomplete', { fields: { estate: obstacles.join(' ') } })
    for (const one of divided) if (one) await postEstateAccount(tx, actor, one, release)
    await tx
      .updateTable('estate')
      .set({ releasedAt: release.at, releasedBy: actor.person.userId, version: sql`version + 1` })
      .where('id', '=', estateId)
      .execute()
    await recordAuditEvent(tx, actor, {
      action: 'estate.released',
      entity: 'client',
      entityId: clientId,
      after: { amount: sumNet(divided), accounts: divided.length, people: recipients.length },
    })
    await refreshClientList(tx, [clientId, ...recipients.map((recipient) => recipient.clientId)])
    await notifyClientManagers(tx, [clientId], makerId, {
      kind: 'estate.released',
      params: {},
      linkOf: (id) => `/clientes/${id}/fallecimiento`,
    })
  },
}

/** Asks a second person to let the money of an estate go. 409 `estate.incomplete` while anything is missing, which it names. */
export const releaseEstate = (
  ctx: Ctx,
  { params: { clientId }, body: { version, reason } }: ParsedRequest<typeof contract.releaseEstate>,
  { deps }: HttpContext,
): Promise<ProposalResult> =>
  ctx.db.transaction().execute(async (tx) => {
    const client = await findEstateClient(tx, ctx, clientId)
    const estate = await lockEstate(tx, clientId)
    await assertEstateChangeable(tx, estate, version)
    await insertMissingCoHolders(tx, estate)
    const { divided, obstacles, recipients } = await examineEstate(tx, ctx, estate)
    if (obstacles.length > 0) throw buildRefusal('estate.incomplete', { fields: { estate: obstacles.join(' ') } })
    const amount = sumNet(divided)
    const proposed = await proposeForApproval(
      tx,
      ctx,
      estateReleaseTask,
      {
        payload: { estateId: estate.id, clientId, version },
        reason,
        entity: 'client',
        entityId: clientId,
        params: { who: client.cvl, amount },
        after: { amount, people: String(recipients.length) },
        about: { clientId, clientIds: recipients.map((recipient) => recipient.clientId) },
        assigneeId: client.managerId,
        always: true,
      },
      deps.clock(),
    )
    await tx.updateTable('estate').set({ approvalId: proposed.approvalId }).where('id', '=', estate.id).execute()
    return proposed
  })
