import { z } from 'zod'
import { endpoint } from './core/endpoint.ts'
import { list } from './core/list.ts'
import { BusinessDate, Cvl, Id, Instant, Money, Rate } from './core/values.ts'

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
export const clientKinds = ['person', 'company'] as const
/** The tabs of a client's accounts; drafts stand under pending. */
export const accountTabs = ['active', 'pending', 'canceled', 'expired'] as const
export const accountStates = ['draft', 'pending', 'active', 'expired', 'canceled'] as const
export const productFamilies = ['smart', 'fixed_term', 'alliance', 'insurance', 'ticket_restaurant', 'current'] as const
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
/** Tabs of the client list: mine, my zone, those of one person; without it, all that I may see. */
export const clientViews = ['mine', 'zone', 'of'] as const
/** As what somebody is meant: by one link, or with everybody under them, by the current manager. */
export const clientsAs = ['manager', 'partner', 'advisor', 'banker', 'team'] as const

const Country = z.string().regex(/^[A-Z]{2}$/)
const fragment = z.string().trim().min(1).max(80)

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
  registeredOn: BusinessDate,
  activeAccounts: z.number().int(),
  /** Principal in active accounts, counted under the primary holder. */
  capital: Money,
  /** All that stands in the accounts, capitalised interest included. */
  balance: Money,
})
export type ClientRow = z.infer<typeof ClientRow>

export const listClients = list({
  path: '/clients',
  summary: 'Clients that I may see',
  module: 'bt_Clientes',
  row: ClientRow,
  exported: [
    'cvl',
    'fullName',
    'kind',
    'identityNumber',
    'email',
    'phone',
    'country',
    'city',
    'zoneName',
    'managerName',
    'kycStatus',
    'addressStatus',
    'dniStatus',
    'dniValidUntil',
    'registeredOn',
    'activeAccounts',
    'capital',
    'balance',
  ],
  filters: {
    /** Name, identity, phone, e-mail, CVL or bank account, any part of each word; accents and case don't matter. */
    search: fragment.optional(),
    view: z.enum(clientViews).optional(),
    /** The employee whose clients are meant, with view=of. */
    person: Id.optional(),
    /** As what they are meant, with view=of; by any link unless said. */
    as: z.enum(clientsAs).optional(),
    name: fragment.optional(),
    email: fragment.optional(),
    cvl: fragment.optional(),
    phone: fragment.optional(),
    country: Country.optional(),
    manager: Id.optional(),
    kyc: z.enum(verificationStates).optional(),
    address: z.enum(addressStates).optional(),
    accountStatus: z.enum(accountTabs).optional(),
    smartContributions: z.stringbool().optional(),
    strategicAlliances: z.stringbool().optional(),
    smartMovements: z.stringbool().optional(),
    dniExpiresBefore: BusinessDate.optional(),
    joint: z.stringbool().optional(),
    companies: z.stringbool().optional(),
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
export const searchClients = endpoint({
  method: 'GET',
  path: '/clients/search',
  summary: 'Find clients by a part of name, identity, phone, e-mail, CVL or bank account',
  module: 'bt_Clientes',
  action: 'view',
  query: z.object({ q: fragment }),
  output: z.object({
    clients: z.array(z.object({ id: Id, cvl: Cvl, fullName: z.string(), managerName: z.string().nullable() })),
  }),
})

/** What the filters of the list offer: only people and countries inside the caller's scope. */
export const clientFilterOptions = endpoint({
  method: 'GET',
  path: '/clients/filter-options',
  summary: 'Managers and countries among the clients that I may see',
  module: 'bt_Clientes',
  action: 'view',
  /** Somebody whose clients are shown already: their name is told too. */
  query: z.object({ person: Id.optional() }),
  output: z.object({
    managers: z.array(z.object({ id: Id, name: z.string(), cvl: Cvl })),
    countries: z.array(Country),
    personName: z.string().nullable(),
    /** Tabs the caller has: mine needs to be staff, zone needs scope zone or all. */
    views: z.array(z.enum(clientViews)),
  }),
})

export const Account = z.object({
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
  /** This client's part in it. */
  holderRole: z.enum(['primary', 'holder', 'authorised']),
  holders: z.array(
    z.object({
      /** Null for a holder outside the caller's scope: the name only. */
      id: Id.nullable(),
      /** 'Nombre Apellidos'. */
      name: z.string(),
      role: z.enum(['primary', 'holder', 'authorised']),
      share: z.string().nullable(),
    }),
  ),
})
export type Account = z.infer<typeof Account>

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
  street: z.string().nullable(),
  postalCode: z.string().nullable(),
  city: z.string().nullable(),
  province: z.string().nullable(),
  zoneName: z.string(),
  managerName: z.string().nullable(),
  channel: z.enum(['direct', 'partner', 'alliance']),
  kycStatus: z.enum(verificationStates),
  addressStatus: z.enum(addressStates),
  formStatus: z.enum(['missing', 'draft', 'complete']),
  formOn: BusinessDate.nullable(),
  lopdStatus: z.enum(['not_sent', 'sent', 'viewed', 'signed', 'withdrawn', 'superseded']),
  blockKind: z.enum(['commercial', 'documents', 'legal']).nullable(),
  /** Null for a legal block unless the caller may approve. */
  blockReason: z.string().nullable(),
  blockedAt: Instant.nullable(),
  bankAccounts: z.array(z.string()),
  staff: z.array(
    z.object({
      role: z.enum(['manager', 'partner', 'advisor', 'banker']),
      name: z.string(),
      cvl: Cvl,
      since: BusinessDate,
    }),
  ),
  capital: Money,
  balance: Money,
  accounts: z.array(Account),
  externalPositions: z.array(
    z.object({
      id: Id,
      kind: z.enum(['loan', 'card', 'deposit', 'fund', 'pension', 'other']),
      institution: z.string(),
      description: z.string(),
      amount: Money.nullable(),
      since: BusinessDate.nullable(),
      status: z.string().nullable(),
    }),
  ),
})
export type ClientDetail = z.infer<typeof ClientDetail>

export const getClient = endpoint({
  method: 'GET',
  path: '/clients/:clientId',
  summary: 'One client with accounts, staff and positions elsewhere',
  module: 'bt_Clientes',
  action: 'view',
  params: z.object({ clientId: Id }),
  output: ClientDetail,
})

export const AccountDetail = Account.extend({
  clientId: Id,
  clientName: z.string(),
  zoneName: z.string(),
  officeName: z.string(),
  payable: Money,
  scheduledPayments: z.array(
    z.object({ id: Id, amount: Money, purpose: z.string(), counterpartyBank: z.string(), counterparty: z.string() }),
  ),
})

export const getAccount = endpoint({
  method: 'GET',
  path: '/clients/:clientId/accounts/:accountId',
  summary: 'One account of a client',
  module: 'bt_Clientes',
  action: 'view',
  params: z.object({ clientId: Id, accountId: Id }),
  output: AccountDetail,
})

const perMillionth = z.string().regex(/^-?\d+\.\d{8}$/)

/** How the interest of an account came to be: every stretch in which its capital stayed as it was. */
export const AccountInterest = z.object({
  /** Up to this day, which doesn't count itself. */
  asOf: BusinessDate,
  dayCount: z.enum(['ACT/365F', 'ACT/360', '30E/360', 'ACT/ACT ISDA']),
  payout: z.enum(['monthly', 'quarterly', 'half_yearly', 'yearly', 'at_maturity']),
  /** False for what never earns: accounts that came from another bank. */
  accrues: z.boolean(),
  rate: Rate,
  bonusRate: Rate,
  lines: z.array(
    z.object({
      from: BusinessDate,
      /** The first day that the line doesn't cover. */
      to: BusinessDate,
      /** As the day count counts them. */
      days: z.number().int(),
      capital: Money,
      /** Exact, unrounded: rounding comes with posting. */
      interest: perMillionth,
      bonus: perMillionth,
    }),
  ),
  /** Of all lines, to the cent. */
  earned: Money,
  /** Interest and bonus in the books up to the day. */
  posted: Money,
  /** Earned and not posted. */
  accrued: Money,
  /** posted + accrued. */
  toDate: Money,
  /** When interest is paid next; null where it never is any more. */
  nextPayoutOn: BusinessDate.nullable(),
})
export type AccountInterest = z.infer<typeof AccountInterest>

/** Of today unless a day is given: one that is past shows what was earned by then, one to come what will be if nothing moves. */
export const getAccountInterest = endpoint({
  method: 'GET',
  path: '/clients/:clientId/accounts/:accountId/interest',
  summary: 'The interest of an account up to a day, explained line by line',
  module: 'bt_Clientes',
  action: 'view',
  params: z.object({ clientId: Id, accountId: Id }),
  query: z.object({ asOf: BusinessDate.optional() }),
  output: AccountInterest,
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
})
export type MovementRow = z.infer<typeof MovementRow>

export const listMovements = list({
  path: '/clients/:clientId/accounts/:accountId/movements',
  summary: 'Movements of an account with their running balance',
  module: 'bt_Clientes',
  params: z.object({ clientId: Id, accountId: Id }),
  row: MovementRow,
  exported: ['bookingDate', 'valueDate', 'kind', 'description', 'amount', 'balanceAfter'],
  filters: {
    kind: z.enum(movementKinds).optional(),
    from: BusinessDate.optional(),
    to: BusinessDate.optional(),
  },
  sortable: ['bookingDate'],
  defaultSort: { sort: 'bookingDate', direction: 'desc' },
  totals: z.object({ moneyIn: Money, moneyOut: Money }),
})
