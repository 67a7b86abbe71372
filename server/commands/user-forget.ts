import { Client } from 'pg'
import type { NotificationMessage } from '#contract/notifications.ts'
import { CommandError, defineCommand } from './command.ts'

type LockedUser = { id: string; email: string }
/** Takes something away, in one transaction with all that follows from it. Answers what it was, for people and for the audit. */
type CredentialRemoval<R> = (owner: Client, user: LockedUser) => Promise<R>

const lockUser = async (owner: Client, typed: string): Promise<LockedUser> => {
  const email = typed.trim().toLowerCase()
  const { rows } = await owner.query<LockedUser>(
    'select id, email from registry.app_user where email = $1 for no key update',
    [email],
  )
  const [user] = rows
  if (!user) throw new CommandError(`There is no user ${email}. Nothing was changed.`)
  return user
}

const endSessions = async (owner: Client, { id }: LockedUser): Promise<number> => {
  const { rowCount } = await owner.query(
    'update registry.session set revoked_at = now() where user_id = $1 and revoked_at is null and expires_at > now()',
    [id],
  )
  return rowCount ?? 0
}

/** All or nothing: what is forgotten, the end of the person's sessions, the audit. */
const removeCredential = async <R extends object>(
  ownerUrl: string,
  typed: string,
  action: string,
  forget: CredentialRemoval<R>,
) => {
  const owner = new Client({ connectionString: ownerUrl, application_name: `atalaya ${action}` })
  await owner.connect()
  try {
    await owner.query('begin')
    const user = await lockUser(owner, typed)
    const forgotten = await forget(owner, user)
    const sessionsEnded = await endSessions(owner, user)
    await owner.query('insert into registry.audit_event (user_id, action, identity, details) values ($1, $2, $3, $4)', [
      user.id,
      action,
      user.email,
      JSON.stringify({ ...forgotten, sessionsEnded }),
    ])
    await owner.query('commit')
    return { user: user.email, ...forgotten, sessionsEnded }
  } finally {
    await owner.end()
  }
}

const emailOption = { value: 'EMAIL', help: 'whose: what the user signs in with', required: true } as const

const removeGoogleSubject: CredentialRemoval<{ google: 'forgotten' }> = async (owner, user) => {
  const { rowCount } = await owner.query(
    'update registry.app_user set google_subject = null where id = $1 and google_subject is not null',
    [user.id],
  )
  if (!rowCount) throw new CommandError(`No Google account is kept for ${user.email}. Nothing was changed.`)
  return { google: 'forgotten' }
}

export const forgetGoogleCommand = defineCommand({
  name: 'user forget-google',
  summary: 'Let the next Google account that signs in with the e-mail be the one that is kept',
  details: `For somebody whose Google account was replaced under the same address. Ends their sessions, and stands in the audit.
Make sure first who is asking: whoever has the address at Google comes in.`,
  options: { email: emailOption },
  run: ({ ownerUrl, options }) => removeCredential(ownerUrl, options.email, 'google.forgotten', removeGoogleSubject),
})

type RemovedFactors = { app: boolean; passkeys: number; recoveryCodes: number }

type FactorRemoval = Extract<NotificationMessage, { kind: 'secondFactor.removed' }>

/** The person is notified in the words of their own removals. */
const notifyFactorsRemoved = (
  owner: Client,
  { id }: LockedUser,
  kind: FactorRemoval['kind'],
  factors: readonly FactorRemoval['params'][],
) =>
  owner.query(
    `insert into registry.notification (user_id, kind, params, link)
     select $1, $2, factor, '/crm/areapersonal?part=security' from unnest($3::jsonb[]) factor`,
    [id, kind, factors.map((factor) => JSON.stringify(factor))],
  )

const removeSecondFactors: CredentialRemoval<RemovedFactors> = async (owner, user) => {
  const apps = await owner.query<{ confirmed: boolean }>(
    'delete from registry.totp where user_id = $1 returning confirmed_at is not null as confirmed',
    [user.id],
  )
  const passkeys = await owner.query<{ name: string }>(
    'delete from registry.passkey where user_id = $1 returning name',
    [user.id],
  )
  const codes = await owner.query(
    'with gone as (delete from registry.recovery_code where user_id = $1 returning used_at) select from gone where used_at is null',
    [user.id],
  )
  const app = apps.rows.some(({ confirmed }) => confirmed)
  if (!app && passkeys.rows.length === 0)
    throw new CommandError(`${user.email} has no second factor. Nothing was changed.`)
  await notifyFactorsRemoved(owner, user, 'secondFactor.removed', [
    ...(app ? [{ way: 'app' }] : []),
    ...passkeys.rows.map(({ name }) => ({ way: 'passkey', name })),
  ])
  return { app, passkeys: passkeys.rows.length, recoveryCodes: codes.rowCount ?? 0 }
}

export const forgetFactorsCommand = defineCommand({
  name: 'user forget-factors',
  summary: "Take away somebody's authenticator app, passkeys and recovery codes, so that they can set up new ones",
  details: `For somebody who has lost all of them. Ends their sessions, tells them, and stands in the audit. Make sure first who is
asking: from then on the password, or Google, is enough, until a new one is set up.`,
  options: { email: emailOption },
  run: ({ ownerUrl, options }) =>
    removeCredential(ownerUrl, options.email, 'secondFactor.forgotten', removeSecondFactors),
})
