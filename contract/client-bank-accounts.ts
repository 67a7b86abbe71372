import { z } from 'zod'
import { Proposed, Reason } from './approvals.ts'
import { endpoint } from './core/endpoint.ts'
import { Cvl, Id, Instant, Line, Money } from './core/values.ts'

export const bankChangeKinds = ['add', 'default', 'end'] as const
export type BankChangeKind = (typeof bankChangeKinds)[number]

/** Other clients with the same number: how many, how many of them are on an account with this one, and those within reach. */
const Sharing = z.object({
  clients: z.number().int(),
  ofJoint: z.number().int(),
  seen: z.array(z.object({ id: Id, cvl: Cvl, name: z.string() })),
})

export const BankAccount = z.object({
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
  sharing: Sharing,
})
export type BankAccount = z.infer<typeof BankAccount>

/** A change that waits for its second person. */
export const BankChange = z.object({
  id: Id,
  kind: z.enum(bankChangeKinds),
  number: z.string(),
  holder: z.string().nullable(),
  makesDefault: z.boolean(),
  /** Which other takes over, of one that ends. */
  takesOver: z.string().nullable(),
  otherHolder: z.boolean(),
  sharing: Sharing,
  approvalId: Id,
  askedAt: Instant,
  askerName: z.string().nullable(),
})
export type BankChange = z.infer<typeof BankChange>

const clientId = z.object({ clientId: Id })
const bankAccountId = z.object({ clientId: Id, bankAccountId: Id })
const edit = { module: 'bt_Clientes', action: 'edit' } as const

export const getBankAccounts = endpoint({
  method: 'GET',
  path: '/clients/:clientId/bank-accounts',
  summary: 'Where a client is paid, with what waits for a second person',
  module: 'bt_Clientes',
  action: 'view',
  params: clientId,
  output: z.object({
    /** How often they were changed: what a change names, so that it is made on what was seen. */
    version: z.number().int(),
    mayChange: z.boolean(),
    /** The default first, then as they came; those that have ended at the end. */
    accounts: z.array(BankAccount),
    pending: z.array(BankChange),
  }),
})

const seen = { version: z.number().int(), reason: Reason }

/**
 * `bankAccount.known` where the client has it already, `bankAccount.doubtful` where somebody else has it too or the holder isn't the client: sent again
 * as `checked`, it is proposed, and always takes a second person.
 */
export const addBankAccount = endpoint({
  method: 'POST',
  path: '/clients/:clientId/bank-accounts',
  summary: 'Propose another bank account of a client: an IBAN, in Mexico a CLABE',
  ...edit,
  idempotent: true,
  params: clientId,
  body: z.strictObject({
    ...seen,
    number: Line(1, 60),
    holder: Line(2, 200),
    makeDefault: z.boolean(),
    /** Whoever proposes it has looked at what is doubtful. */
    checked: z.boolean().default(false),
  }),
  output: Proposed,
})

export const makeBankAccountDefault = endpoint({
  method: 'POST',
  path: '/clients/:clientId/bank-accounts/:bankAccountId/default',
  summary: 'Propose that what names no account is paid to this one',
  ...edit,
  idempotent: true,
  params: bankAccountId,
  body: z.strictObject(seen),
  output: Proposed,
})

/**
 * `bankAccount.paymentsWait` where something waits for it and no other takes over; `bankAccount.inBatch` where that is in a batch already. The default
 * ends only with another one in its place, where there is another.
 */
export const endBankAccount = endpoint({
  method: 'POST',
  path: '/clients/:clientId/bank-accounts/:bankAccountId/end',
  summary: 'Propose that nothing is paid to this one any more',
  ...edit,
  idempotent: true,
  params: bankAccountId,
  body: z.strictObject({ ...seen, takesOverId: Id.nullable().default(null) }),
  output: Proposed,
})
