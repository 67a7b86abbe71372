import type { ImportKind } from '#contract/imports/fields.ts'

/** Kinds whose rows are records of their own. Rows of the others are about accounts that are there. */
export const recordKinds: readonly ImportKind[] = [
  'clients',
  'accounts',
  'positions',
  'relations',
  'contacts',
  'calls',
  'meetings',
]

/** Kinds whose rows may be somebody who is there, so that their maker decides. */
export const decidedKinds: readonly ImportKind[] = ['clients', 'contacts']

/** Kinds whose rows may be about contacts. */
export const contactKinds: readonly ImportKind[] = ['contacts', 'calls', 'meetings']
