import { z } from 'zod'
import { operationBlockReasons } from './clients/operation-eligibility.ts'
import { consentStatuses } from './consents/purposes.ts'
import { defineEndpoint } from './core/endpoint.ts'
import { defineList } from './core/list.ts'
import { BusinessDate, Country, Cvl, FilterDay, Id, Money, OneOrMore } from './core/values.ts'

export const verificationStates = [
  'unverified',
  'pending',
  'rejected',
  'verified',
  'approved',
  'failed',
  'indifferent',
  'missing',
] as const
export const addressStates = ['pending', 'approved', 'rejected', 'no_data'] as const
export const dniStates = ['permanent', 'valid', 'about_to_expire', 'expired', 'missing'] as const
/** Of the information form: what was sent waits for the client, what they answered for the manager. */
export const formStates = ['missing', 'draft', 'sent', 'answered', 'complete'] as const
export const clientKinds = ['person', 'company'] as const
/** Why operations are stopped: death freezes the account as legal does. */
export const blockKinds = ['commercial', 'documents', 'legal', 'death'] as const
/** How they came to the firm. */
export const clientChannels = ['direct', 'partner', 'alliance'] as const
/** The tabs of a client's accounts; drafts stand under pending. */
export const accountTabs = ['active', 'pending', 'canceled', 'expired'] as const
export type AccountTab = (typeof accountTabs)[number]
/** Tabs of the client list: mine, my zone, those of one person; without it, all that I may see. */
export const clientViews = ['mine', 'zone', 'of'] as const
/** As what somebody is meant: by one link, or with everybody under them, by the current manager. */
export const clientListRoles = ['manager', 'partner', 'advisor', 'banker', 'team'] as const

const searchFragment = z.string().trim().min(1).max(80)

export const ClientRow = z.object({
  id: Id,
  cvl: Cvl,
  /** 'Apellidos, Nombre', or the name of a company. */
  fullName: z.string(),
  kind: z.enum(clientKinds),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  identityNumber: z.string().nullable(),
  country: Country,
  city: z.string().nullable(),
  zoneName: z.string(),
  managerName: z.string().nullable(),
  kycStatus: z.enum(verificationStates),
  addressStatus: z.enum(addressStates),
  dniStatus: z.enum(dniStates),
  dniValidUntil: BusinessDate.nullable(),
  formStatus: z.enum(formStates),
  formOn: BusinessDate.nullable(),
  registeredOn: BusinessDate,
  /** When the term of an active account is over next, of those counted under the primary holder. */
  nextMaturityOn: BusinessDate.nullable(),
  /** The next thing to do about them, whosever it is: the first follow-up in progress. Null for whoever doesn't see the agenda. */
  nextFollowUpOn: BusinessDate.nullable(),
  nextFollowUp: z.string().nullable(),
  activeAccounts: z.number().int(),
  /** Principal in active accounts, counted under the primary holder. */
  capital: Money,
  /** All that stands in active accounts, capitalised interest included, counted under the primary holder. */
  balance: Money,
  /** Posted and accrued up to the business date, of the active accounts counted under the primary holder; where it is asked for. */
  interestToDate: Money.optional(),
})
export type ClientRow = z.infer<typeof ClientRow>

export const listClients = defineList({
  path: '/clients',
  summary: 'Clients that I may see',
  module: 'bt_Clientes',
  row: ClientRow,
  texts: 'clients',
  columns: {
    cvl: { width: 14 },
    fullName: { width: 36 },
    kind: { words: 'kind', width: 12 },
    identityNumber: { width: 20 },
    email: { width: 34 },
    phone: { kind: 'phone', width: 18 },
    country: { kind: 'country', width: 16 },
    city: {},
    zoneName: { label: 'fields.zone' },
    managerName: { label: 'fields.manager', width: 30 },
    kycStatus: { label: 'fields.kyc', words: 'verification', width: 16 },
    addressStatus: { label: 'fields.addressProof', words: 'addressState', width: 16 },
    dniStatus: { label: 'fields.dni', words: 'dniState', width: 20 },
    dniValidUntil: { kind: 'date' },
    formStatus: { label: 'fields.form', words: 'formState', width: 16 },
    formOn: { kind: 'date' },
    registeredOn: { kind: 'date' },
    nextMaturityOn: { kind: 'date' },
    nextFollowUpOn: { kind: 'date' },
    nextFollowUp: { width: 36 },
    activeAccounts: { kind: 'integer' },
    capital: { kind: 'money' },
    balance: { kind: 'money' },
    interestToDate: { kind: 'money' },
  },
  onRequest: ['interestToDate'],
  filters: {
    /** Name, identity, phone, e-mail, CVL or bank account, any part of each word; accents and case don't matter. */
    search: searchFragment.optional(),
    view: z.enum(clientViews).optional(),
    /** The employee whose clients are meant, with view=of. */
    person: Id.optional(),
    /** As what they are meant, with view=of; by any link unless said. */
    as: z.enum(clientListRoles).optional(),
    name: searchFragment.optional(),
    email: searchFragment.optional(),
    cvl: searchFragment.optional(),
    phone: searchFragment.optional(),
    country: OneOrMore(Country).optional(),
    manager: OneOrMore(Id).optional(),
    kyc: OneOrMore(z.enum(verificationStates)).optional(),
    address: OneOrMore(z.enum(addressStates)).optional(),
    form: OneOrMore(z.enum(formStates)).optional(),
    accountStatus: OneOrMore(z.enum(accountTabs)).optional(),
    smartContributions: z.stringbool().optional(),
    strategicAlliances: z.stringbool().optional(),
    smartMovements: z.stringbool().optional(),
    dniExpiresBefore: FilterDay.optional(),
    joint: z.stringbool().optional(),
    companies: z.stringbool().optional(),
    /** Whether operations are stopped for them, for whatever reason. */
    blocked: z.stringbool().optional(),
    /** Consents by purpose: what the client stands at. */
    lopd: OneOrMore(z.enum(consentStatuses)).optional(),
    marketing: OneOrMore(z.enum(consentStatuses)).optional(),
    transfers: OneOrMore(z.enum(consentStatuses)).optional(),
    /** What stops them, or asks for a second person: any of these reasons of the verdict. */
    stoppedBy: OneOrMore(z.enum(operationBlockReasons)).optional(),
  },
  sortable: [
    'fullName',
    'cvl',
    'country',
    'kycStatus',
    'addressStatus',
    'dniValidUntil',
    'registeredOn',
    'capital',
    'balance',
  ],
  totals: z.object({ capital: Money, balance: Money }),
})

/** The first twenty for the palette: best match first. */
export const searchClients = defineEndpoint({
  method: 'GET',
  path: '/clients/search',
  about: ['access', 'bankAccounts', 'clients', 'staff'],
  summary: 'Find clients by a part of name, identity, phone, e-mail, CVL or bank account, and accounts by their number',
  module: 'bt_Clientes',
  action: 'view',
  query: z.object({ q: searchFragment }),
  output: z.object({
    clients: z.array(z.object({ id: Id, cvl: Cvl, fullName: z.string(), managerName: z.string().nullable() })),
    /** Of which this is the number, with or without its dashes; under the holder by whom I see each. */
    accounts: z.array(
      z.object({ id: Id, number: z.string(), productName: z.string(), clientId: Id, clientName: z.string() }),
    ),
  }),
})

/** What the filters of the list offer: only people and countries inside the caller's scope. */
export const getClientFilterOptions = defineEndpoint({
  method: 'GET',
  path: '/clients/filter-options',
  about: ['clients', 'products', 'reference', 'staff'],
  summary: 'Managers and countries among the clients that I may see',
  module: 'bt_Clientes',
  action: 'view',
  /** A person whose clients are already shown: their name is returned too. */
  query: z.object({ person: Id.optional() }),
  output: z.object({
    managers: z.array(z.object({ id: Id, name: z.string(), cvl: Cvl })),
    countries: z.array(Country),
    personName: z.string().nullable(),
    /** Tabs the caller has: mine needs to be staff, zone needs scope zone or all. */
    views: z.array(z.enum(clientViews)),
  }),
})
