import { type Kysely, type SqlBool, sql } from 'kysely'
import type * as contract from '#contract/contributions.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { readStoredJson } from '#server/core/stored-json.ts'
import { runWrite } from '#server/core/write-transaction.ts'
import { proposeForApproval } from '#server/domain/approvals.ts'
import { findClientAssignment } from '#server/domain/client-assignment.ts'
import { findAccountsEligibility } from '#server/domain/client-eligibility.ts'
import {
  type ContributionObstacle,
  findContributionFacts,
  findContributionObstacles,
  isBonusApprovalGuarded,
  toBonusParam,
} from '#server/domain/contribution-rules.ts'
import { type LockedAccount, lockVisibleAccount } from '#server/domain/lock-account.ts'
import { assertContributionFits, postContribution } from '#server/domain/post-contribution.ts'
import { findByIdempotencyKey, refreshClientList } from '#server/domain/post-journal.ts'
import { contributionTask, type ManualContribution } from './contribution-task.ts'

type ContributionInput = ParsedRequest<typeof contract.addContribution>
type ContributionResult = ResponseBody<typeof contract.addContribution>

/** What this key has proposed before; refused where that was something else. */
const findProposedContribution = async (
  tx: Kysely<DB>,
  { accountId, key, ...noted }: ManualContribution,
): Promise<ContributionResult | null> => {
  const approvalRow = await tx
    .selectFrom('approval')
    .where('task', '=', contributionTask.name)
    .where('entity', '=', 'account')
    .where('entityId', '=', accountId)
    .where(sql<SqlBool>`payload ->> 'key' = ${key}`)
    .select(['id', 'payload'])
    .executeTakeFirst()
  if (!approvalRow) return null
  const pendingResult = readStoredJson<ManualContribution>(approvalRow.payload)
  if (
    pendingResult.amount !== noted.amount ||
    pendingResult.valueDate !== noted.valueDate ||
    pendingResult.reference !== noted.reference
  )
    throw buildRefusal('idempotency.differentBody')
  return { state: 'pending', approvalId: approvalRow.id, journalId: null }
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
  }: { account: LockedAccount; payload: ManualContribution; obstacles: ContributionObstacle[]; now: number },
): Promise<ContributionResult> => {
  const pendingResult = await findProposedContribution(tx, payload)
  if (pendingResult) return pendingResult
  const { managerId, cvl } = await findClientAssignment(tx, account.clientId)
  const { amount, valueDate, reference } = payload
  const proposed = await proposeForApproval(
    tx,
    ctx,
    contributionTask,
    {
      payload,
      reason: reference,
      entity: 'account',
      entityId: account.id,
      params: { who: cvl, account: account.number, amount },
      after: { amount, valueDate, because: obstacles, ...toBonusParam(account) },
      about: { clientId: account.clientId },
      assigneeId: managerId,
      guarded: await isBonusApprovalGuarded(tx, account, { amount, businessDate: ctx.businessDate }),
    },
    now,
  )
  // Where the firm wants no second person for it, it is in the books already.
  const posted = proposed.state === 'done' ? await findByIdempotencyKey(tx, payload.key) : undefined
  return { ...proposed, journalId: posted?.id ?? null }
}

/**
 * Booked today whenever it came, at once or once a second person agrees. Throws what the account can't take, and what the ledger refuses.
 * Sent again, it is answered as the first time, whatever has become of the account since.
 */
export const addContribution = (
  ctx: Ctx,
  { params, body, key }: ContributionInput,
  { deps }: HttpContext,
): Promise<ContributionResult> =>
  runWrite(ctx.tenant, async (tx) => {
    const { accountId } = params
    const { role } = ctx.person
    // Sent together: what is judged is read once the account is locked, and before anybody has waited for it.
    const [account, facts, verdicts] = await Promise.all([
      lockVisibleAccount(tx, ctx, params),
      findContributionFacts(tx, { accountId, role, key, today: ctx.businessDate }),
      findAccountsEligibility(tx, [accountId], ctx.businessDate),
    ])
    if (facts.journalId === null) {
      assertContributionFits(account, verdicts.get(accountId)!.in, body, ctx.businessDate)
      const obstacles = findContributionObstacles(ctx, account, body, facts)
      const payload = { accountId: account.id, ...body, key }
      if (obstacles.length > 0) return proposeContribution(tx, ctx, { account, payload, obstacles, now: deps.clock() })
    }
    const { reference, ...incoming } = body
    const { journalId } = await postContribution(tx, ctx, account, {
      ...incoming,
      bookingDate: ctx.businessDate,
      from: 'bank',
      key,
      source: 'manual',
      description: reference,
    })
    await refreshClientList(tx, [account.clientId])
    return { state: 'done', approvalId: null, journalId }
  })
