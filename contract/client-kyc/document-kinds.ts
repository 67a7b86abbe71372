import type { IdentityKind } from '../client-data/identity-kinds.ts'

/** Documents that are uploaded to know a client by: of people, and of companies their tax card or deed. */
export const kycIdentityKinds = [
  'dni',
  'nie',
  'passport',
  'cc',
  'ine',
  'cif',
  'nipc',
  'rfc',
] as const satisfies readonly IdentityKind[]
export type KycIdentityKind = (typeof kycIdentityKinds)[number]

export const kycSides = ['front', 'back'] as const

type KindFacts = {
  of: 'person' | 'company'
  /** Both sides are looked at. */
  hasBack: boolean
  /** Who issues it; null: any country. */
  country: 'ES' | 'PT' | 'MX' | null
  /** Some have no last day. */
  mayBePermanent: boolean
}

const factsByKind: Record<KycIdentityKind, KindFacts> = {
  dni: { of: 'person', hasBack: true, country: 'ES', mayBePermanent: true },
  nie: { of: 'person', hasBack: true, country: 'ES', mayBePermanent: false },
  passport: { of: 'person', hasBack: false, country: null, mayBePermanent: false },
  cc: { of: 'person', hasBack: true, country: 'PT', mayBePermanent: true },
  ine: { of: 'person', hasBack: true, country: 'MX', mayBePermanent: false },
  cif: { of: 'company', hasBack: false, country: 'ES', mayBePermanent: true },
  nipc: { of: 'company', hasBack: false, country: 'PT', mayBePermanent: true },
  rfc: { of: 'company', hasBack: false, country: 'MX', mayBePermanent: true },
}

export const getKycKindFacts = (kind: KycIdentityKind): KindFacts => factsByKind[kind]

/** What a client may show, the documents of their own country first. */
export const listKycIdentityKinds = (country: string, of: 'person' | 'company'): KycIdentityKind[] => {
  const own = kycIdentityKinds.filter((kind) => factsByKind[kind].of === of)
  return [
    ...own.filter((kind) => factsByKind[kind].country === country),
    ...own.filter((kind) => factsByKind[kind].country !== country),
  ]
}
