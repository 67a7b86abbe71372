import type { Kysely } from 'kysely'
import type { Prefix } from '#contract/core/values.ts'
import type { DB } from '#db/types.ts'
import type { RecordScope } from './rights.ts'
import type { SessionUser } from './session.ts'
import type { DatabaseAccess } from './tenancy.ts'

/** What a feature's function gets with every request: who asks, where, and the tenant's database. No query names a tenant. */
export type Ctx = {
  person: SessionUser
  /** Whose records the call is about: what every one of these holds. Of the call's own permission; nothing where it has none. */
  scopes: readonly RecordScope[]
  prefix: Prefix
  tenant: DatabaseAccess
  db: Kysely<DB>
  /** Today in the tenant, 'YYYY-MM-DD'. */
  businessDate: string
  requestId: string
  address: string
}
