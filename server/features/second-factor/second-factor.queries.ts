import type { SecondFactorStatus } from '#contract/second-factor.ts'
import type { Ctx } from '#server/core/ctx.ts'
import type { PreparedStatements } from '#server/core/in-transaction.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { getRelyingParty } from './relying-party.ts'

type SecondFactorRow = { required: boolean; confirmed_at: string | null; codes: number }

const findSecondFactorSql = `
  select exists (select from membership m join tenant t on t.prefix = m.prefix and m.role = any(t.second_factor_roles)
                  where m.user_id = $1 and m.prefix = $2 and m.ended_at is null) as required,
         (select confirmed_at from totp where user_id = $1) as confirmed_at,
         (select count(*)::int from recovery_code where user_id = $1 and used_at is null) as codes`

type ListedPasskey = SecondFactorStatus['passkeys'][number]
const listPasskeysSql = `
  select id, name, created_at as "createdAt", used_at as "usedAt" from passkey where user_id = $1 order by id`

/** Whether the person's role has to have a second factor in the prefix of the session. */
export const isSecondFactorRequired = async (tx: PreparedStatements, { person }: Ctx): Promise<boolean> =>
  (await tx.queryPrepared<SecondFactorRow>('guards of person', findSecondFactorSql, [person.userId, person.prefix]))[0]!
    .required

/** What guards the person's account besides the password. */
export const findSecondFactor = async (
  tx: PreparedStatements,
  { person }: Ctx,
  { deps }: HttpContext,
): Promise<SecondFactorStatus> => {
  const [[row], passkeys] = await Promise.all([
    tx.queryPrepared<SecondFactorRow>('guards of person', findSecondFactorSql, [person.userId, person.prefix]),
    tx.queryPrepared<ListedPasskey>('passkeys shown', listPasskeysSql, [person.userId]),
  ])
  const { required, confirmed_at, codes } = row!
  return {
    required,
    totp: confirmed_at === null ? null : { confirmedAt: confirmed_at },
    passkeys,
    recoveryCodesLeft: codes,
    passkeysAt: getRelyingParty(deps.config)?.origin ?? null,
  }
}

export type StoredPasskey = { id: string; credential_id: string; transports: string[] }

/** The person's passkeys, as a browser asks for them. */
export const findPasskeys = (tx: PreparedStatements, { person }: Ctx): Promise<StoredPasskey[]> =>
  tx.queryPrepared<StoredPasskey>(
    'passkeys',
    'select id, credential_id, transports from passkey where user_id = $1 order by id',
    [person.userId],
  )
