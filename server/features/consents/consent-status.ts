import { type Kysely, sql } from 'kysely'
import type { ConsentPurpose, ConsentState } from '#contract/consents/purposes.ts'
import type { DB } from '#db/types.ts'

type ConsentStateRow = { state: ConsentState }

export const isOpenConsent = ({ state }: ConsentStateRow): boolean => state === 'sent' || state === 'viewed'

/**
 * What a purpose stands at, of its rows, the newest first: the last answer, until another one is given. Sending anew changes nothing of a signature, a
 * refusal or a withdrawal.
 */
export const findEffectiveConsent = <R extends ConsentStateRow>(rows: readonly R[]): R | undefined => {
  const answered = rows.find((row) => !isOpenConsent(row))
  if (answered && answered.state !== 'superseded') return answered
  return rows.find(isOpenConsent) ?? answered
}

/** Consents of a client whose row is locked, the newest first. A signature from before the firm kept these records gets its row. */
export const lockConsents = async (tx: Kysely<DB>, clientId: string) => {
  const { lopdStatus } = await tx
    .selectFrom('client')
    .where('id', '=', clientId)
    .select('lopdStatus')
    .forUpdate()
    .executeTakeFirstOrThrow()
  const find = () =>
    tx
      .selectFrom('consent')
      .where('clientId', '=', clientId)
      .select(['id', 'purpose', 'state', 'linkId', 'versionId'])
      .orderBy('id', 'desc')
      .execute()
  const rows = await find()
  const isKnown = rows.some(({ purpose }) => purpose === 'information')
  if (isKnown || !['signed', 'refused', 'withdrawn', 'superseded'].includes(lopdStatus)) return rows
  const at = sql<string>`now()`
  await tx
    .insertInto('consent')
    .values({
      clientId,
      purpose: 'information',
      state: lopdStatus as ConsentState,
      ...(lopdStatus === 'withdrawn' && { withdrawnAt: at }),
      ...(lopdStatus === 'superseded' && { supersededAt: at }),
    })
    .execute()
  return find()
}

/** Writes what the first purpose stands at onto the client, where the verdict reads it, and what all stand at onto the row of the list. */
export const refreshLopdStatus = async (tx: Kysely<DB>, clientId: string): Promise<void> => {
  const purpose: ConsentPurpose = 'information'
  const rows = await tx
    .selectFrom('consent')
    .where('clientId', '=', clientId)
    .where('purpose', '=', purpose)
    .select('state')
    .orderBy('id', 'desc')
    .execute()
  const lopdStatus = findEffectiveConsent(rows)?.state ?? 'not_sent'
  await tx
    .updateTable('client')
    .set({ lopdStatus })
    .where('id', '=', clientId)
    .where('lopdStatus', '<>', lopdStatus)
    .execute()
  await sql`select refresh_client_list(array[${clientId}]::bigint[])`.execute(tx)
}
