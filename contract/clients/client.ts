import { z } from 'zod'
import { ClientPerson, fundsSources } from '#contract/client-data.ts'
import {
  addressStates,
  blockKinds,
  clientChannels,
  clientKinds,
  dniStates,
  formStates,
  verificationStates,
} from '#contract/clients.ts'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { defineList } from '#contract/core/list.ts'
import { BusinessDate, Country, Cvl, FilterDay, Id, Instant, Money, OneOrMore, Rate } from '#contract/core/values.ts'
import { externalClosingReasons, externalKinds } from '#contract/external-positions/kinds.ts'
import { maturitySettlement } from '#contract/maturities/settlement.ts'
import { maturityInstructions, productFamilies } from '#contract/products.ts'
import { streetTypes } from '#contract/staff.ts'
import { OperationEligibility } from './operation-eligibility.ts'

export const accountStates = ['draft', 'pending', 'active', 'expired', 'canceled'] as const
export const movementKinds = [
  'contribution',
  'withdrawal',
  'interest',
  'bonus',
  'withholding',
  'transfer',
  'maturity',
  'cancellation',
  'penalty',
  'fee',
  'adjustment',
] as const

export const ClientAccount = z.object({
  id: Id,
  number: z.string(),
  productName: z.string(),
  productFamily: z.enum(productFamilies),
  status: z.enum(accountStates),
  openedOn: BusinessDate.nullable(),
  expiresOn: BusinessDate.nullable(),
  rate: Rate,
  bonusRate: Rate,
  agreedAmount: Money.nullable(),
  principal: Money,
  /** Interest and bonus, before withholding: what was posted, and what has been earned since up to the business date. */
  interestToDate: Money,
  balance: Money,
  /** What withdrawals that are under way hold of the balance: asked for, and not sent to the bank yet. */
  held: Money,
  /** What can be asked for: the balance without what is held. */
  available: Money,
  /** What becomes of the money when the term is over; null without a term, and once it is settled. */
  maturity: z
    .object({
      /** The account's own, else the product's. */
      instruction: z.enum(maturityInstructions),
      /** Where it is transferred to. */
      productName: z.string().nullable(),
      /** The term is over, the instruction cannot be carried out, and the money waits in the payable. */
      suspended: z.boolean(),
      /** The balance; of a suspended one what waits. */
      amount: Money,
      ...maturitySettlement,
    })
    .nullable(),
  /** This client's part in it. */
  holderRole: z.enum(['primary', 'holder', 'authorised']),
  holders: z.array(
    z.object({
      /** Null for a holder outside the caller's scope: the name only. */
      id: Id.nullable(),
      /** 'Nombre Apellidos'. */
      name: z.string(),
      role: z.enum(['primary', 'holder', 'authorised']),
      /** Per cent. Null for who may only act on it, and for a holder outside the caller's scope. */
      share: z.string().nullable(),
      /** Of the balance, by share, to the cent: all of them together are the balance. Null where the share is. */
      part: Money.nullable(),
    }),
  ),
})
export type ClientAccount = z.infer<typeof ClientAccount>

/** What the client has or owes at another institution. Never part of our books. */
export const ClientExternalPosition = z.object({
  id: Id,
  kind: z.enum(externalKinds),
  institution: z.string(),
  productId: Id.nullable(),
  /** Null where an import brought it without one. */
  productName: z.string().nullable(),
  description: z.string(),
  /** What it was worth last, negative for what is owed; null where nobody has said. */
  lastAmount: Money.nullable(),
  valuedOn: BusinessDate.nullable(),
  since: BusinessDate.nullable(),
  closedOn: BusinessDate.nullable(),
  closingReason: z.enum(externalClosingReasons).nullable(),
  /** In the words of an import, where one brought it. */
  sourceStatus: z.string().nullable(),
  version: z.number().int(),
})
export type ClientExternalPosition = z.infer<typeof ClientExternalPosition>

const AccountTotals = z.object({ balance: Money, interestToDate: Money })

export const ClientDetail = z.object({
  id: Id,
  cvl: Cvl,
  kind: z.enum(clientKinds),
  name: z.string(),
  surname: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  country: Country,
  nationality: Country.nullable(),
  identityKind: z.string().nullable(),
  identityNumber: z.string().nullable(),
  dniStatus: z.enum(dniStates),
  dniValidUntil: BusinessDate.nullable(),
  birthDate: BusinessDate.nullable(),
  registeredOn: BusinessDate,
  /** Of clients that were imported, with number, floor and door in it. */
  street: z.string().nullable(),
  streetType: z.enum(streetTypes).nullable(),
  streetNumber: z.string().nullable(),
  floor: z.string().nullable(),
  door: z.string().nullable(),
  postalCode: z.string().nullable(),
  city: z.string().nullable(),
  province: z.string().nullable(),
  zoneName: z.string(),
  managerName: z.string().nullable(),
  channel: z.enum(clientChannels),
  /** Where they are taxed; null = where they live. */
  taxResidence: Country.nullable(),
  /** 1 (low) to 5. */
  riskLevel: z.number().int(),
  pep: z.boolean(),
  /** When a second person agreed to that; null while nobody has. */
  pepApprovedAt: Instant.nullable(),
  /** Since when their data is only kept: they asked to be erased. */
  restrictedAt: Instant.nullable(),
  /** The record names nobody any more. */
  erasedAt: Instant.nullable(),
  fundsSource: z.enum(fundsSources).nullable(),
  nextReviewOn: BusinessDate.nullable(),
  /** Who acts for them, and who owns a company. */
  people: z.array(ClientPerson.required({ id: true })),
  kycStatus: z.enum(verificationStates),
  addressStatus: z.enum(addressStates),
  formStatus: z.enum(formStates),
  formOn: BusinessDate.nullable(),
  lopdStatus: z.enum(['not_sent', 'sent', 'viewed', 'signed', 'refused', 'withdrawn', 'superseded']),
  /** Of those that stop them, the gravest first; that of their kind is at most one. */
  blocks: z.array(
    z.object({
      kind: z.enum(blockKinds),
      /** Null for what freezes all money, unless the caller may approve. */
      reason: z.string().nullable(),
      since: Instant.nullable(),
      byName: z.string().nullable(),
      /** When it is likely to be over. */
      expectedEnd: BusinessDate.nullable(),
    }),
  ),
  canOperate: OperationEligibility,
  staff: z.array(
    z.object({
      role: z.enum(['manager', 'partner', 'advisor', 'banker']),
      name: z.string(),
      cvl: Cvl,
      since: BusinessDate,
    }),
  ),
  /** Of active accounts, each counted under its primary holder. */
  capital: Money,
  balance: Money,
  accounts: z.array(ClientAccount),
  /** Withdrawals that were asked for and have not been sent, with what they hold; null for whoever may not see payments. */
  openWithdrawals: z.object({ count: z.number().int(), amount: Money }).nullable(),
  /** What the accounts of each tab come to that count under this client. What came for accounts on their way is no balance of theirs yet. */
  counted: z.object({ active: AccountTotals, pending: AccountTotals, canceled: AccountTotals, expired: AccountTotals }),
  /** Of the open accounts that are held with others: all of it, and this client's parts. */
  joint: z.object({ balance: Money, part: Money }),
  /** The contact of the commercial agenda who became this client; null where there is none that the caller sees. */
  contactId: Id.nullable(),
  /** What they have and owe elsewhere, open ones first; null for whoever may not see it. */
  externalPositions: z.array(ClientExternalPosition).nullable(),
  /** All together, in euros; null where what is elsewhere may not be seen. */
  wealth: z
    .object({
      /** The balance. */
      here: Money,
      /** Of open positions elsewhere. */
      elsewhere: Money,
      /** What is left of loans and cards elsewhere, negative. */
      owed: Money,
      /** Both of them. */
      elsewhereNet: Money,
      net: Money,
    })
    .nullable(),
})
export type ClientDetail = z.infer<typeof ClientDetail>

export const getClient = defineEndpoint({
  method: 'GET',
  path: '/clients/:clientId',
  summary: 'One client with accounts, staff and positions elsewhere',
  module: 'bt_Clientes',
  action: 'view',
  combinable: true,
  params: z.object({ clientId: Id }),
  output: ClientDetail,
})

/** Who of the holders signs what takes money out of an account or says what becomes of it. */
export const signingModes = ['one', 'all'] as const

export const AccountDetail = ClientAccount.extend({
  /** 'one' where there is one holder. */
  signature: z.enum(signingModes),
  clientId: Id,
  clientName: z.string(),
  zoneName: z.string(),
  officeName: z.string(),
  payable: Money,
  /** What may leave it now: without a term, or once it is over, anything. */
  earlyWithdrawal: z.enum(['none', 'part_with_penalty', 'free']),
  /** Where this client's money may go, the default first; by their last signs for who neither works on the client nor sees payments. */
  bankAccounts: z.array(z.object({ id: Id, number: z.string() })),
  scheduledPayments: z.array(
    z.object({ id: Id, amount: Money, purpose: z.string(), counterpartyBank: z.string(), counterparty: z.string() }),
  ),
})

export const getAccount = defineEndpoint({
  method: 'GET',
  path: '/clients/:clientId/accounts/:accountId',
  summary: 'One account of a client',
  module: 'bt_Clientes',
  action: 'view',
  combinable: true,
  params: z.object({ clientId: Id, accountId: Id }),
  output: AccountDetail,
})

/** What each holder of an account may do with their money today. */
export const getHolderVerdicts = defineEndpoint({
  method: 'GET',
  path: '/clients/:clientId/accounts/:accountId/verdicts',
  summary: 'What stops each holder of an account from operating',
  module: 'bt_Clientes',
  action: 'view',
  combinable: true,
  params: z.object({ clientId: Id, accountId: Id }),
  output: z.object({
    holders: z.array(
      z.object({
        /** Null for a holder outside the caller's scope: the name and the verdict, without its reasons. */
        id: Id.nullable(),
        name: z.string(),
        canOperate: OperationEligibility,
      }),
    ),
  }),
})

export const MovementRow = z.object({
  /** The journal. */
  id: Id,
  bookingDate: BusinessDate,
  valueDate: BusinessDate,
  kind: z.enum(movementKinds),
  description: z.string().nullable(),
  /** As the client sees it: money in positive. */
  amount: Money,
  /** What stood in the account after this movement, all movements counted, filtered or not. */
  balanceAfter: Money,
  /** Taken back by another movement, or taking one back; both stay where they are. */
  correction: z.enum(['reversed', 'reversal']).nullable(),
})
export type MovementRow = z.infer<typeof MovementRow>

export const listAccountMovements = defineList({
  path: '/clients/:clientId/accounts/:accountId/movements',
  summary: 'Movements of an account with their running balance',
  module: 'bt_Clientes',
  params: z.object({ clientId: Id, accountId: Id }),
  row: MovementRow,
  texts: 'clients',
  columns: {
    bookingDate: { kind: 'date', label: 'movements.bookingDate' },
    valueDate: { kind: 'date', label: 'movements.valueDate' },
    kind: { label: 'movements.kind', words: 'movements.kinds', width: 16 },
    description: { label: 'movements.description', width: 44 },
    amount: { kind: 'money', label: 'movements.amount' },
    balanceAfter: { kind: 'money', label: 'movements.balanceAfter' },
  },
  filters: {
    kind: OneOrMore(z.enum(movementKinds)).optional(),
    from: FilterDay.optional(),
    to: FilterDay.optional(),
  },
  sortable: ['bookingDate'],
  defaultSort: { sort: 'bookingDate', direction: 'desc' },
  totals: z.object({ moneyIn: Money, moneyOut: Money }),
})

/** All movements of the days, oldest first, with what stood there before and after; in the client's language. Of no more than 5,000 movements. */
export const printAccountStatement = defineEndpoint({
  method: 'GET',
  path: '/clients/:clientId/accounts/:accountId/statement/pdf',
  summary: 'The statement of an account as PDF, from one day to another, or as it stood on a past day',
  module: 'bt_Clientes',
  action: 'export',
  params: z.object({ clientId: Id, accountId: Id }),
  query: z.object({
    /** From the beginning unless named. */
    from: FilterDay.optional(),
    /** Today unless named. */
    to: FilterDay.optional(),
  }),
  output: z.unknown(),
})
