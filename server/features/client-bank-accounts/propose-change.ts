import { type Kysely, sql } from 'kysely'
import type { ChangeFacts } from '#contract/approvals/change-fields.ts'
import type { Proposed } from '#contract/approvals.ts'
import type { BankChangeKind } from '#contract/client-bank-accounts.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import { propose } from '#server/domain/approvals.ts'
import { wishHash } from '#server/domain/post-journal.ts'
import { assertNotOwnClients } from '#server/domain/too-near.ts'
import { visibleClients } from '#server/domain/visibility.ts'
import { isSumOverLimit } from '#server/domain/withdrawal-limit.ts'
import { bankAccountTask } from './bank-account-task.ts'
import { versionOf } from './bank-accounts.queries.ts'
import { type Doubts, isDoubtful } from './doubts.ts'
import { defaultOf, type Known, lockBankAccounts, type Redirected } from './known-accounts.ts'
import { wordsOf } from './tell-of-change.ts'

type Said = { params: { clientId: string }; body: { version: number; reason: string }; key: string }

/** What is wanted, as the rules of its kind have found it. */
export type Wanted = {
  kind: BankChangeKind
  number: string
  bankAccountId?: string
  holder?: string
  makesDefault?: boolean
  takesOverId?: string | null
  doubts: Doubts
  redirected: Redirected
  /** As whoever decides reads it, and as the audit keeps it. */
  read: { before?: ChangeFacts; after: ChangeFacts }
  audited: { before?: object; after: object }
}
export type Client = { id: string; cvl: string; name: string; managerId: string | null }

/** What this key has led to; refused where it meant something else. */
const findMade = async (tx: Kysely<DB>, key: string, hash: string): Promise<Proposed | undefined> => {
  const made = await tx
    .selectFrom('clientBankChange')
    .where('idempotencyKey', '=', key)
    .select(['requestHash', 'approvalId'])
    .executeTakeFirst()
  if (made && made.requestHash !== hash) throw refuse('idempotency.differentBody')
  return made && { state: made.approvalId ? 'pending' : 'done', approvalId: made.approvalId }
}

const findClient = async (tx: Kysely<DB>, ctx: Ctx, clientId: string): Promise<Client> => {
  const client = await visibleClients({ db: tx, reaches: ctx.reaches })
    .innerJoin('client', 'client.id', 'c.clientId')
    .where('c.clientId', '=', clientId)
    .select(['client.id', 'client.cvl', 'c.managerId'])
    .select(sql<string>`trim(client.name || ' ' || client.surname)`.as('name'))
    .executeTakeFirst()
  if (!client) throw refuse('notFound')
  await assertNotOwnClients(tx, ctx, [client.id])
  return client
}

const isAsked = async (tx: Kysely<DB>, clientId: string, { kind, number }: Wanted): Promise<boolean> => {
  const { rows } = await sql`select from client_bank_change b join approval p on p.id = b.approval_id
    where b.client_id = ${clientId} and b.kind = ${kind} and b.number = ${number} and b.state = 'asked'`.execute(tx)
  return rows.length > 0
}

/**
 * Proposes a change of a client's bank accounts, or makes it where the firm wants no second person: what `judge` makes of those that there are, under
 * the client's lock. Throws `conflict.changed` where they aren't those that were seen, `bankAccount.asked` where the same waits already.
 */
export const proposeChange = (
  ctx: Ctx,
  { params, body, key, now }: Said & { now: number },
  judge: (found: { tx: Kysely<DB>; client: Client; known: Known }) => Promise<Wanted>,
): Promise<Proposed> =>
  ctx.db.transaction().execute(async (tx) => {
    // Two at once with one key: the second waits here for what the first one does.
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
    const client = await findClient(tx, ctx, params.clientId)
    const hash = wishHash({ params, body })
    const made = await findMade(tx, key, hash)
    if (made) return made
    const known = await lockBankAccounts(tx, client.id)
    const { version } = await tx.selectNoFrom(versionOf(client.id).as('version')).executeTakeFirstOrThrow()
    if (version !== body.version) throw refuse('conflict.changed')
    const wanted = await judge({ tx, client, known })
    if (await isAsked(tx, client.id, wanted)) throw refuse('bankAccount.asked')
    const { read, audited, doubts, redirected, ...change } = wanted
    const guarded = isDoubtful(doubts)
    const isOver = await isSumOverLimit(tx, { ...ctx, role: ctx.person.role }, redirected.amount)
    const { id: changeId } = await tx
      .insertInto('clientBankChange')
      .values({
        ...{ ...change, ...doubts, clientId: client.id, defaultId: defaultOf(known)?.id ?? null },
        ...{ idempotencyKey: key, requestHash: hash, askedBy: ctx.person.userId, askedAt: new Date(now).toISOString() },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const proposed = await propose(
      tx,
      ctx,
      bankAccountTask,
      {
        ...{
          payload: { changeId, amount: redirected.amount },
          reason: body.reason,
          entity: 'client',
          entityId: client.id,
        },
        ...{ params: wordsOf(change.kind, client.cvl, change.number), ...read, audited, guarded },
        // A sign of fraud is looked at by somebody else, whatever the firm does without; so is more than its maker may let go.
        always: guarded || isOver,
        about: { clientId: client.id },
        liesWith: client.managerId,
      },
      now,
    )
    const { approvalId } = proposed
    if (approvalId) await tx.updateTable('clientBankChange').set({ approvalId }).where('id', '=', changeId).execute()
    return proposed
  })
