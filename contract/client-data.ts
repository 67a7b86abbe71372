import { z } from 'zod'
import { ProposalResult, Reason } from './approvals.ts'
import { identityKinds } from './client-data/identity-kinds.ts'
import { clientChannels, clientKinds, verificationStates } from './clients.ts'
import { countryCodes } from './core/countries.ts'
import { defineEndpoint } from './core/endpoint.ts'
import { BusinessDate, Cvl, EmailAddress, Id, Idioma, Instant, PhoneNumber, SingleLineText } from './core/values.ts'
import { staffRoles, streetTypes } from './staff.ts'

/** Where the money that a client brings comes from. */
export const fundsSources = [
  'salary',
  'business',
  'savings',
  'pension',
  'inheritance',
  'property_sale',
  'investments',
  'other',
] as const
/** Who acts for a client: for a company, and for a minor. Who owns more than a quarter of a company, and whom one calls there. */
export const clientPersonRoles = ['representative', 'owner', 'guardian', 'contact_person'] as const
export type ClientPersonRole = (typeof clientPersonRoles)[number]
/** Whether a representative signs alone. */
export const signingPowers = ['sole', 'joint'] as const
export const guardianships = ['parent', 'guardian'] as const
/** By what somebody else may be the same client. */
export const duplicateCriteria = ['identity', 'email', 'phone'] as const
/** So many representatives, owners and guardians one client has at most. */
export const maxClientPeople = 30
/** Owners of so much of a company, in per cent, and less need not be known. */
export const minOwnerShare = 25
/** Names of the levels of risk, from 1 to 5. */
export const riskLevelNames = ['low', 'mediumLow', 'medium', 'mediumHigh', 'high'] as const
/** Who is younger has a guardian who signs. */
export const ageOfMajority = 18

const moduleKey = 'bt_Clientes'
const clientParams = z.object({ clientId: Id })
const nullableText = (maxLength: number) => SingleLineText(1, maxLength).nullable()
const KnownCountry = z.string().refine((code) => countryCodes.includes(code))
/** Per cent of a company with two decimals at most, '33.33'. */
const OwnedShare = z.string().regex(/^(?:100(?:\.0{1,2})?|[1-9]?\d(?:\.\d{1,2})?)$/)

const personFields = {
  name: SingleLineText(1, 120),
  surname: SingleLineText(0, 160),
  identityKind: z.enum(identityKinds).nullable(),
  identityNumber: nullableText(40),
  country: KnownCountry.nullable(),
}
export const ClientPerson = z.object({
  /** Of one who is there already; none for somebody new. */
  id: Id.optional(),
  role: z.enum(clientPersonRoles),
  ...personFields,
  /** Of a representative. */
  powers: z.enum(signingPowers).nullable(),
  /** Of a guardian. */
  guardianship: z.enum(guardianships).nullable(),
  /** Of an owner. */
  share: OwnedShare.nullable(),
  /** Of a contact: what they do at the company, and how they are reached. */
  position: nullableText(120).default(null),
  phone: PhoneNumber.nullable().default(null),
  email: EmailAddress.nullable().default(null),
  validFrom: BusinessDate.nullable(),
  /** The last day. */
  validTo: BusinessDate.nullable(),
})
export type ClientPerson = z.infer<typeof ClientPerson>

/** By what the client is known: once there is one, a second person confirms another. */
const identityFields = {
  identityKind: z.enum(identityKinds).nullable(),
  identityNumber: nullableText(40),
  dniValidUntil: BusinessDate.nullable(),
  dniPermanent: z.boolean(),
}
const addressFields = {
  streetType: z.enum(streetTypes).nullable(),
  street: nullableText(200),
  streetNumber: nullableText(20),
  floor: nullableText(20),
  door: nullableText(20),
  postalCode: nullableText(20),
  city: nullableText(120),
  /** Of Spain, the one of the postal code where it isn't said. */
  province: nullableText(120),
}
const plainFields = {
  nationality: KnownCountry.nullable(),
  /** Of a company: when it was founded. */
  birthDate: BusinessDate.nullable(),
  phone: PhoneNumber.nullable(),
  idioma: Idioma,
  channel: z.enum(clientChannels),
  /** Where the client is taxed; null = where they live. */
  taxResidence: KnownCountry.nullable(),
  /** 1 (low) to 5. */
  riskLevel: z.number().int().min(1).max(5),
  pep: z.boolean(),
  fundsSource: z.enum(fundsSources).nullable(),
  nextReviewOn: BusinessDate.nullable(),
}
const nameFields = {
  name: SingleLineText(1, 200),
  surname: SingleLineText(0, 200),
  /** Where they live. */
  country: KnownCountry,
}
/** Consents are sent to it: once there is one, a second person confirms another. */
const emailField = { email: EmailAddress.nullable() }
const People = z.array(z.strictObject(ClientPerson.shape)).max(maxClientPeople)

/** All that may be said of a client besides who they are; what isn't sent is not known, or stays as it is. */
const optionalFields = {
  ...z.object({ ...plainFields, ...identityFields, ...emailField }).partial().shape,
  address: z.strictObject(addressFields).partial().optional(),
  /** All of them: who isn't named is no longer one. */
  people: People.optional(),
}

export const ClientDuplicate = z.object({
  id: Id,
  cvl: Cvl,
  /** 'Apellidos, Nombre'. */
  fullName: z.string(),
  managerName: z.string().nullable(),
  by: z.array(z.enum(duplicateCriteria)),
})
export type ClientDuplicate = z.infer<typeof ClientDuplicate>

/**
 * Who may be the same client. Of those outside the caller's scope it says only that there is one, and by which sign. Limited and audited, because
 * each answer tells something; a POST, because numbers don't belong into an address.
 */
export const findClientDuplicates = defineEndpoint({
  method: 'POST',
  path: '/clients/duplicates',
  changes: ['audit'],
  summary: 'Clients with the same identity number, or with the same e-mail or phone and a like name',
  module: moduleKey,
  action: 'create',
  body: z.object({
    name: SingleLineText(0, 200),
    surname: SingleLineText(0, 200),
    identityKind: z.enum(identityKinds).nullable(),
    identityNumber: nullableText(40),
    email: EmailAddress.nullable(),
    phone: PhoneNumber.nullable(),
  }),
  output: z.object({
    matches: z.array(ClientDuplicate),
    /** By what there is somebody whom the caller doesn't see. */
    outside: z.array(z.enum(duplicateCriteria)),
  }),
})

/** People who can be given clients, for each role the same as in a handover. */
export const getClientFormOptions = defineEndpoint({
  method: 'GET',
  path: '/clients/form-options',
  about: ['access', 'reference', 'staff'],
  summary: 'Staff to whom a new client can be given',
  module: moduleKey,
  action: 'create',
  output: z.object({
    staff: z.array(
      z.object({ id: Id, name: z.string(), cvl: Cvl, zoneName: z.string(), roles: z.array(z.enum(staffRoles)) }),
    ),
    /** The caller, where clients can be given to them. */
    me: Id.nullable(),
  }),
})

/** What the form of a client begins with. */
export const ClientData = z.object({
  id: Id,
  cvl: Cvl,
  kind: z.enum(clientKinds),
  /** Of the record: a change is made on the one that was seen. */
  version: z.number().int(),
  ...nameFields,
  ...plainFields,
  ...identityFields,
  ...emailField,
  address: z.object(addressFields),
  people: z.array(ClientPerson.required({ id: true })),
  /** Once it is approved, another name or birth date waits for a second person. */
  kycStatus: z.enum(verificationStates),
  /** A change of identity or e-mail that waits for a second person. */
  waiting: z
    .object({
      approvalId: Id,
      makerName: z.string().nullable(),
      madeAt: Instant,
      fields: z.array(z.enum(['identity', 'email', 'status'])),
    })
    .nullable(),
})
export type ClientData = z.infer<typeof ClientData>

export const getClientData = defineEndpoint({
  method: 'GET',
  path: '/clients/:clientId/data',
  summary: 'All data of a client, to be changed',
  module: moduleKey,
  action: 'edit',
  params: clientParams,
  output: ClientData,
})

/**
 * 409 `client.duplicate` where the identity number is taken; `client.similar` where somebody like them is there, unless it says that they are
 * others. Of a contact one client is made and no other: sent again, it answers the same.
 */
export const createClient = defineEndpoint({
  method: 'POST',
  path: '/clients',
  changes: ['audit', 'clients', 'contacts', 'recordPanels'],
  summary: 'A new client, with a new CVL',
  module: moduleKey,
  action: 'create',
  body: z.object({
    kind: z.enum(clientKinds),
    ...nameFields,
    ...optionalFields,
    managerId: Id,
    partnerId: Id.nullable().optional(),
    advisorId: Id.nullable().optional(),
    bankerId: Id.nullable().optional(),
    /** The caller has seen who is like them, and says that it is somebody else. */
    isSomebodyElse: z.boolean().optional(),
    /** The contact who becomes this client; needs the right to change it. 409 `contact.lopdMissing` without their signed consent. */
    contactId: Id.optional(),
  }),
  output: z.object({ id: Id, cvl: Cvl }),
})

/**
 * Only what is sent changes. Another identity or e-mail than the one there is, another residence, what lifts a check (risk, exposure, age), and
 * once the identity is approved, another name or birth date wait for a second person.
 */
export const changeClient = defineEndpoint({
  method: 'PATCH',
  path: '/clients/:clientId',
  changes: ['approvals', 'audit', 'clients'],
  summary: 'Change the data of a client',
  module: moduleKey,
  action: 'edit',
  params: clientParams,
  body: z.object({
    version: z.number().int(),
    ...z.object(nameFields).partial().shape,
    ...optionalFields,
    /** Required where something waits for a second person, who reads it. */
    reason: Reason.optional(),
  }),
  /** `proposal` = what became of that; null where nothing needed one. */
  output: z.object({ version: z.number().int(), proposal: ProposalResult.nullable() }),
})

/** That the firm takes a politically exposed person is agreed to by somebody else. 409 `client.notExposed` where there is nothing to agree to. */
export const proposePepApproval = defineEndpoint({
  method: 'POST',
  path: '/clients/:clientId/pep-approval',
  changes: ['approvals', 'audit', 'clients'],
  summary: 'Ask a second person to agree to a politically exposed client',
  module: moduleKey,
  action: 'edit',
  params: clientParams,
  body: z.object({ reason: Reason }),
  output: ProposalResult,
})
