import { z } from 'zod'
import { ProposalResult, Reason } from './approvals.ts'
import { defineEndpoint } from './core/endpoint.ts'
import { BusinessDate, Cvl, Id, Instant, Money, SingleLineText } from './core/values.ts'

/** Papers that the money of a deceased client waits for, in the order in which they come. */
export const estateRequirements = [
  'certificate',
  'last_wills',
  'title',
  'inventory',
  'tax',
  'heir_identity',
  'bank_accounts',
] as const
export type EstateRequirement = (typeof estateRequirements)[number]
/** Without these no money goes, whatever the case. */
export const indispensableRequirements: readonly EstateRequirement[] = ['certificate', 'title', 'heir_identity']
export const estateRequirementStates = ['missing', 'received', 'accepted', 'not_needed'] as const
export const estateRoles = ['heir', 'beneficiary', 'co_holder'] as const
/** What stands between an estate and its money, in the order in which it is mended. */
export const estateObstacles = [
  'notFrozen',
  'papers',
  'noHeirs',
  'shares',
  'destinations',
  'moneyUnderWay',
  'heirsStopped',
  'nothing',
] as const
export type EstateObstacle = (typeof estateObstacles)[number]
/** So many people inherit at most. */
export const maxEstateRecipients = 40

const moduleKey = 'bt_Clientes'
const params = z.object({ clientId: Id })
/** What decides on an estate besides itself: accounts, what moves in them, who is taxed how, and whom the firm may pay. */
const about = [
  'accounts',
  'approvals',
  'bankAccounts',
  'clients',
  'contributions',
  'ledger',
  'payments',
  'products',
  'recordPanels',
  'settings',
  'staff',
  'withholding',
] as const
const EstateVersion = z.number().int().min(1)
/** '1/3' of what was the deceased's. */
const Share = z.string().regex(/^[1-9]\d{0,5}\/[1-9]\d{0,5}$/)

const EstateRecipient = z.object({
  id: Id,
  /** Null for a client outside the caller's scope: the name only. */
  clientId: Id.nullable(),
  cvl: Cvl.nullable(),
  name: z.string(),
  role: z.enum(estateRoles),
  /** Null for who held accounts with the deceased: theirs is the share of each account. */
  share: Share.nullable(),
  destination: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('account'), id: Id, label: z.string() }),
      z.object({ kind: z.literal('bankAccount'), id: Id, label: z.string() }),
    ])
    .nullable(),
})
export type EstateRecipient = z.infer<typeof EstateRecipient>

/** What somebody gets of one account. */
const EstatePart = z.object({
  recipientId: Id,
  /** Before tax: the part of what stands there and of the last interest. */
  gross: Money,
  withheld: Money,
  net: Money,
})
const EstateAccount = z.object({
  accountId: Id,
  number: z.string(),
  /** What stands there, and what is owed of it already. */
  balance: Money,
  /** Earned up to the day and not posted. */
  interest: Money,
  withheld: Money,
  net: Money,
  parts: z.array(EstatePart),
})

/** Somebody whom the deceased had designated for an account on the day of the death. */
const DesignatedBeneficiary = z.object({
  id: Id,
  accountNumber: z.string(),
  /** Null for who is no client yet, and for a client outside the caller's scope. */
  clientId: Id.nullable(),
  cvl: Cvl.nullable(),
  name: z.string(),
  relationship: z.string(),
  /** Per cent of the account, '33.33'. */
  share: z.string(),
})

export const Estate = z.object({
  clientId: Id,
  clientName: z.string(),
  cvl: Cvl,
  diedOn: BusinessDate,
  version: EstateVersion,
  registeredAt: Instant,
  registeredByName: z.string().nullable(),
  isFrozen: z.boolean(),
  requirements: z.array(
    z.object({
      kind: z.enum(estateRequirements),
      state: z.enum(estateRequirementStates),
      attachmentId: Id.nullable(),
      attachmentName: z.string().nullable(),
      note: z.string(),
      changedAt: Instant.nullable(),
      changedByName: z.string().nullable(),
    }),
  ),
  recipients: z.array(EstateRecipient),
  /** Proposed as recipients: somebody has to choose them. Empty once the estate is released. */
  designated: z.array(DesignatedBeneficiary),
  /** The sum of the shares of heirs and beneficiaries, '5/6'. */
  sharesTotal: z.string(),
  obstacles: z.array(z.enum(estateObstacles)),
  /** As of the day while it waits, as it was paid once it is released. Empty while nobody inherits. */
  accounts: z.array(EstateAccount),
  /** The proposal to release it, while it waits. */
  pendingApprovalId: Id.nullable(),
  releasedAt: Instant.nullable(),
  releasedByName: z.string().nullable(),
})
export type Estate = z.infer<typeof Estate>

/** Null for a client whose death nobody has registered. */
export const getEstate = defineEndpoint({
  method: 'GET',
  path: '/clients/:clientId/estate',
  about,
  summary: 'The procedure after the death of a client',
  module: moduleKey,
  action: 'view',
  params,
  output: Estate.nullable(),
})

/** Freezes all money once a second person agrees, unless it is frozen already. 409 `estate.registered` where it was done before. */
export const registerDeath = defineEndpoint({
  method: 'POST',
  path: '/clients/:clientId/estate',
  changes: ['approvals', 'audit', 'clients'],
  summary: 'Register the death of a client, and propose to freeze their money',
  module: moduleKey,
  action: 'edit',
  params,
  body: z.strictObject({
    diedOn: BusinessDate,
    /** The certificate, among the documents of the client. */
    attachmentId: Id,
    reason: Reason,
  }),
  output: ProposalResult,
})

/** A paper is a document of the client, or a note that says where it is. What is not needed says why. */
export const setEstateRequirement = defineEndpoint({
  method: 'PUT',
  path: '/clients/:clientId/estate/requirements/:kind',
  changes: ['audit', 'clients'],
  summary: 'How far one paper of an estate is',
  module: moduleKey,
  action: 'edit',
  params: params.extend({ kind: z.enum(estateRequirements) }),
  body: z.strictObject({
    version: EstateVersion,
    state: z.enum(estateRequirementStates),
    attachmentId: Id.nullable(),
    note: SingleLineText(0, 500),
  }),
  output: z.object({ version: EstateVersion }),
})

/** All of them at once: who isn't named is no longer one. Each is a client of the firm, so that tax is withheld and reported in their name. */
export const setEstateRecipients = defineEndpoint({
  method: 'PUT',
  path: '/clients/:clientId/estate/recipients',
  changes: ['audit', 'clients'],
  summary: 'Who inherits which part, and where each is paid',
  module: moduleKey,
  action: 'edit',
  params,
  body: z.strictObject({
    version: EstateVersion,
    recipients: z
      .array(
        z.strictObject({
          clientId: Id,
          role: z.enum(estateRoles),
          share: Share.nullable(),
          accountId: Id.nullable(),
          bankAccountId: Id.nullable(),
        }),
      )
      .max(maxEstateRecipients),
  }),
  output: z.object({ version: EstateVersion }),
})

/** Where somebody can be paid: their open accounts, and their bank accounts that take payments. */
export const getEstateDestinations = defineEndpoint({
  method: 'GET',
  path: '/clients/:clientId/estate/destinations/:recipientId',
  summary: 'Where a client who inherits can be paid',
  module: moduleKey,
  action: 'edit',
  params: params.extend({ recipientId: Id }),
  output: z.object({
    clientName: z.string(),
    accounts: z.array(z.object({ id: Id, label: z.string() })),
    bankAccounts: z.array(z.object({ id: Id, label: z.string() })),
  }),
})

/** 409 `estate.incomplete` while anything is missing; the amounts are those of the day on which the second person agrees. */
export const releaseEstate = defineEndpoint({
  method: 'POST',
  path: '/clients/:clientId/estate/release',
  changes: ['approvals', 'audit', 'clients'],
  summary: 'Propose to pay an estate to those who inherit',
  module: moduleKey,
  action: 'edit',
  params,
  body: z.strictObject({ version: EstateVersion, reason: Reason }),
  output: ProposalResult,
})

/** The whole procedure, to be signed or filed. */
export const printEstate = defineEndpoint({
  method: 'GET',
  path: '/clients/:clientId/estate/pdf',
  about,
  summary: 'The procedure after the death of a client as PDF',
  module: moduleKey,
  action: 'export',
  params,
  output: z.unknown(),
})
