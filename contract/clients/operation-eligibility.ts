import { z } from 'zod'

/** Money that comes in (new accounts included), money that leaves, and a maturity that is renewed in a new account. */
export const clientOperations = ['in', 'out', 'renew'] as const
export type ClientOperation = (typeof clientOperations)[number]

/** Why a client may not operate, or only with a second person's word. Each has its text under that key. */
export const operationBlockReasons = [
  'blockDeath',
  'blockLegal',
  'blockCommercial',
  'blockDocuments',
  'guardianMissing',
  'pepUnapproved',
  'kycMissing',
  'kycUnverified',
  'kycPending',
  'kycRejected',
  'kycFailed',
  'dniMissing',
  'dniExpired',
  'addressMissing',
  'addressRejected',
  'lopdUnsigned',
  'lopdRefused',
  'lopdWithdrawn',
  'reviewOverdue',
  'restricted',
] as const
export type OperationBlockReason = (typeof operationBlockReasons)[number]

const OperationVerdict = z.object({
  /** False: refused for everybody. */
  allowed: z.boolean(),
  /** Allowed, and only once a second person has agreed. */
  withApproval: z.boolean(),
  /** What stops it or asks for approval, the gravest first; empty where nothing does. */
  reasons: z.array(z.enum(operationBlockReasons)),
})

/** What a client may do with their money today, and why not. */
export const OperationEligibility = z.object({ in: OperationVerdict, out: OperationVerdict, renew: OperationVerdict })
export type OperationEligibility = z.infer<typeof OperationEligibility>
