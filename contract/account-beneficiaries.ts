import { z } from 'zod'
import { identityKinds } from './client-data/identity-kinds.ts'
import { defineEndpoint } from './core/endpoint.ts'
import { BusinessDate, Cvl, Id, Instant, SingleLineText } from './core/values.ts'

/** So many people are designated for one account at most. */
export const maxBeneficiaries = 20

const moduleKey = 'bt_Clientes'
const accountParams = { params: z.object({ clientId: Id, accountId: Id }) }
/** Per cent with two decimals at most, '33.33'. */
const BeneficiaryShare = z.string().regex(/^(?:100(?:\.0{1,2})?|[1-9]?\d(?:\.\d{1,2})?)$/)
/** The number of the current designation of an account; 0 where nobody is designated. */
const DesignationVersion = z.number().int().min(0)

const Beneficiary = z.object({
  id: Id,
  isClient: z.boolean(),
  /** Null for who is no client, and for a client outside the caller's scope: the name only. */
  clientId: Id.nullable(),
  cvl: Cvl.nullable(),
  /** 'Nombre Apellidos'. */
  name: z.string(),
  /** Of who is no client. */
  identityKind: z.enum(identityKinds).nullable(),
  identityNumber: z.string().nullable(),
  relationship: z.string(),
  share: BeneficiaryShare,
})
export type Beneficiary = z.infer<typeof Beneficiary>

const BeneficiaryDesignation = z.object({
  version: DesignationVersion,
  validFrom: BusinessDate,
  /** The day from which it no longer stands; null for the current one. */
  validTo: BusinessDate.nullable(),
  designatedAt: Instant,
  designatedByName: z.string().nullable(),
  /** Their shares make a hundred. */
  beneficiaries: z.array(Beneficiary),
})
export type BeneficiaryDesignation = z.infer<typeof BeneficiaryDesignation>

export const getAccountBeneficiaries = defineEndpoint({
  method: 'GET',
  path: '/clients/:clientId/accounts/:accountId/beneficiaries',
  summary: 'Who receives what is in an account after the death of its holder, with earlier designations',
  module: moduleKey,
  action: 'view',
  combinable: true,
  ...accountParams,
  output: z.object({
    current: BeneficiaryDesignation.nullable(),
    /** The newest first. */
    past: z.array(BeneficiaryDesignation),
    mayChange: z.boolean(),
  }),
})

/**
 * The whole designation at once; the one before ends on the day and stays readable. Nobody in it ends the designation. 404 unless the caller sees
 * the account, `account.notActive` for a canceled one, `estate.registered` where no holder is alive, `request.tooMany` for too many typed numbers.
 */
export const setAccountBeneficiaries = defineEndpoint({
  method: 'PUT',
  path: '/clients/:clientId/accounts/:accountId/beneficiaries',
  changes: ['accounts', 'audit'],
  summary: 'Replace who receives what is in an account after the death of its holder',
  module: moduleKey,
  action: 'edit',
  ...accountParams,
  body: z.strictObject({
    /** Of the designation that it replaces. */
    version: DesignationVersion,
    validFrom: BusinessDate,
    beneficiaries: z
      .array(
        z.strictObject({
          /** Somebody of a designation of this account, who stays who they are. */
          beneficiaryId: Id.nullable().default(null),
          /** Or a client whom the caller sees. */
          clientId: Id.nullable().default(null),
          /** Or somebody who is no client. */
          name: SingleLineText(1, 120).nullable().default(null),
          surname: SingleLineText(0, 160).default(''),
          identityKind: z.enum(identityKinds).nullable().default(null),
          identityNumber: SingleLineText(1, 40).nullable().default(null),
          relationship: SingleLineText(1, 80),
          share: BeneficiaryShare,
        }),
      )
      .max(maxBeneficiaries),
  }),
  output: z.object({ version: DesignationVersion }),
})
