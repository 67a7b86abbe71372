import { hash, verify } from '@node-rs/argon2'
import type { login } from '#contract/auth.ts'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import { refuse } from '#server/core/errors.ts'
import { inTransaction } from '#server/core/in-transaction.ts'
import type { Raw } from '#server/core/serve.ts'
import { auditTooMany } from '#server/domain/audit-too-many.ts'
import { masked } from '#server/domain/masked.ts'
import { type Account, openSession } from '#server/domain/open-session.ts'
import { passwordHolds } from '#server/domain/password-holds.ts'
import { auditRegistry } from '#server/domain/registry-audit.ts'
import { checkCounted, guessOf, inTurn } from '#server/domain/slow-down.ts'

/** Verified in place of a hash that isn't there, so that an unknown person takes as long as a known one. */
const nobodysHash = hash('nobody has this password')

type Known = Account & { password_hash: string }

const findAccount = `
  select u.id, u.email, u.username, u.idioma, u.home_prefix, e.prefix as entry_prefix, c.password_hash
    from app_user u
    join credential c on c.user_id = u.id
    join entry e on e.user_id = u.id
   where u.email = lower($1) or lower(u.username) = lower($1)
   order by u.email = lower($1) desc limit 1`

/** Null where the password was replaced while it was checked. */
const open = (raw: Raw, account: Known, identity: string) =>
  inTransaction(raw.serving.tenants.signIn(), async (tx) => {
    if (!(await passwordHolds(tx, account.id, account.password_hash))) return null
    return openSession(tx, raw, account, { identity })
  })

/** Signs in with e-mail or user name, in the person's home prefix. */
export const signIn = async ({ query, body }: Parsed<typeof login>, raw: Raw): Promise<Answer<typeof login>> => {
  const identity = (body.identity ?? query.identity)?.toLowerCase()
  const password = body.password ?? query.password
  if (!identity || password === undefined)
    throw refuse('request.invalid', { fields: { [identity ? 'password' : 'identity']: 'required' } })
  const { serving } = raw
  const access = serving.tenants.signIn()
  const [account] = await access.fixed<Known>('account', findAccount, [identity])
  // One person has one count, by whichever of their names they are tried. Nobody's name may be a password in the wrong field.
  const nobody = serving.boxOf('sign-in').fingerprint(identity)
  const guess = guessOf(raw, account?.email ?? nobody)
  const said = { identity: account ? identity : masked(identity), userId: account?.id ?? null }
  const right = await checkCounted(
    access,
    guess,
    async () =>
      (await inTurn(async () => verify(account?.password_hash ?? (await nobodysHash), password))) && !!account,
  ).catch((error: unknown) => auditTooMany(raw, { account: guess.account, ...said }, error))
  const opened = account && right && (await open(raw, account, identity))
  if (!opened) {
    await auditRegistry(access, raw, { action: 'signIn.refused', ...said })
    throw refuse('signIn.wrong', { message: 'Usuario o contraseña incorrectos' })
  }
  return opened
}
