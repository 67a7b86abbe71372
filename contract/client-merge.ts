import { z } from 'zod'
import { ProposalResult, Reason } from './approvals.ts'
import { identityKinds } from './client-data/identity-kinds.ts'
import { fundsSources } from './client-data.ts'
import { mergeGroups } from './client-merge/merged-values.ts'
import { addressStates, blockKinds, clientChannels, clientKinds, formStates, verificationStates } from './clients.ts'
import { defineEndpoint } from './core/endpoint.ts'
import { BusinessDate, Country, Cvl, Id, Idioma, Instant, Money } from './core/values.ts'
import { staffRoles, streetTypes } from './staff.ts'

/** A merge can be undone for so long, while nothing new has come. */
export const mergeUndoHours = 24
/** What stands in the way of a merge, of either record. `pendingChanges`: something about one of them waits for a second person. */
export const mergeObstacles = ['differentKinds', 'pendingChanges', 'openPayments', 'coupled'] as const
/** What stands in the way of an undo. */
export const mergeUndoObstacles = ['tooLate', 'newRecords', 'pendingChanges'] as const

const moduleKey = 'bt_Clientes'
const clientParams = z.object({ clientId: Id })
const Nullable = z.string().nullable()

/** One of the two records, with all that is chosen of it and all that is not. */
const MergeRecord = z.object({
  id: Id,
  cvl: Cvl,
  kind: z.enum(clientKinds),
  version: z.number().int(),
  name: z.string(),
  surname: z.string(),
  identityKind: z.enum(identityKinds).nullable(),
  identityNumber: Nullable,
  dniValidUntil: BusinessDate.nullable(),
  dniPermanent: z.boolean(),
  birthDate: BusinessDate.nullable(),
  nationality: Country.nullable(),
  email: Nullable,
  phone: Nullable,
  streetType: z.enum(streetTypes).nullable(),
  street: Nullable,
  streetNumber: Nullable,
  floor: Nullable,
  door: Nullable,
  postalCode: Nullable,
  city: Nullable,
  province: Nullable,
  country: Country,
  taxResidence: Country.nullable(),
  idioma: Idioma,
  channel: z.enum(clientChannels),
  fundsSource: z.enum(fundsSources).nullable(),
  kycStatus: z.enum(verificationStates),
  addressStatus: z.enum(addressStates),
  lopdStatus: z.enum(['not_sent', 'sent', 'viewed', 'signed', 'refused', 'withdrawn', 'superseded']),
  formStatus: z.enum(formStates),
  formOn: BusinessDate.nullable(),
  riskLevel: z.number().int(),
  pep: z.boolean(),
  nextReviewOn: BusinessDate.nullable(),
  registeredOn: BusinessDate,
  zoneName: z.string(),
  staff: z.array(z.object({ role: z.enum(staffRoles), name: z.string() })),
  blocks: z.array(z.enum(blockKinds)),
  /** What the record has, and moves if it is the one that is merged. `balance`: of active accounts, under their primary holder. */
  counts: z.object({
    accounts: z.number().int(),
    bankAccounts: z.number().int(),
    payments: z.number().int(),
    externalPositions: z.number().int(),
    documents: z.number().int(),
    comments: z.number().int(),
  }),
  balance: Money,
})
export type MergeRecord = z.infer<typeof MergeRecord>

/** 404 where the caller doesn't see both records. */
export const previewClientMerge = defineEndpoint({
  method: 'GET',
  path: '/clients/:clientId/merge-with/:otherId',
  summary: 'Two records that may be one client, side by side: the first survives',
  module: moduleKey,
  action: 'edit',
  params: clientParams.extend({ otherId: Id }),
  output: z.object({
    survivor: MergeRecord,
    absorbed: MergeRecord,
    /** The records have other staff or another zone: direction decides. */
    movesScope: z.boolean(),
    /** Accounts that both records hold: their shares become one. */
    sharedAccounts: z.number().int(),
    obstacles: z.array(z.enum(mergeObstacles)),
  }),
})

/** A second person agrees, and direction where the client comes to see other staff. 409 `merge.*`, `conflict.changed`. */
export const mergeClients = defineEndpoint({
  method: 'POST',
  path: '/clients/:clientId/merges',
  changes: ['approvals', 'audit', 'clients'],
  summary: 'Propose to merge another record of the same client into this one',
  module: moduleKey,
  action: 'edit',
  params: clientParams,
  body: z.strictObject({
    otherId: Id,
    /** Of what the caller saw. */
    survivorVersion: z.number().int(),
    absorbedVersion: z.number().int(),
    /** Groups of fields that come from the record that is merged. */
    taken: z.array(z.enum(mergeGroups)).max(mergeGroups.length),
    reason: Reason,
  }),
  output: ProposalResult,
})

export const listClientMerges = defineEndpoint({
  method: 'GET',
  path: '/clients/:clientId/merges',
  summary: 'Records that were merged into this client',
  module: moduleKey,
  action: 'view',
  combinable: true,
  params: clientParams,
  output: z.object({
    merges: z.array(
      z.object({
        id: Id,
        cvl: Cvl,
        name: z.string(),
        doneAt: Instant,
        byName: Nullable,
        undoUntil: Instant,
        /** Null where it can be undone. */
        undoObstacle: z.enum(mergeUndoObstacles).nullable(),
      }),
    ),
  }),
})
export type ClientMerge = z.infer<typeof listClientMerges.output>['merges'][number]

/** At once where nobody came to see anything by the merge; else a second person agrees. 409 `merge.tooLate`, `merge.newRecords`. */
export const undoClientMerge = defineEndpoint({
  method: 'POST',
  path: '/clients/:clientId/merges/:mergeId/undo',
  changes: [
    'accounts',
    'approvals',
    'audit',
    'bankAccounts',
    'clients',
    'contributions',
    'externalPositions',
    'imports',
    'ledger',
    'notices',
    'payments',
    'personal',
    'recordPanels',
    'tags',
  ],
  summary: 'Undo a merge of the last day',
  module: moduleKey,
  action: 'edit',
  params: clientParams.extend({ mergeId: Id }),
  body: z.strictObject({ reason: Reason }),
  output: ProposalResult,
})
