import { z } from 'zod'
import { defineEndpoint } from './core/endpoint.ts'
import { BusinessDate, Cvl, Id, Instant, idiomas, Money, MultiLineText, Rate, SingleLineText } from './core/values.ts'
import { ProjectedVariant, StudyProduct, StudyVariant, VariantProjection } from './product-studies.ts'

/** Parts of a presentation after its cover; a template orders them, and a draft can leave some out. */
export const presentationParts = ['message', 'situation', 'proposal', 'projection', 'closing'] as const
export type PresentationPart = (typeof presentationParts)[number]

export const maxProposedAccounts = 6

const PartList = z
  .array(z.enum(presentationParts))
  .min(1)
  .refine((parts) => new Set(parts).size === parts.length, 'invalid')

/** Words of the firm in one language; where one is empty, the product's own stands. */
export const PresentationTexts = z.strictObject({
  title: SingleLineText(0, 120),
  subtitle: SingleLineText(0, 200),
  situation: MultiLineText(0, 1000),
  proposal: MultiLineText(0, 1000),
  projection: MultiLineText(0, 1000),
  closing: MultiLineText(0, 2000),
  legal: MultiLineText(0, 2000),
})
export type PresentationTexts = z.infer<typeof PresentationTexts>

export const PresentationTemplate = z.strictObject({
  /** In the order in which they stand. */
  parts: PartList,
  texts: z.strictObject({
    spanish: PresentationTexts,
    english: PresentationTexts,
    portuguese: PresentationTexts,
    mexican: PresentationTexts,
  }),
})
export type PresentationTemplate = z.infer<typeof PresentationTemplate>

/** What is prepared for a client. Without accounts it is a draft that cannot be made yet. */
export const PresentationDraft = z.strictObject({
  title: SingleLineText(1, 120),
  /** To the client, in their language. */
  message: MultiLineText(0, 4000),
  parts: PartList,
  /** The day from which the proposal is reckoned; null: the day on which it is made. */
  startsOn: BusinessDate.refine((day) => day >= '1990-01-01' && day < '2100-01-01', 'invalid').nullable(),
  accounts: z.array(StudyVariant).max(maxProposedAccounts),
})
export type PresentationDraft = z.infer<typeof PresentationDraft>

/** An account of the proposal with its figures, as it was made. */
export const ProposedAccount = z.object({
  product: StudyProduct,
  amount: Money,
  months: z.number().int(),
  extraRate: Rate,
  projection: VariantProjection,
})
export type ProposedAccount = z.infer<typeof ProposedAccount>

/** All that a version says: nothing of it is looked up again. */
export const PresentationContent = z.object({
  title: z.string(),
  idioma: z.enum(idiomas),
  firm: z.string().nullable(),
  clientName: z.string(),
  clientCvl: Cvl,
  managerName: z.string().nullable(),
  managerContact: z.string(),
  /** The day on which it was made, which the situation is of. */
  on: BusinessDate,
  startsOn: BusinessDate,
  message: z.string(),
  parts: z.array(z.enum(presentationParts)),
  texts: PresentationTexts,
  capital: Money,
  balance: Money,
  accounts: z.array(
    z.object({
      productName: z.string(),
      number: z.string(),
      expiresOn: BusinessDate.nullable(),
      rate: Rate,
      balance: Money,
    }),
  ),
  proposal: z.array(ProposedAccount),
})
export type PresentationContent = z.infer<typeof PresentationContent>

const module = 'bt_Clientes'
const about = ['presentations', 'clients', 'products', 'settings', 'staff'] as const
const changes = ['presentations'] as const
const viewAccess = { module, action: 'view', about } as const
const editAccess = { module, action: 'edit', changes } as const
const clientParams = z.object({ clientId: Id })
const presentationParams = clientParams.extend({ presentationId: Id })
const versionParams = presentationParams.extend({ versionId: Id })

const PresentationVersion = z.object({
  id: Id,
  number: z.number().int(),
  madeAt: Instant,
  madeByName: z.string().nullable(),
})
export const PresentationSummary = z.object({
  id: Id,
  title: z.string(),
  changedAt: Instant,
  changedByName: z.string().nullable(),
  accounts: z.number().int(),
  /** The newest first. */
  versions: z.array(PresentationVersion),
})
export type PresentationSummary = z.infer<typeof PresentationSummary>

export const listPresentations = defineEndpoint({
  method: 'GET',
  path: '/clients/:clientId/presentations',
  summary: 'What was prepared and made for a client to be shown, the newest first',
  ...viewAccess,
  combinable: true,
  params: clientParams,
  output: z.object({
    presentations: z.array(PresentationSummary),
    /** False while the consent to information is missing: nothing can be prepared. */
    isConsentGiven: z.boolean(),
  }),
})

export const PresentationDetail = PresentationDraft.extend({
  id: Id,
  clientId: Id,
  clientName: z.string(),
  clientCvl: Cvl,
  idioma: z.enum(idiomas),
  version: z.number().int(),
  changedAt: Instant,
  changedByName: z.string().nullable(),
  versions: z.array(PresentationVersion),
  isConsentGiven: z.boolean(),
  /** What can be proposed. */
  products: z.array(StudyProduct),
})
export type PresentationDetail = z.infer<typeof PresentationDetail>

export const getPresentation = defineEndpoint({
  method: 'GET',
  path: '/clients/:clientId/presentations/:presentationId',
  summary: 'A presentation of a client as it is prepared, with its versions',
  ...viewAccess,
  params: presentationParams,
  output: PresentationDetail,
})

/** From the template. `client.lopd` without the client’s consent to information. */
export const createPresentation = defineEndpoint({
  method: 'POST',
  path: '/clients/:clientId/presentations',
  summary: 'Begin a presentation for a client',
  ...editAccess,
  idempotent: true,
  params: clientParams,
  body: z.strictObject({ title: SingleLineText(1, 120) }),
  output: z.object({ id: Id }),
})

export const changePresentation = defineEndpoint({
  method: 'PUT',
  path: '/clients/:clientId/presentations/:presentationId',
  summary: 'Change what is prepared for a client',
  ...editAccess,
  params: presentationParams,
  body: PresentationDraft.extend({ version: z.number().int() }),
  output: z.object({ version: z.number().int() }),
})

/** What the accounts of a proposal would earn, by the rules of their products. */
export const projectProposal = defineEndpoint({
  method: 'POST',
  path: '/presentations/projection',
  changes: [],
  allowedInViewReason: 'calculates; nothing is written',
  summary: 'What the accounts of a proposal would earn',
  module,
  action: 'view',
  body: z.strictObject({
    startsOn: BusinessDate.nullable(),
    accounts: z.array(StudyVariant).min(1).max(maxProposedAccounts),
  }),
  output: z.object({ startsOn: BusinessDate, accounts: z.array(ProjectedVariant) }),
})

/**
 * Freezes a presentation: nobody changes it any more. `presentation.noAccounts` without any account, `presentation.noRate` where one has no rate,
 * `client.lopd` without the client’s consent to information.
 */
export const makePresentationVersion = defineEndpoint({
  method: 'POST',
  path: '/clients/:clientId/presentations/:presentationId/versions',
  summary: 'Make a version of a presentation, as it is to be shown',
  ...editAccess,
  idempotent: true,
  params: presentationParams,
  body: z.strictObject({ version: z.number().int() }),
  output: PresentationVersion,
})

const exportAccess = { module, action: 'export', about } as const

export const printPresentation = defineEndpoint({
  method: 'GET',
  path: '/clients/:clientId/presentations/:presentationId/versions/:versionId/pdf',
  summary: 'A version of a presentation as PDF',
  ...exportAccess,
  params: versionParams,
  output: z.unknown(),
})

export const exportPresentationSlides = defineEndpoint({
  method: 'GET',
  path: '/clients/:clientId/presentations/:presentationId/versions/:versionId/pptx',
  summary: 'A version of a presentation as slides of PowerPoint',
  ...exportAccess,
  params: versionParams,
  output: z.unknown(),
})

/** The PDF is filed with the client's documents. Refused as `fileClientReport` refuses, and without the consent to information. */
export const sendPresentation = defineEndpoint({
  method: 'POST',
  path: '/clients/:clientId/presentations/:presentationId/versions/:versionId/sending',
  changes: ['clientDocuments'],
  idempotent: true,
  summary: 'Send a version of a presentation to the e-mail of its client',
  ...exportAccess,
  params: versionParams,
  output: z.object({ recipient: z.string() }),
})

const TemplateSettings = z.object({
  template: PresentationTemplate,
  version: z.number().int(),
  /** What stands where the firm says nothing. */
  defaults: PresentationTemplate.shape.texts,
})
export type TemplateSettings = z.infer<typeof TemplateSettings>

export const getPresentationTemplate = defineEndpoint({
  method: 'GET',
  path: '/settings/presentations',
  summary: 'The template of presentations: texts by language, and the order of the parts',
  module: 'bt_Ajustes',
  action: 'view',
  about: ['settings'],
  output: TemplateSettings,
})

/** `conflict.changed` where somebody else has changed it since. Presentations that were begun keep their parts. */
export const changePresentationTemplate = defineEndpoint({
  method: 'PUT',
  path: '/settings/presentations',
  changes: ['settings'],
  summary: 'Change the template of presentations',
  module: 'bt_Ajustes',
  action: 'edit',
  body: z.strictObject({ version: z.number().int(), template: PresentationTemplate }),
  output: TemplateSettings,
})
