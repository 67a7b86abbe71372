import type { Kysely } from 'kysely'
import type { ApprovalRow } from '#contract/approvals.ts'
import type { DB } from '#db/types.ts'
import { notifyUsers } from '#server/domain/notify-user.ts'

type DecidedApproval = { id: string; task: string; params: ApprovalRow['params']; madeBy: string }

type ApprovalOutcome = 'approved' | 'rejected' | 'expired' | 'restored'

/** Notifies those who made these changes of what became of them, in the transaction that decided them, or that took the decision back. */
export const notifyMakers = (
  tx: Kysely<DB>,
  decided: readonly DecidedApproval[],
  outcome: ApprovalOutcome,
): Promise<void> =>
  notifyUsers(
    tx,
    decided.map(({ id, task, params, madeBy }) => ({
      userId: madeBy,
      kind: 'approval.decided',
      params: { ...params, task, outcome },
      link: `/crm/Aprobaciones/${id}`,
    })),
  )

export const notifyMaker = (tx: Kysely<DB>, decided: DecidedApproval, outcome: ApprovalOutcome): Promise<void> =>
  notifyMakers(tx, [decided], outcome)
