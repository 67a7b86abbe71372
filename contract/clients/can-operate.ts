import { z } from 'zod'

/** Money that comes in (new accounts included), money that leaves, and a maturity that goes on in a new account. */
export const operations = ['in', 'out', 'renew'] as const
export type Operation = (typeof operations)[number]

/** Why a client may not operate, or only with a second person's word. Each has its text under that key. */
export const operateReasons = [
  'blockLegal',
  'blockCommercial',
  'blockDocuments',
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
  'lopdWithdrawn',
] as const
export type OperateReason = (typeof operateReasons)[number]

const Verdict = z.object({
  /** False: refused, whoever asks. */
  allowed: z.boolean(),
  /** Allowed, and only once a second person has agreed. */
  withApproval: z.boolean(),
  /** What stops it or asks for approval, the gravest first; empty where nothing does. */
  reasons: z.array(z.enum(operateReasons)),
})

/** What a client may do with their money today, and why not. */
export const CanOperate = z.object({ in: Verdict, out: Verdict, renew: Verdict })
export type CanOperate = z.infer<typeof CanOperate>
