import { z } from 'zod'
import { approvalTasks } from './all-tasks.ts'
import { approvalSignals } from './approvals/signals.ts'
import type { TaskParams } from './core/approval-tasks.ts'
import { dataSubjects } from './core/data-subjects.ts'
import { defineEndpoint } from './core/endpoint.ts'
import { defineList } from './core/list.ts'
import { FilterDay, Id, Instant, Money, MultiLineText, OneOrMore } from './core/values.ts'

/** What one person makes and another checks, while the firm wants it so. Each has its texts under that key. */
export type ApprovalTaskName = keyof typeof approvalTasks
export const approvalTaskNames = Object.keys(approvalTasks) as [ApprovalTaskName, ...ApprovalTaskName[]]

/** What a change of this task is proposed with. */
export type ParamsOfTask<N extends ApprovalTaskName> = TaskParams<(typeof approvalTasks)[N]>

/** How long somebody has to have had a right, and a second factor, before they decide with it, in hours. */
export const minRightAgeHours = 24

/** How many days a change waits for its second person. */
export const approvalExpiryDays = 14
/** How long whoever rejected a change may take that back, in minutes. */
export const rejectionUndoMinutes = 10
export const approvalStates = ['pending', 'approved', 'rejected', 'withdrawn', 'expired'] as const

/** What happened to a change: carried out at once, or waiting for a second person. */
export const ProposalResult = z.object({ state: z.enum(['done', 'pending']), approvalId: Id.nullable() })
export type ProposalResult = z.infer<typeof ProposalResult>

/** Why a person changes something that others check: they read it before they decide. */
export const Reason = MultiLineText(3, 500)

const ChangePayload = z.record(z.string(), z.unknown()).nullable()

export const ApprovalRow = z.object({
  id: Id,
  task: z.enum(approvalTaskNames),
  /** What the text of the task names: a person, a role, how many clients. Of any task: `ParamsOfTask` types them where a change is proposed. */
  params: z.record(z.string(), z.string()),
  /** The client whose money or record it is about, else whose rights it changes, else who receives; null where it is about nobody. */
  aboutName: z.string().nullable(),
  /** Of the client; null where it is about nobody or a member of staff. */
  clientCvl: z.string().nullable(),
  reason: z.string(),
  state: z.enum(approvalStates),
  makerName: z.string().nullable(),
  makerCvl: z.string().nullable(),
  madeAt: Instant,
  expiresAt: Instant,
  deciderName: z.string().nullable(),
  deciderCvl: z.string().nullable(),
  /** The absent person whom the decider substituted. */
  onBehalfOfName: z.string().nullable(),
  decidedAt: Instant.nullable(),
  decisionReason: z.string().nullable(),
  /** A path of ours to what it is about. */
  link: z.string().nullable(),
  /** Made by the viewer, or by the person in whose view they work. */
  mine: z.boolean(),
  /** Decided by direction, or by two others where direction has only its maker. */
  guarded: z.boolean(),
  /** Who approved it first, where it waits for two or did. */
  firstName: z.string().nullable(),
  firstCvl: z.string().nullable(),
  firstAt: Instant.nullable(),
})
export type ApprovalRow = z.infer<typeof ApprovalRow>

export const viewAccess = { module: 'bt_Aprobaciones', action: 'view' } as const
const approvalParams = z.object({ approvalId: Id })

/** Which part of what somebody sees: what waits for their word, what they made, what is over. */
export const approvalViews = ['waiting', 'mine', 'decided', 'all'] as const

export const listApprovals = defineList({
  path: '/approvals',
  summary: 'Changes that wait for a second person, and what became of those that did',
  module: 'bt_Aprobaciones',
  row: ApprovalRow,
  texts: 'approvals',
  columns: {
    madeAt: { kind: 'dateTime' },
    task: { words: 'tasks', width: 24 },
    aboutName: { label: 'fields.about', width: 30 },
    clientCvl: { width: 14 },
    state: { words: 'states', width: 14 },
    makerName: { label: 'fields.maker', width: 30 },
    makerCvl: { width: 14 },
    reason: { width: 40 },
    expiresAt: { kind: 'dateTime' },
    decidedAt: { kind: 'dateTime' },
    deciderName: { label: 'fields.decider', width: 30 },
    deciderCvl: { width: 14 },
    onBehalfOfName: { label: 'fields.onBehalfOf', width: 30 },
    decisionReason: { width: 40 },
  },
  filters: {
    box: z.enum(approvalViews).default('waiting'),
    task: OneOrMore(z.enum(approvalTaskNames)).optional(),
    state: OneOrMore(z.enum(approvalStates)).optional(),
    /** The CVL of a client whom it is about. */
    client: z.string().trim().max(20).toUpperCase().optional(),
    /** The first and the last day on which it was made, in the time zone of the prefix. */
    from: FilterDay.optional(),
    to: FilterDay.optional(),
  },
  sortable: ['madeAt', 'expiresAt', 'decidedAt'],
  defaultSort: { sort: 'madeAt', direction: 'desc' },
})

export const countPendingApprovals = defineEndpoint({
  method: 'GET',
  path: '/approvals/waiting-count',
  about: ['access', 'approvals', 'staff'],
  summary: 'How many changes wait for my word',
  ...viewAccess,
  isBackground: true,
  output: z.object({ waiting: z.number().int() }),
})

/** Why somebody who sees a change may not decide it. */
export const cannotDecideReasons = [
  'approval.sameAsMaker',
  'approval.ownRecord',
  'approval.directionDecides',
  'approval.needsAnother',
  'approval.rightTooNew',
  'cvl.readOnly',
] as const

/** Where money goes: the whole number for viewers who may read the client's bank accounts, else its last four characters. Null: it moves none, or nowhere yet. */
const PaymentDestination = z
  .object({ number: z.string(), holder: z.string().nullable(), bank: z.string().nullable() })
  .nullable()

/** The account whose money a pending change moves; `balanceAfter` is null where its balance stays as it is. Null for viewers who do not see the client. */
const ApprovalImpact = z
  .object({ accountId: Id, accountNumber: z.string(), balance: Money, balanceAfter: Money.nullable() })
  .nullable()

/** Stands for what somebody was shown of a change: another one where that is another by now. */
const ChangeVersion = z.string().max(64)

export const getApproval = defineEndpoint({
  method: 'GET',
  path: '/approvals/:approvalId',
  summary: 'One change, with what it would be before and after',
  ...viewAccess,
  params: approvalParams,
  output: ApprovalRow.extend({
    before: ChangePayload,
    after: ChangePayload,
    /** The bank file that waits for it, by which its lines are read. */
    uploadId: Id.nullable(),
    /** The document of a client that it is about. */
    kycDocument: z.object({ clientId: Id, documentId: Id }).nullable(),
    destination: PaymentDestination,
    impact: ApprovalImpact,
    signals: z.array(z.enum(approvalSignals)),
    version: ChangeVersion,
    mayDecide: z.boolean(),
    /** The absent person for whom the caller would decide; null: for the caller, or not at all. */
    insteadOfName: z.string().nullable(),
    /** Null where I may, or where it is nothing to me. */
    standBack: z.enum(cannotDecideReasons).nullable(),
    mayWithdraw: z.boolean(),
    canUndoRejection: z.boolean(),
    /** It is rejected, and until then the caller may take that back; null where they may not. */
    undoRejectionUntil: Instant.nullable(),
  }),
})
export type ApprovalDetail = z.infer<typeof getApproval.output>

const decisionSpec = { ...viewAccess, params: approvalParams, output: z.object({ state: z.enum(approvalStates) }) }

/**
 * Carries the change out, or nothing of it; of a guarded change the first of two leaves it pending. `code`: a second factor, where the task asks
 * for one and none was given a short while ago. `conflict.changed` where the change is no longer the `version` that was shown.
 */
export const approveChangeRequest = defineEndpoint({
  method: 'POST',
  path: '/approvals/:approvalId/approve',
  changes: dataSubjects,
  summary: 'Approve and carry out',
  ...decisionSpec,
  body: z.object({ code: z.string().max(40).optional(), version: ChangeVersion.optional() }),
})

export const rejectChangeRequest = defineEndpoint({
  method: 'POST',
  path: '/approvals/:approvalId/reject',
  changes: dataSubjects,
  summary: 'Reject, with the reason',
  ...decisionSpec,
  body: z.object({ reason: MultiLineText(0, 500).optional(), version: ChangeVersion.optional() }),
})

/** How many are decided at once, at most. */
export const maxDecisionsAtOnce = 200

const hasUniqueIds = (ids: readonly string[]): boolean => new Set(ids).size === ids.length

/** 404 where the caller doesn't see one of them. A call of its own, since the choice may be long. */
export const summarizeApprovals = defineEndpoint({
  method: 'POST',
  path: '/approvals/summary',
  changes: [],
  summary: 'Several changes with what they pay and to whom, before they are decided together',
  ...viewAccess,
  body: z.object({ approvalIds: z.array(Id).min(1).max(maxDecisionsAtOnce).refine(hasUniqueIds) }),
  output: z.object({
    /** The oldest first. */
    approvals: z.array(
      ApprovalRow.pick({ id: true, task: true, params: true, aboutName: true, clientCvl: true }).extend({
        /** Null where it is about no money. */
        amount: Money.nullable(),
        destination: PaymentDestination,
        version: ChangeVersion,
        canUndoRejection: z.boolean(),
        /** The code of the refusal that deciding it would meet; null where the caller may decide it. */
        obstacle: z.enum([...cannotDecideReasons, 'approval.decided', 'approval.oneByOne']).nullable(),
      }),
    ),
    /** Of all that the caller may decide. */
    amount: Money,
  }),
})
export type ApprovalSummary = z.infer<typeof summarizeApprovals.output>

/**
 * Each is decided by itself, as `approve` and `reject` decide it, and the answer tells of each what happened: nothing is undone where another
 * one is refused. Sent again, it says the same: what the caller has decided alike counts as done. Guarded changes are decided one by one.
 */
export const decideApprovals = defineEndpoint({
  method: 'POST',
  path: '/approvals/decide',
  changes: dataSubjects,
  summary: 'Approve and carry out, or reject, several changes',
  ...viewAccess,
  body: z.object({
    outcome: z.enum(['approved', 'rejected']),
    decisions: z
      .array(z.strictObject({ approvalId: Id, version: ChangeVersion }))
      .min(1)
      .max(maxDecisionsAtOnce)
      .refine((all) => hasUniqueIds(all.map(({ approvalId }) => approvalId))),
    /** Of a rejection, the same for all. */
    reason: MultiLineText(0, 500).optional(),
    code: z.string().max(40).optional(),
  }),
  output: z.object({
    /** In the order in which they were sent. */
    results: z.array(
      z.object({
        approvalId: Id,
        /** Null where it was refused. */
        state: z.enum(['approved', 'rejected']).nullable(),
        /** The code of the refusal; null where it was done. */
        code: z.string().nullable(),
      }),
    ),
  }),
})
export type DecisionResult = z.infer<typeof decideApprovals.output>['results'][number]

/** The changes wait again. For whoever rejected them, a short while; the answer tells of each what happened. */
export const undoRejections = defineEndpoint({
  method: 'POST',
  path: '/approvals/undo-rejections',
  changes: dataSubjects,
  summary: 'Take rejections back that were made a moment ago',
  ...viewAccess,
  body: z.object({ approvalIds: z.array(Id).min(1).max(maxDecisionsAtOnce).refine(hasUniqueIds) }),
  output: z.object({
    results: z.array(z.object({ approvalId: Id, code: z.string().nullable() })),
  }),
})

export const withdrawChangeRequest = defineEndpoint({
  method: 'POST',
  path: '/approvals/:approvalId/withdraw',
  changes: dataSubjects,
  summary: 'Take my own change back',
  ...decisionSpec,
})
