import { type Kysely, type SqlBool, sql } from 'kysely'
import type { addContribution as contract } from '#contract/contributions.ts'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import { propose } from '#server/domain/approvals.ts'
import { findAssignment } from '#server/domain/assignment.ts'
import { contribute, refuseContribution } from '#server/domain/contribute.ts'
import {
  bonusOf,
  findNotingFacts,
  findNotingObstacles,
  isBonusGuarded,
  type NotingObstacle,
} from '#server/domain/contribution-rules.ts'
import { type LockedAccount, lockVisibleAccount } from '#server/domain/lock-account.ts'
import { findPosted, refreshClients } from '#server/domain/post-journal.ts'
import { contributionTask, type Noted } from './contribution-task.ts'

type Input = Parsed<typeof contract>
type Told = Answer<typeof contract>

/** What this key has proposed before; refused where that was something else. */
const findProposed = async (tx: Kysely<DB>, { accountId, key, ...noted }: Noted): Promise<Told | null> => {
  const asked = await tx
    .selectFrom('approval')
    .where('task', '=', contributionTask.name)
    .where('entity', '=', 'account')
    .where('entityId', '=', accountId)
    .where(sql<SqlBool>`payload ->> 'key' = ${key}`)
    .select(['id', 'payload'])
    .executeTakeFirst()
  if (!asked) return null
  const known = asked.payload as unknown as Noted
  if (known.amount !== noted.amount || known.valueDate !== noted.valueDate || known.reference !== noted.reference)
    throw refuse('idempotency.differentBody')
  return { state: 'pending', approvalId: asked.id, journalId: null }
}

/** Has a second person say first that this money came. */
const proposeContribution = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  {
    account,
    payload,
    obstacles,
    now,
  }: { account: LockedAccount; payload: Noted; obstacles: NotingObstacle[]; now: number },
): Promise<Told> => {
  const known = await findProposed(tx, payload)
  if (known) return known
  const { managerId, cvl } = await findAssignment(tx, account.clientId)
  const { amount, valueDate, reference } = payload
  const proposed = await propose(
    tx,
    ctx,
    contributionTask,
    {
      payload,
      reason: reference,
      entity: 'account',
      entityId: account.id,
      params: { who: cvl, account: account.number, amount },
      after: { amount, valueDate, because: obstacles, ...bonusOf(account) },
      about: { clientId: account.clientId },
      liesWith: managerId,
      guarded: await isBonusGuarded(tx, account, { amount, businessDate: ctx.businessDate }),
    },
    now,
  )
  // Where the firm wants no second person for it, it is in the books already.
  const posted = proposed.state === 'done' ? await findPosted(tx, payload.key) : undefined
  return { ...proposed, journalId: posted?.id ?? null }
}

/**
 * Booked today whenever it came, at once or once a second person agrees. Throws what the account can't take, and what the ledger refuses.
 * Sent again, it is answered as the first time, whatever has become of the account since.
 */
export const addContribution = (ctx: Ctx, { params, body, key }: Input, { serving }: Raw): Promise<Told> =>
  ctx.db.transaction().execute(async (tx) => {
    const account = await lockVisibleAccount(tx, ctx, params)
    const { role } = ctx.person
    const facts = await findNotingFacts(tx, { accountId: account.id, role, key, today: ctx.businessDate })
    if (facts.journalId === null) {
      await refuseContribution(tx, account, body, ctx.businessDate)
      const obstacles = findNotingObstacles(ctx, account, body, facts)
      const payload = { accountId: account.id, ...body, key }
      if (obstacles.length > 0)
        return proposeContribution(tx, ctx, { account, payload, obstacles, now: serving.clock() })
    }
    const { reference, ...coming } = body
    const { journalId } = await contribute(tx, ctx, account, {
      ...coming,
      bookingDate: ctx.businessDate,
      from: 'bank',
      ...{ key, source: 'manual', description: reference },
    })
    await refreshClients(tx, [account.clientId])
    return { state: 'done', approvalId: null, journalId }
  })
