import { type Kysely, sql } from 'kysely'
import type { FirmAccount } from '#contract/settings/payments.ts'
import type { DB } from '#db/types.ts'
import type { ApprovalTask } from '#server/core/approval-task.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { findFirmAccount, firmAccountKey } from '#server/domain/firm-account.ts'
import { buildGuardedSettingTask } from '#server/domain/guarded-setting.ts'
import { maskAccountNumber } from '#server/domain/mask-identifiers.ts'

export type FirmAccountChange = { before: FirmAccount | null; after: FirmAccount }

/** Enough of it to be told apart in the audit. */
export const maskFirmAccount = ({ name, bic, number, taxId, suffix }: FirmAccount) => ({
  name,
  bic,
  number: maskAccountNumber(number),
  taxId: taxId && maskAccountNumber(taxId),
  suffix,
})

const isSameFirmAccount = (one: FirmAccount | null, other: FirmAccount | null): boolean =>
  one === other ||
  (['name', 'number', 'bic', 'taxId', 'suffix'] as const).every((field) => one?.[field] === other?.[field])

/** Whether the account is what somebody saw, and nobody else's to change until the transaction ends. */
export const lockFirmAccount = async (tx: Kysely<DB>, seen: FirmAccount | null): Promise<boolean> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || ${firmAccountKey}, 0))`.execute(tx)
  return isSameFirmAccount(await findFirmAccount(tx), seen)
}

/** Where payments leave from. What was approved keeps the account that it was approved with. */
export const firmAccountTask: ApprovalTask<'firmAccount', FirmAccountChange> = buildGuardedSettingTask({
  name: 'firmAccount',
  part: 'payments',
  module: 'bt_Remesas',
  notification: 'firmAccount.changed',
  apply: async (tx, _, { before, after }) => {
    if (!(await lockFirmAccount(tx, before))) throw buildRefusal('approval.changedSince')
    const value = JSON.stringify(after)
    await tx
      .insertInto('setting')
      .values({ key: firmAccountKey, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, changedAt: sql`now()` }))
      .execute()
    return {
      audited: {
        action: 'firmAccount.set',
        entity: 'settings',
        ...(before && { before: maskFirmAccount(before) }),
        after: maskFirmAccount(after),
      },
      params: { account: maskAccountNumber(after.number) },
    }
  },
})
