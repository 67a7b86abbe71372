import { type Kysely, sql } from 'kysely'
import type { ChangeFacts } from '#contract/all-fields.ts'
import type { ProposalResult } from '#contract/approvals.ts'
import type { BankAccountChangeKind } from '#contract/client-bank-accounts.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { naturalNameSql } from '#server/core/person-name.ts'
import { proposeForApproval } from '#server/domain/approvals.ts'
import { assertNoRelatedClients } from '#server/domain/conflict-of-interest.ts'
import { requestHash } from '#server/domain/post-journal.ts'
import { selectVisibleClients } from '#server/domain/visibility.ts'
import { isSumAboveWithdrawalLimit } from '#server/domain/withdrawal-limit.ts'
import { type BankAccountDoubts, hasBankAccountDoubts } from './bank-account-doubts.ts'
import { bankAccountTask } from './bank-account-task.ts'
import { bankAccountsVersionSql } from './bank-accounts.queries.ts'
import {
  getDefaultAccount,
  type LockedBankAccounts,
  lockBankAccounts,
  type RedirectedPayments,
} from './locked-accounts.ts'
import { buildChangeParams } from './notify-bank-account-change.ts'
import { isChangePending } from './requested-change.ts'

type ChangeRequest = { params: { clientId: string }; body: { version: number; reason: string }; key: string }

/** What is wanted, as the rules of its kind have found it. */
export type BankAccountChange = {
  kind: BankAccountChangeKind
  number: string
  bankAccountId?: string
  holder?: string
  makesDefault?: boolean
  takesOverId?: string | null
  doubts: BankAccountDoubts
  redirected: RedirectedPayments
  /** As whoever decides reads it, and as the audit keeps it. */
  approvalFacts: { before?: ChangeFacts; after: ChangeFacts }
  auditFacts: { before?: object; after: object }
}
export type ChangeClient = { id: string; cvl: string; name: string; managerId: string | null }

/** What this key has led to; refused where it meant something else. */
const findByIdempotencyKey = async (tx: Kysely<DB>, key: string, hash: string): Promise<ProposalResult | undefined> => {
  const existing = await tx
    .selectFrom('clientBankChange')
    .where('idempotencyKey', '=', key)
    .select(['requestHash', 'approvalId'])
    .executeTakeFirst()
  if (existing && existing.requestHash !== hash) throw buildRefusal('idempotency.differentBody')
  return existing && { state: existing.approvalId ? 'pending' : 'done', approvalId: existing.approvalId }
}

const findChangeClient = async (tx: Kysely<DB>, ctx: Ctx, clientId: string): Promise<ChangeClient> => {
  const client = await selectVisibleClients({ db: tx, scopes: ctx.scopes })
    .innerJoin('client', 'client.id', 'c.clientId')
    .where('c.clientId', '=', clientId)
    .select(['client.id', 'client.cvl', 'c.managerId'])
    .select(sql<string>`${naturalNameSql('client')}`.as('name'))
    .executeTakeFirst()
  if (!client) throw buildRefusal('notFound')
  await assertNoRelatedClients(tx, ctx, [client.id])
  return client
}

/**
 * Proposes a change of a client's bank accounts, or makes it where the firm wants no second person: what `judge` makes of those that there are, under
 * the client's lock. Throws `conflict.changed` where they aren't those that were seen, `bankAccount.asked` where the same waits already.
 */
export const proposeBankAccountChange = (
  ctx: Ctx,
  { params, body, key, now }: ChangeRequest & { now: number },
  buildChange: (found: {
    tx: Kysely<DB>
    client: ChangeClient
    known: LockedBankAccounts
  }) => Promise<BankAccountChange>,
): Promise<ProposalResult> =>
  ctx.db.transaction().execute(async (tx) => {
    // Two at once with one key: the second waits here for what the first one does.
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
    const client = await findChangeClient(tx, ctx, params.clientId)
    const hash = requestHash({ params, body })
    const existing = await findByIdempotencyKey(tx, key, hash)
    if (existing) return existing
    const lockedAccounts = await lockBankAccounts(tx, client.id)
    const { version } = await tx.selectNoFrom(bankAccountsVersionSql(client.id).as('version')).executeTakeFirstOrThrow()
    if (version !== body.version) throw buildRefusal('conflict.changed')
    const bankAccountChange = await buildChange({ tx, client, known: lockedAccounts })
    if (await isChangePending(tx, client.id, bankAccountChange)) throw buildRefusal('bankAccount.asked')
    const { approvalFacts: read, auditFacts: audited, doubts, redirected, ...change } = bankAccountChange
    const guarded = hasBankAccountDoubts(doubts)
    const isOver = await isSumAboveWithdrawalLimit(tx, { ...ctx, role: ctx.person.role }, redirected.amount)
    const { id: changeId } = await tx
      .insertInto('clientBankChange')
      .values({
        ...change,
        ...doubts,
        clientId: client.id,
        defaultId: getDefaultAccount(lockedAccounts)?.id ?? null,
        idempotencyKey: key,
        requestHash: hash,
        askedBy: ctx.person.userId,
        askedAt: new Date(now).toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const proposed = await proposeForApproval(
      tx,
      ctx,
      bankAccountTask,
      {
        payload: { changeId, amount: redirected.amount },
        reason: body.reason,
        entity: 'client',
        entityId: client.id,
        params: buildChangeParams(change.kind, client.cvl, change.number),
        ...read,
        audited,
        guarded,
        // A sign of fraud is looked at by somebody else, whatever the firm does without; so is more than its maker may let go.
        always: guarded || isOver,
        about: { clientId: client.id },
        assigneeId: client.managerId,
      },
      now,
    )
    const { approvalId } = proposed
    if (approvalId) await tx.updateTable('clientBankChange').set({ approvalId }).where('id', '=', changeId).execute()
    return proposed
  })
