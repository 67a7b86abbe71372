import type { ImportKind } from '#contract/imports/fields.ts'

/** Kinds whose rows are records of their own: clients, accounts, positions, relations. Rows of the others are about accounts that are there. */
export const recordKinds: readonly ImportKind[] = ['clients', 'accounts', 'positions', 'relations']
