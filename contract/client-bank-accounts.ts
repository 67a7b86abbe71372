import { z } from 'zod'
import { ProposalResult, Reason } from './approvals.ts'
import { defineEndpoint } from './core/endpoint.ts'
import { Cvl, Id, Instant, Money, SingleLineText } from './core/values.ts'

export const bankAccountChangeKinds = ['add', 'default', 'end'] as const
export type BankAccountChangeKind = (typeof bankAccountChangeKinds)[number]

/** Other clients with the same number: how many, how many of them are on an account with this one, and those within reach. */
const BankAccountSharing = z.object({
  clients: z.number().int(),
  ofJoint: z.number().int(),
  seen: z.array(z.object({ id: Id, cvl: Cvl, name: z.string() })),
})

export const ClientBankAccount = z.object({
  id: Id,
  /** Whole for who works on the client or sees payments; otherwise its last four signs: '•••• 1332'. */
  number: z.string(),
  /** The bank, where its code is a known one. */
  bank: z.string().nullable(),
  /** As it stands at the bank; null where nobody has said. */
  holder: z.string().nullable(),
  /** Takes payments. One that doesn't is known because money came from it. */
  isPayout: z.boolean(),
  isDefault: z.boolean(),
  /** Null where it was here before anybody noted when. */
  knownSince: Instant.nullable(),
  /** Until when payments to it wait because it is too new; null: they don't. */
  heldUntil: Instant.nullable(),
  /** False where its check digits are wrong: nothing is ever paid to it. */
  isValid: z.boolean(),
  endedAt: Instant.nullable(),
  /** What is on its way there, and hasn't left. */
  waiting: z.object({ payments: z.number().int(), amount: Money }),
  sharing: BankAccountSharing,
})
export type ClientBankAccount = z.infer<typeof ClientBankAccount>

/** A change that waits for its second person. */
export const BankAccountChange = z.object({
  id: Id,
  kind: z.enum(bankAccountChangeKinds),
  number: z.string(),
  holder: z.string().nullable(),
  makesDefault: z.boolean(),
  /** Which other takes over, of one that ends. */
  takesOver: z.string().nullable(),
  otherHolder: z.boolean(),
  sharing: BankAccountSharing,
  approvalId: Id,
  askedAt: Instant,
  askerName: z.string().nullable(),
})
export type BankAccountChange = z.infer<typeof BankAccountChange>

const clientParams = z.object({ clientId: Id })
const bankAccountParams = z.object({ clientId: Id, bankAccountId: Id })
const editAccess = { module: 'bt_Clientes', action: 'edit' } as const

export const getClientBankAccounts = defineEndpoint({
  method: 'GET',
  path: '/clients/:clientId/bank-accounts',
  summary: 'Where a client is paid, with what waits for a second person',
  module: 'bt_Clientes',
  action: 'view',
  combinable: true,
  params: clientParams,
  output: z.object({
    /** How often they were changed: what a change names, so that it is made on what was seen. */
    version: z.number().int(),
    mayChange: z.boolean(),
    /** The default first, then as they came; those that have ended at the end. */
    accounts: z.array(ClientBankAccount),
    pending: z.array(BankAccountChange),
  }),
})

const bankAccountChangeBody = { version: z.number().int(), reason: Reason }

/**
 * `bankAccount.known` where the client has it already, `bankAccount.doubtful` where somebody else has it too or the holder isn't the client: sent again
 * as `checked`, it is proposed, and always takes a second person.
 */
export const addBankAccount = defineEndpoint({
  method: 'POST',
  path: '/clients/:clientId/bank-accounts',
  changes: ['approvals', 'bankAccounts', 'clients', 'notices', 'paymentBatches', 'payments'],
  summary: 'Propose another bank account of a client: an IBAN, in Mexico a CLABE',
  ...editAccess,
  idempotent: true,
  params: clientParams,
  body: z.strictObject({
    ...bankAccountChangeBody,
    number: SingleLineText(1, 60),
    holder: SingleLineText(2, 200),
    makeDefault: z.boolean(),
    /** The proposer has seen what is doubtful. */
    checked: z.boolean().default(false),
  }),
  output: ProposalResult,
})

export const setDefaultBankAccount = defineEndpoint({
  method: 'POST',
  path: '/clients/:clientId/bank-accounts/:bankAccountId/default',
  changes: ['approvals', 'bankAccounts', 'clients', 'notices', 'paymentBatches', 'payments'],
  summary: 'Propose that what names no account is paid to this one',
  ...editAccess,
  idempotent: true,
  params: bankAccountParams,
  body: z.strictObject(bankAccountChangeBody),
  output: ProposalResult,
})

/**
 * `bankAccount.paymentsWait` where something waits for it and no other takes over; `bankAccount.inBatch` where that is in a batch already. The default
 * ends only with another one in its place, where there is another.
 */
export const endBankAccount = defineEndpoint({
  method: 'POST',
  path: '/clients/:clientId/bank-accounts/:bankAccountId/end',
  changes: ['approvals', 'bankAccounts', 'clients', 'notices', 'paymentBatches', 'payments'],
  summary: 'Propose that nothing is paid to this one any more',
  ...editAccess,
  idempotent: true,
  params: bankAccountParams,
  body: z.strictObject({ ...bankAccountChangeBody, takesOverId: Id.nullable().default(null) }),
  output: ProposalResult,
})
