/** Documents by which people and companies are known. */
export const identityKinds = [
  'dni',
  'nie',
  'passport',
  'cc',
  'ine',
  'nif',
  'cif',
  'nipc',
  'rfc',
  'curp',
  'other',
] as const
export type IdentityKind = (typeof identityKinds)[number]

const kindsByCountry: Record<'ES' | 'PT' | 'MX', Record<'person' | 'company', readonly IdentityKind[]>> = {
  ES: { person: ['dni', 'nie', 'passport', 'other'], company: ['cif', 'other'] },
  PT: { person: ['nif', 'cc', 'passport', 'other'], company: ['nipc', 'other'] },
  MX: { person: ['curp', 'rfc', 'ine', 'passport', 'other'], company: ['rfc', 'other'] },
}

/** The documents by which a person or a company is known where the firm works, the usual one first. */
export const listIdentityKinds = (country: 'ES' | 'PT' | 'MX', kind: 'person' | 'company'): readonly IdentityKind[] =>
  kindsByCountry[country][kind]
