/** What another client is to this one. */
export const relationKinds = [
  'spouse',
  'partner',
  'parent',
  'child',
  'sibling',
  'relative',
  'employer',
  'employee',
  'shareholder',
  'shareholding',
  'business',
] as const
export type RelationKind = (typeof relationKinds)[number]

/** What this client is to the other one; the rest are the same from both sides. */
const inverseKinds: Partial<Record<RelationKind, RelationKind>> = {
  parent: 'child',
  child: 'parent',
  employer: 'employee',
  employee: 'employer',
  shareholder: 'shareholding',
  shareholding: 'shareholder',
}
export const invertRelation = (kind: RelationKind): RelationKind => inverseKinds[kind] ?? kind

/** Kinds that are kept; of the others the inverse is. */
const storedKinds = [
  'spouse',
  'partner',
  'parent',
  'sibling',
  'relative',
  'employer',
  'shareholder',
  'business',
] as const
export type StoredRelationKind = (typeof storedKinds)[number]
export const isStoredKind = (kind: RelationKind): kind is StoredRelationKind =>
  (storedKinds as readonly string[]).includes(kind)

/** Those of which a client has one at a time. */
export const coupleKinds = ['spouse', 'partner'] as const satisfies readonly StoredRelationKind[]

/** Who makes up a household with the client. */
export const householdKinds: readonly RelationKind[] = ['spouse', 'partner', 'parent', 'child']
