import { z } from 'zod'
import { approvalTasks } from '#contract/all-tasks.ts'
import { type ApprovalTaskName, approvalTaskNames, Reason } from '#contract/approvals.ts'
import type { ApprovalTaskEntry } from '#contract/core/approval-tasks.ts'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { Id } from '#contract/core/values.ts'

const isAlwaysChecked = (name: ApprovalTaskName): boolean =>
  (approvalTasks[name] as ApprovalTaskEntry).alwaysChecked === true

/** Checks that a firm can switch off: the second person of a task, and the second factor of approvers. */
export const approvalCheckNames = ['secondFactor', ...approvalTaskNames] as const
export type ApprovalCheckName = (typeof approvalCheckNames)[number]
export const switchableApprovalChecks: readonly ApprovalCheckName[] = approvalCheckNames.filter(
  (name) => name === 'secondFactor' || !isAlwaysChecked(name),
)

/** Whether the firm wants each check; where doing without it waits for a second person, the change that asks for it. */
export const ApprovalChecks = z.object({
  checks: z.array(z.object({ check: z.enum(approvalCheckNames), checked: z.boolean(), approvalId: Id.nullable() })),
})

export const getApprovalChecks = defineEndpoint({
  method: 'GET',
  path: '/settings/checks',
  summary: 'Which changes need a second person',
  module: 'bt_Ajustes',
  action: 'view',
  output: ApprovalChecks,
})

/**
 * Needs the right to change permissions. Switching on is done at once; switching off, and `secondFactor` both ways, is a change of its own,
 * with its reason, that waits for a second person. `conflict.changed` where it is so already, or waits to be.
 */
export const switchApprovalCheck = defineEndpoint({
  method: 'PUT',
  path: '/settings/checks/:check',
  changes: ['approvals', 'settings'],
  summary: 'Have a check made from now on, or ask to do without it',
  module: 'bt_Ajustes',
  action: 'edit',
  params: z.object({ check: z.enum(approvalCheckNames).refine((name) => switchableApprovalChecks.includes(name)) }),
  body: z.object({ checked: z.boolean(), reason: Reason.optional(), code: z.string().max(40).optional() }),
  output: ApprovalChecks,
})
