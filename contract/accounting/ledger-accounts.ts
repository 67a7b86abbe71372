import { z } from 'zod'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { Instant, SingleLineText } from '#contract/core/values.ts'
import { LedgerCode } from '#contract/journals.ts'

export const ledgerAccountKinds = ['asset', 'liability', 'income', 'expense'] as const
export type LedgerAccountKind = (typeof ledgerAccountKinds)[number]

const LedgerAccountName = SingleLineText(2, 120)

/** An account that the firm has added to the chart. */
export const LedgerAccount = z.object({
  code: LedgerCode,
  name: z.string(),
  kind: z.enum(ledgerAccountKinds),
  /** Since when no new journal by hand takes it; null: it is in use. */
  retiredAt: Instant.nullable(),
})
export type LedgerAccount = z.infer<typeof LedgerAccount>

export const listAddedLedgerAccounts = defineEndpoint({
  method: 'GET',
  path: '/accounting/ledgers/added',
  about: ['settings'],
  summary: 'The ledger accounts that the firm has added to the chart, retired ones included',
  module: 'bt_Contabilidad',
  action: 'view',
  output: z.object({ accounts: z.array(LedgerAccount) }),
})

/** Code and kind stay for good. `reference.taken` for a code or a name that is there already. */
export const addLedgerAccount = defineEndpoint({
  method: 'POST',
  path: '/accounting/ledgers',
  changes: ['ledger', 'settings'],
  summary: 'Add a ledger account to the chart',
  module: 'bt_Contabilidad',
  action: 'edit',
  body: z.strictObject({ code: LedgerCode, name: LedgerAccountName, kind: z.enum(ledgerAccountKinds) }),
  output: LedgerAccount,
})

const ledgerAccountStateFields = { name: LedgerAccountName, retired: z.boolean() }

/** `conflict.changed` where it isn't what the caller saw, `reference.taken` for a name that is there already. */
export const changeLedgerAccount = defineEndpoint({
  method: 'PATCH',
  path: '/accounting/ledgers/:code',
  changes: ['ledger', 'settings'],
  summary: 'Rename a ledger account that the firm has added, retire it or take it back into use',
  module: 'bt_Contabilidad',
  action: 'edit',
  params: z.object({ code: LedgerCode }),
  body: z.strictObject({
    before: z.strictObject(ledgerAccountStateFields),
    after: z.strictObject(ledgerAccountStateFields),
  }),
  output: LedgerAccount,
})
