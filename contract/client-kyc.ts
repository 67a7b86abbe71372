import { z } from 'zod'
import { ProposalResult, Reason } from './approvals.ts'
import { kycIdentityKinds, kycSides } from './client-kyc/document-kinds.ts'
import { zoneComparisonFields, zoneVerdicts } from './client-kyc/zone-fields.ts'
import { addressStates, clientKinds, dniStates, verificationStates } from './clients.ts'
import { countryCodes } from './core/countries.ts'
import { defineEndpoint, type UploadLimits } from './core/endpoint.ts'
import { BusinessDate, Id, Instant, SingleLineText } from './core/values.ts'

export const kycSubjects = ['identity', 'address'] as const
export type KycSubject = (typeof kycSubjects)[number]

/** Uploaded, checked by one person, approved by a second one; or rejected, or replaced by a later version. */
export const kycDocumentStates = ['pending', 'verified', 'approved', 'rejected', 'superseded'] as const

/** What shows that a client lives where they say. */
export const addressProofKinds = [
  'utility_bill',
  'bank_statement',
  'census',
  'rental_contract',
  'tax_letter',
  'other',
] as const

/** The content says what it is, so that whatever the browser calls it is taken. */
const sideUpload: UploadLimits = { maxBytes: 12_000_000, types: ['application/octet-stream'] }
export const maxKycFileBytes = sideUpload.maxBytes

/** A text of three lines at most, with what scanners put between them. */
const maxZoneLength = 200

const moduleKey = 'bt_Clientes'
const about = ['approvals', 'clientDocuments', 'clients', 'staff'] as const
const changes = ['approvals', 'clientDocuments', 'clients'] as const
const clientParams = z.object({ clientId: Id })
const documentParams = clientParams.extend({ documentId: Id })
const KnownCountry = z.string().refine((code) => countryCodes.includes(code))
const FileId = z.uuid()
const ZoneText = z.string().trim().max(maxZoneLength)

/** What machines read on a document, beside what is known of the client. */
export const ZoneComparison = z.object({
  /** All check digits are right. */
  isValid: z.boolean(),
  /** Signs that are often misread were put right, so that the check digits fit. */
  wasCorrected: z.boolean(),
  rows: z.array(
    z.object({
      field: z.enum(zoneComparisonFields),
      inZone: z.string().nullable(),
      inRecord: z.string().nullable(),
      verdict: z.enum(zoneVerdicts),
    }),
  ),
})
export type ZoneComparison = z.infer<typeof ZoneComparison>

const KycFile = z.object({ side: z.enum(kycSides), fileKind: z.enum(['pdf', 'picture']), bytes: z.number().int() })
export type KycFile = z.infer<typeof KycFile>

export const KycDocument = z.object({
  id: Id,
  subject: z.enum(kycSubjects),
  state: z.enum(kycDocumentStates),
  identityKind: z.enum(kycIdentityKinds).nullable(),
  issuingCountry: z.string().nullable(),
  identityNumber: z.string().nullable(),
  validUntil: BusinessDate.nullable(),
  permanent: z.boolean(),
  proofKind: z.enum(addressProofKinds).nullable(),
  issuedOn: BusinessDate.nullable(),
  /** The address that the proof was uploaded for; null of an identity. */
  seenAddress: z.string().nullable(),
  files: z.array(KycFile),
  zone: ZoneComparison.nullable(),
  uploadedAt: Instant,
  uploadedByName: z.string().nullable(),
  actingCvl: z.string().nullable(),
  checkedAt: Instant.nullable(),
  checkedByName: z.string().nullable(),
  /** The change that waits, or waited, for a second person. */
  approvalId: Id.nullable(),
  decidedAt: Instant.nullable(),
  decidedByName: z.string().nullable(),
  rejectReason: z.string().nullable(),
})
export type KycDocument = z.infer<typeof KycDocument>

export const ClientKyc = z.object({
  kycStatus: z.enum(verificationStates),
  addressStatus: z.enum(addressStates),
  dniStatus: z.enum(dniStates),
  /** What is known of the client, to be held against the document. */
  record: z.object({
    kind: z.enum(clientKinds),
    fullName: z.string(),
    country: z.string(),
    identityKind: z.string().nullable(),
    identityNumber: z.string().nullable(),
    birthDate: BusinessDate.nullable(),
    nationality: z.string().nullable(),
    dniValidUntil: BusinessDate.nullable(),
    dniPermanent: z.boolean(),
    /** In one line. */
    address: z.string().nullable(),
  }),
  /** All versions, the newest first. */
  documents: z.array(KycDocument),
})
export type ClientKyc = z.infer<typeof ClientKyc>

export const getClientKyc = defineEndpoint({
  method: 'GET',
  path: '/clients/:clientId/kyc',
  about,
  summary: 'Documents of identity and address of a client, with all versions',
  module: moduleKey,
  action: 'view',
  params: clientParams,
  output: ClientKyc,
})

/**
 * The body is a picture or a PDF of one side, which waits for its document for a day. `file.notAnImage`, `file.pdfActive` and others for what isn't
 * taken: nothing of it is kept.
 */
export const uploadKycSide = defineEndpoint({
  method: 'POST',
  path: '/clients/:clientId/kyc/files',
  changes: [],
  summary: 'Upload a side of a document',
  module: moduleKey,
  action: 'edit',
  params: clientParams,
  upload: sideUpload,
  output: z.object({ fileId: FileId, fileKind: z.enum(['pdf', 'picture']), bytes: z.number().int() }),
})

/** 422 `kyc.bothSides` where a side is missing. Takes the place of a version that waits; the approved one stays. */
export const addIdentityDocument = defineEndpoint({
  method: 'POST',
  path: '/clients/:clientId/kyc/identity',
  changes,
  summary: 'A new version of the document of identity of a client',
  module: moduleKey,
  action: 'edit',
  params: clientParams,
  body: z.strictObject({
    identityKind: z.enum(kycIdentityKinds),
    issuingCountry: KnownCountry,
    identityNumber: SingleLineText(1, 40),
    validUntil: BusinessDate.nullable(),
    permanent: z.boolean(),
    machineZone: ZoneText.optional(),
    frontFileId: FileId.nullable(),
    backFileId: FileId.nullable(),
  }),
  output: KycDocument,
})

/** 422 `kyc.noFile` where there is none, 409 `kyc.noAddress` where the record has no address to prove. */
export const addAddressProof = defineEndpoint({
  method: 'POST',
  path: '/clients/:clientId/kyc/address',
  changes,
  summary: 'A new version of the proof of address of a client',
  module: moduleKey,
  action: 'edit',
  params: clientParams,
  body: z.strictObject({
    proofKind: z.enum(addressProofKinds),
    issuedOn: BusinessDate,
    frontFileId: FileId.nullable(),
  }),
  output: KycDocument,
})

/** Says that the document was checked, and asks a second person to approve it. 409 `kyc.notPending`, `kyc.otherNumber`, `kyc.otherAddress`. */
export const checkKycDocument = defineEndpoint({
  method: 'POST',
  path: '/clients/:clientId/kyc/documents/:documentId/check',
  changes,
  summary: 'Check a document of a client',
  module: moduleKey,
  action: 'edit',
  params: documentParams,
  /** What the second person reads. */
  body: z.object({ reason: Reason }),
  output: ProposalResult,
})

export const rejectKycDocument = defineEndpoint({
  method: 'POST',
  path: '/clients/:clientId/kyc/documents/:documentId/reject',
  changes,
  summary: 'Reject a document of a client that nobody has checked yet',
  module: moduleKey,
  action: 'edit',
  params: documentParams,
  body: z.object({ reason: Reason }),
  output: KycDocument,
})

/** A side as an attachment that no browser takes for a page. Each look is audited. */
export const readKycSide = defineEndpoint({
  method: 'GET',
  path: '/clients/:clientId/kyc/documents/:documentId/sides/:side',
  about,
  summary: 'Look at a side of a document',
  module: moduleKey,
  action: 'view',
  params: documentParams.extend({ side: z.enum(kycSides) }),
  output: z.unknown(),
})

/** A POST, because numbers don't belong into an address. 422 `kyc.noZone` where the text is none. */
export const compareMachineZone = defineEndpoint({
  method: 'POST',
  path: '/clients/:clientId/kyc/zone',
  changes: [],
  summary: 'The lines that machines read on a document, held against what is known of the client',
  module: moduleKey,
  action: 'edit',
  params: clientParams,
  body: z.object({ text: ZoneText.min(1) }),
  output: ZoneComparison.extend({
    /** What the form can be filled with. */
    identityNumber: z.string().nullable(),
    validUntil: BusinessDate.nullable(),
    permanent: z.boolean(),
  }),
})
