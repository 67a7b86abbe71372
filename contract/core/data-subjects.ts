import type { ModuleKey } from '../permissions.ts'

/**
 * What answers are about and what writes change, in words of the business. `ledger`: journals, balances, totals and months. `bankEntries`: statements of
 * the bank and their lines. `jobs`: posting runs and jobs. `personal`: one's own sessions, factors and record. `reference`: zones, offices, companies, reasons.
 */
export const dataSubjects = [
  'access',
  'accounts',
  'approvals',
  'audit',
  'bankAccounts',
  'bankEntries',
  'cancellations',
  'clientDocuments',
  'clients',
  'contacts',
  'contributions',
  'externalPositions',
  'handovers',
  'imports',
  'jobs',
  'ledger',
  'listViews',
  'maturities',
  'notices',
  'notifications',
  'openings',
  'paymentBatches',
  'payments',
  'personal',
  'presentations',
  'products',
  'recordPanels',
  'reference',
  'settings',
  'staff',
  'tags',
  'withholding',
] as const
export type DataSubject = (typeof dataSubjects)[number]

/** Of whom and of what nearly every page of the business shows something. */
export const accountSubjects = ['clients', 'accounts', 'ledger', 'products', 'staff'] as const

/** On what a payment waits, and how it leaves. */
export const paymentSubjects = [
  'bankAccounts',
  'bankEntries',
  'contributions',
  'paymentBatches',
  'payments',
  'settings',
] as const

/**
 * What the answers of a module are about, where an endpoint doesn't name it itself. A change that waits for a second person isn't named: whatever proposes
 * it changes the subject that it is about as well. A module that isn't here is about everything.
 */
export type ModuleSubjects = Readonly<Partial<Record<ModuleKey, readonly DataSubject[]>>>
