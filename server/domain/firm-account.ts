import type { Kysely } from 'kysely'
import type { FirmAccount } from '#contract/settings/payments.ts'
import type { DB } from '#db/types.ts'
import { readStoredJson } from '#server/core/stored-json.ts'

export const firmAccountKey = 'payments.account'

/** Where the firm pays from, as it is named in the file for its bank; null where none is set. */
export const findFirmAccount = async (db: Kysely<DB>): Promise<FirmAccount | null> => {
  const row = await db.selectFrom('setting').select('value').where('key', '=', firmAccountKey).executeTakeFirst()
  const account = readStoredJson<Partial<FirmAccount> | undefined>(row?.value)
  // What was set before the firm's number was asked for has none.
  return account ? ({ taxId: null, suffix: null, ...account } as FirmAccount) : null
}
