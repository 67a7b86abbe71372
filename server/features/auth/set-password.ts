import type { Idioma, Prefix } from '#contract/core/values.ts'
import type { PreparedStatements } from '#server/core/in-transaction.ts'
import { queueMail } from '#server/core/mail/queue-mail.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { notifyAccountOwner } from '#server/domain/notify-account-owner.ts'
import { recordRegistryAuditEvent } from '#server/domain/registry-audit.ts'

/** Whom an e-mail goes to, and in which language: the one they chose, else their own. */
export type Addressee = { id: string; email: string; full_name: string; idioma: Idioma; home_prefix: Prefix }

/** Columns of an Addressee; needs the person as `u` and the preference as `p`. */
export const addresseeColumns = `u.id, u.email, u.full_name, coalesce(p.language, u.idioma) as idioma, u.home_prefix`

const findAddresseeByIdSql = `
  select ${addresseeColumns} from app_user u left join preference p on p.user_id = u.id where u.id = $1`

/**
 * Sets a person's password, in the transaction of what allows it: every session but `keptSession` ends, links that would set
 * another one too, and the person is told, here and by e-mail.
 */
export const setPassword = async (
  tx: PreparedStatements,
  raw: HttpContext,
  change: { userId: string; passwordHash: string; keptSession: string | null; action: string },
): Promise<Addressee> => {
  const { deps, request } = raw
  const { userId, keptSession } = change
  const at = new Date(deps.clock()).toISOString()
  await tx.queryPrepared(
    'set password',
    `insert into credential (user_id, password_hash, changed_at) values ($1, $2, $3)
     on conflict (user_id) do update set password_hash = excluded.password_hash, changed_at = excluded.changed_at`,
    [userId, change.passwordHash, at],
  )
  await tx.queryPrepared(
    'end sessions',
    'update session set revoked_at = $2 where user_id = $1 and revoked_at is null and id is distinct from $3::uuid',
    [userId, at, keptSession],
  )
  await tx.queryPrepared('end links', 'update password_reset set used_at = $2 where user_id = $1 and used_at is null', [
    userId,
    at,
  ])
  const [person] = await tx.queryPrepared<Addressee>('addressee', findAddresseeByIdSql, [userId])
  if (!person) throw new Error('the person whose password is set is gone')
  await notifyAccountOwner(tx, { userId, kind: 'password.changed', params: { address: request.ip } })
  await recordRegistryAuditEvent(tx, raw, { action: change.action, userId })
  await queueMail(tx, deps, {
    recipient: person.email,
    idioma: person.idioma,
    template: 'password.changed',
    facts: {
      name: person.full_name,
      prefix: person.home_prefix,
      address: request.ip,
      at,
      link: `${deps.config.publicUrl}/auth/forget-password`,
      until: null,
    },
  })
  return person
}
