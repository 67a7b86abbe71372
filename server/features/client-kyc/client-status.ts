import { type Kysely, sql } from 'kysely'
import type { KycSubject } from '#contract/client-kyc.ts'
import type { AddressState, DB, VerificationState } from '#db/types.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { addressLineSql } from './kyc.queries.ts'

/** What is known of the client of a document; nobody else's to change until the transaction ends. */
export const lockKycClient = async (tx: Kysely<DB>, clientId: string) => {
  const client = await tx
    .selectFrom('client')
    .where('id', '=', clientId)
    .select([
      'cvl',
      'kind',
      'country',
      'identityKind',
      'identityNumber',
      'dniValidUntil',
      'dniPermanent',
      'kycStatus',
      'addressStatus',
      addressLineSql.as('address'),
      'mergedIntoId',
    ])
    .forUpdate()
    .executeTakeFirstOrThrow()
  // Nothing new is written on a record that was merged with another one meanwhile.
  if (client.mergedIntoId !== null) throw buildRefusal('notFound')
  return client
}

type KycClientValues = {
  kycStatus?: VerificationState
  addressStatus?: AddressState
  dniValidUntil?: string | null
  dniPermanent?: boolean
}

/** Writes onto the client what follows from a document, and onto the row that lists read. */
export const updateKycClient = async (tx: Kysely<DB>, clientId: string, values: KycClientValues): Promise<void> => {
  await tx
    .updateTable('client')
    .set({ ...values, version: sql`version + 1` })
    .where('id', '=', clientId)
    .execute()
  await sql`select refresh_client_list(array[${clientId}]::bigint[])`.execute(tx)
}

/** The status of the client once a document waits. */
export const buildWaitingStatus = (subject: KycSubject, isChecked: boolean): KycClientValues =>
  subject === 'identity' ? { kycStatus: isChecked ? 'verified' : 'pending' } : { addressStatus: 'pending' }

/** The status once a document is rejected: an approved version still holds, one of another address doesn't. */
export const buildRejectedStatus = (
  document: { subject: KycSubject; statusBefore: string; seenAddress: string | null },
  address: string | null,
): KycClientValues => {
  const wasApproved = document.statusBefore === 'approved'
  if (document.subject === 'identity') return { kycStatus: wasApproved ? 'approved' : 'rejected' }
  return { addressStatus: wasApproved && address === document.seenAddress ? 'approved' : 'rejected' }
}
