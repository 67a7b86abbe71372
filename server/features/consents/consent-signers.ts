import type { Kysely } from 'kysely'
import type { ConsentSigner } from '#contract/consents/signers.ts'
import type { DB } from '#db/types.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { naturalNameSql } from '#server/core/person-name.ts'
import { isMinor } from '#server/domain/guarded-client-changes.ts'

/**
 * Who can sign for a client on a day: a guardian for a minor, a representative who acts alone for a company, anybody else for themselves. Nobody where
 * whoever could is missing.
 */
export const findConsentSigners = async (
  db: Kysely<DB>,
  clientId: string,
  today: string,
): Promise<readonly ConsentSigner[]> => {
  const client = await db
    .selectFrom('client')
    .where('id', '=', clientId)
    .select(['kind', 'birthDate', naturalNameSql('client').as('name')])
    .executeTakeFirstOrThrow()
  const isCompany = client.kind === 'company'
  if (!isCompany && !isMinor({ ...client, today })) return [{ personId: null, name: client.name, capacity: 'client' }]
  const capacity = isCompany ? 'representative' : 'guardian'
  const people = await db
    .selectFrom('clientPerson as p')
    .where('p.clientId', '=', clientId)
    .where('p.role', '=', capacity)
    .where((eb) => eb.or([eb('p.powers', 'is', null), eb('p.powers', '=', 'sole')]))
    .where((eb) => eb.or([eb('p.validFrom', 'is', null), eb('p.validFrom', '<=', today)]))
    .where((eb) => eb.or([eb('p.validTo', 'is', null), eb('p.validTo', '>=', today)]))
    .select(['p.id', naturalNameSql('p').as('name')])
    .orderBy('p.id')
    .execute()
  return people.map(({ id, name }) => ({ personId: id, name, capacity }))
}

/** The one who was chosen, or the first: of several any one signs alone. `request.invalid` where the chosen one can't. */
export const chooseConsentSigner = (
  signers: readonly ConsentSigner[],
  signerId: string | undefined,
): ConsentSigner | undefined => {
  if (signerId === undefined) return signers[0]
  const chosen = signers.find(({ personId }) => personId === signerId)
  if (!chosen) throw buildRefusal('request.invalid', { fields: { signerId: 'invalid' } })
  return chosen
}

/** Who signs, as it stands with what was sent. */
export const toSignerColumns = ({ personId, name, capacity }: ConsentSigner) => ({
  signerPersonId: personId,
  signerName: name,
  signerCapacity: capacity,
})

type SignedRow = { signerPersonId: string | null; signerCapacity: ConsentSigner['capacity'] | null }

/** Refuses the answer of somebody who can sign no more: their power has ended, or the client is of age by now. */
export const assertSignerStands = (
  signers: readonly ConsentSigner[],
  { signerPersonId, signerCapacity }: SignedRow,
): void => {
  const stands =
    signerCapacity === null ||
    signers.some(({ personId, capacity }) => personId === signerPersonId && capacity === signerCapacity)
  if (!stands) throw buildRefusal('consent.signerChanged')
}
