import { z } from 'zod'
import { clientKinds } from './clients.ts'
import { defineEndpoint } from './core/endpoint.ts'
import { BusinessDate, Id, Instant, MultiLineText, SingleLineText } from './core/values.ts'
import {
  employmentStatuses,
  familyStatuses,
  infoFormFields,
  infoFormTextLengths,
  maxChildren,
} from './info-forms/fields.ts'
import { LinkAccess, LinkHead, LinkToken } from './public-links.ts'

/** An amount that may be nothing: '0.00'. */
const FormAmount = z
  .string()
  .regex(/^(0|[1-9]\d{0,11})\.\d{2}$/)
  .nullable()

/** All that a form says; null where it says nothing. */
export const InfoFormContent = z.strictObject({
  employmentStatus: z.enum(employmentStatuses).nullable(),
  profession: SingleLineText(1, infoFormTextLengths.profession).nullable(),
  employer: SingleLineText(1, infoFormTextLengths.employer).nullable(),
  /** What comes in each month, net. */
  monthlyIncome: FormAmount,
  /** What goes out each month. */
  recurringExpenses: FormAmount,
  expensesDetail: MultiLineText(1, infoFormTextLengths.expensesDetail).nullable(),
  hasEmergencyFund: z.boolean().nullable(),
  emergencyFund: FormAmount,
  ownsRealEstate: z.boolean().nullable(),
  realEstateValue: FormAmount,
  mortgageDebt: FormAmount,
  familyStatus: z.enum(familyStatuses).nullable(),
  children: z.number().int().min(0).max(maxChildren).nullable(),
  childrenDetail: SingleLineText(1, infoFormTextLengths.childrenDetail).nullable(),
  hobbies: MultiLineText(1, infoFormTextLengths.hobbies).nullable(),
})
export type InfoFormContent = z.infer<typeof InfoFormContent>

/** Open ones first; `complete` does not change any more. */
export const infoFormStates = ['draft', 'sent', 'answered', 'complete'] as const

/** Why nothing can be sent to a client: no e-mail, none that is one, or the client has died. */
const infoFormBarriers = ['noEmail', 'badEmail', 'deceased'] as const

const InfoFormRequest = z.object({
  id: Id,
  sentAt: Instant,
  sentByName: z.string().nullable(),
  recipient: z.string(),
  expiresAt: Instant,
  viewedAt: Instant.nullable(),
  answeredAt: Instant.nullable(),
  reviewedAt: Instant.nullable(),
  reviewedByName: z.string().nullable(),
  /** Fields that were taken from the answer. */
  accepted: z.array(z.enum(infoFormFields)).nullable(),
  /** Withdrawn, or replaced, before an answer came. */
  endedAt: Instant.nullable(),
  mail: z.enum(['queued', 'sent', 'failed']),
  /** What the client proposes, until somebody has looked through it. */
  answers: InfoFormContent.nullable(),
})
export type InfoFormRequest = z.infer<typeof InfoFormRequest>

const InfoFormVersion = z.object({
  id: Id,
  state: z.enum(infoFormStates),
  stateOn: BusinessDate,
  content: InfoFormContent,
  createdAt: Instant,
  createdByName: z.string().nullable(),
  changedAt: Instant,
  changedByName: z.string().nullable(),
  completedAt: Instant.nullable(),
  completedByName: z.string().nullable(),
  /** The newest first. */
  requests: z.array(InfoFormRequest),
})
export type InfoFormVersion = z.infer<typeof InfoFormVersion>

const ClientInfoForm = z.object({
  clientId: Id,
  clientName: z.string(),
  kind: z.enum(clientKinds),
  /** Answers that wait come first; else a complete form counts until the next one is complete. */
  status: z.enum(['missing', ...infoFormStates]),
  statusOn: BusinessDate.nullable(),
  barrier: z.enum(infoFormBarriers).nullable(),
  /** Of all versions together: another one once anything of them has changed. */
  version: z.number().int(),
  /** The newest first; the first may be open. None of a form from before the firm kept these records. */
  versions: z.array(InfoFormVersion),
})
export type ClientInfoForm = z.infer<typeof ClientInfoForm>

const module = 'bt_Clientes'
const changes = ['clients'] as const
const about = ['clients', 'staff'] as const
const clientParams = z.object({ clientId: Id })
const editAccess = { module, action: 'edit', changes, params: clientParams } as const

export const getInfoForm = defineEndpoint({
  method: 'GET',
  path: '/clients/:clientId/info-form',
  summary: 'The information form of a client, with its versions',
  module,
  action: 'view',
  about,
  combinable: true,
  params: clientParams,
  output: ClientInfoForm,
})

/**
 * Writes the open version, or begins one. `completes`: nothing of it changes from then on, and a link that is out no longer opens. 409
 * `conflict.changed`, `infoForm.unreviewed` where an answer of the client waits; 422 `infoForm.incomplete` with the fields that are missing.
 */
export const saveInfoForm = defineEndpoint({
  method: 'PUT',
  path: '/clients/:clientId/info-form',
  summary: 'Save the information form of a client, as draft or complete',
  ...editAccess,
  body: z.strictObject({ version: z.number().int(), content: InfoFormContent, completes: z.boolean() }),
  output: z.object({ version: z.number().int(), status: ClientInfoForm.shape.status }),
})

/**
 * One link for the open version; an older one no longer opens. 409 `infoForm.unreviewed`, `infoForm.noEmail`, `infoForm.badEmail`,
 * `infoForm.deceased`.
 */
export const sendInfoForm = defineEndpoint({
  method: 'POST',
  path: '/clients/:clientId/info-form/requests',
  summary: 'Send the information form to the client’s e-mail',
  ...editAccess,
  idempotent: true,
  body: z.strictObject({}),
  output: z.object({ recipient: z.string(), expiresAt: Instant }),
})

/** 409 `infoForm.notSent` where no link is out. */
export const withdrawInfoForm = defineEndpoint({
  method: 'POST',
  path: '/clients/:clientId/info-form/withdraw',
  summary: 'Withdraw the information form that was sent to a client',
  ...editAccess,
  body: z.strictObject({}),
  output: z.object({ withdrawnAt: Instant }),
})

/** Takes these fields of what the client answered; the others stay as they are. 409 `infoForm.reviewed` where somebody has done so. */
export const reviewInfoForm = defineEndpoint({
  method: 'POST',
  path: '/clients/:clientId/info-form/requests/:requestId/review',
  summary: 'Take what a client has answered into their information form',
  ...editAccess,
  params: clientParams.extend({ requestId: Id }),
  body: z.strictObject({
    version: z.number().int(),
    accepted: z.array(z.enum(infoFormFields)).max(infoFormFields.length),
  }),
  output: z.object({ version: z.number().int() }),
})

/** Audited: a copy leaves the house. */
export const printInfoForm = defineEndpoint({
  method: 'GET',
  path: '/clients/:clientId/info-form/versions/:formId/pdf',
  summary: 'A version of the information form of a client, as PDF',
  module,
  action: 'export',
  about,
  params: clientParams.extend({ formId: Id }),
  output: z.unknown(),
})

export const readInfoForm = defineEndpoint({
  method: 'POST',
  path: '/public/info-forms/read',
  changes: [],
  summary: 'What a link to an information form asks for',
  open: 'anybody',
  body: z.object({ token: LinkToken }),
  output: LinkHead.extend({
    kind: z.enum(clientKinds).nullable(),
    expiresAt: Instant.nullable(),
    usedAt: Instant.nullable(),
  }),
})

/** Once. What is null says nothing, and changes nothing. 422 `infoForm.empty` where all of it is. */
export const answerInfoForm = defineEndpoint({
  method: 'POST',
  path: '/public/info-forms/answer',
  changes: [],
  summary: 'Answer an information form by a link',
  open: 'anybody',
  body: z.object({ token: LinkToken, access: LinkAccess, answers: InfoFormContent }),
  output: z.object({ answeredAt: Instant }),
})
