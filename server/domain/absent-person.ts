import type { Kysely } from 'kysely'
import type { Idioma, Prefix } from '#contract/core/values.ts'
import type { DB } from '#db/types.ts'
import type { SessionUser } from '#server/core/session.ts'
import { buildSubjectRights, findRightsSubject } from './rights-subjects.ts'

/** As the registry knows them. */
export type KnownUser = {
  userId: string
  email: string
  username: string
  fullName: string
  idioma: Idioma
  cvl: string | null
}

/**
 * Somebody who is not signed in as whoever looks, with the rights of that day: for what the product writes to them. There is no session that they could
 * do anything in. Null: they don't work here any more.
 */
export const findAbsentPerson = async (
  db: Kysely<DB>,
  user: KnownUser,
  { prefix, businessDate }: { prefix: Prefix; businessDate: string },
): Promise<SessionUser | null> => {
  const subject = await findRightsSubject(db, { userId: user.userId }, businessDate)
  if (!subject) return null
  const rights = buildSubjectRights(subject)
  const { employeeId, zoneId, role } = subject
  const { cvl, fullName } = user
  return {
    ...user,
    sessionId: '',
    role,
    prefix,
    prefixes: [prefix],
    employeeId,
    actingCvl: null,
    viewedUserId: null,
    membership: { cvl, employeeId, fullName, zoneId, zoneName: null },
    rights,
    ownRights: rights,
    expiresAt: '',
    activeAt: '',
    secondFactorAt: null,
    states: [],
    maintenance: null,
  }
}
