import type { Client } from 'pg'
import { DatabaseProblem } from '#db/embedded/problem.ts'
import type { findOutdatedRoles } from './roles.ts'

/** What a run is about to make. */
type RequiredOwnerRights = { roles: Awaited<ReturnType<typeof findOutdatedRoles>>; schemas: boolean }

type OwnerRights = {
  name: string
  database: string
  createsSchemas: boolean
  hasExtension: boolean
  offersExtension: boolean
}

/** Asked before anything is made, so that an owner who lacks a right hears one sentence, and what gives it. Throws DatabaseProblem. */
export const assertOwnerRights = async (owner: Client, { roles, schemas }: RequiredOwnerRights): Promise<void> => {
  const { rows } = await owner.query<OwnerRights>(
    `select quote_ident(current_user) as name, quote_ident(current_database()) as database,
            has_database_privilege(current_database(), 'create') as "createsSchemas",
            exists (select from pg_extension where extname = 'pg_trgm') as "hasExtension",
            exists (select from pg_available_extensions where name = 'pg_trgm') as "offersExtension"`,
  )
  const { name, database, createsSchemas, hasExtension, offersExtension } = rows[0]!
  const refused = (what: string, mend: string): DatabaseProblem =>
    new DatabaseProblem(`${what} Nothing was changed. Let a superuser of that server run:\n  ${mend}`)
  const stuck = roles.filter(({ mayChange }) => !mayChange)
  const missing = stuck.filter(({ exists }) => !exists)
  if (missing.length > 0)
    throw refused(
      `The user ${name} may not make roles, and Atalaya needs its own: ${missing.map((role) => role.name).join(', ')}.`,
      `alter role ${name} createrole`,
    )
  if (stuck.length > 0)
    throw refused(
      `The user ${name} may not change the roles ${stuck.map((role) => role.name).join(', ')}, whose passwords or settings are not those of this installation.`,
      `alter role ${name} createrole; grant ${stuck.map((role) => role.name).join(', ')} to ${name} with admin option`,
    )
  if (schemas && !createsSchemas)
    throw refused(
      `The user ${name} may not make schemas in the database ${database}.`,
      `grant create on database ${database} to ${name}`,
    )
  if (!hasExtension && !offersExtension)
    throw new DatabaseProblem(
      'The PostgreSQL server has no extension pg_trgm, which searching needs. Nothing was changed. Install the package of its additional modules (postgresql-contrib).',
    )
}
