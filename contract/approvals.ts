import { z } from 'zod'
import { BusinessDate, Id, Instant } from './core/values.ts'

/** What one person makes and another checks, while the firm wants it so. Each has its text under that key. */
export const taskNames = ['permissions.matrix', 'permissions.role', 'permissions.person', 'handover'] as const
export type TaskName = (typeof taskNames)[number]

/** How many days a change waits for its second person. */
export const approvalDays = 14

export const approvalStates = ['pending', 'approved', 'rejected', 'withdrawn', 'expired'] as const
export type ApprovalState = (typeof approvalStates)[number]

/** What happened to a change: carried out at once, or waiting for a second person. */
export const Proposed = z.object({ state: z.enum(['done', 'pending']), approvalId: Id.nullable() })
export type Proposed = z.infer<typeof Proposed>

/** Why a person changes something that others check: they read it before they decide. */
export const Reason = z.string().trim().min(3).max(500)

const Payload = z.record(z.string(), z.unknown()).nullable()

export const ApprovalRow = z.object({
  id: Id,
  task: z.enum(taskNames),
  /** What the text of the task names: a person, a role, how many clients. */
  params: z.record(z.string(), z.string()),
  reason: z.string(),
  state: z.enum(approvalStates),
  makerName: z.string().nullable(),
  makerCvl: z.string().nullable(),
  madeAt: Instant,
  expiresAt: Instant,
  deciderName: z.string().nullable(),
  deciderCvl: z.string().nullable(),
  /** For whom the decider stood in. */
  onBehalfOfName: z.string().nullable(),
  decidedAt: Instant.nullable(),
  decisionReason: z.string().nullable(),
  /** A path of ours to what it is about. */
  link: z.string().nullable(),
  mine: z.boolean(),
})

export const ApprovalDetail = ApprovalRow.extend({ before: Payload, after: Payload })

export const Substitution = z.object({
  id: Id,
  absentId: Id,
  absentName: z.string(),
  substituteId: Id,
  substituteName: z.string(),
  fromOn: BusinessDate,
  toOn: BusinessDate,
  reason: z.string(),
  endedAt: Instant.nullable(),
})
