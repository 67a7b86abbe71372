import { hash } from '@node-rs/argon2'
import { Client } from 'pg'
import { z } from 'zod'
import { NewPassword, passwordLengthLimits } from '#contract/auth.ts'
import type { Prefix } from '#contract/core/values.ts'
import type { NotificationMessage } from '#contract/notifications.ts'
import { roles } from '#contract/permissions.ts'
import { naturalNameSqlText } from '#server/core/person-name.ts'
import { findPasswordWeakness, type PasswordOwner, type PasswordWeakness } from '#server/domain/password-strength.ts'
import { CommandError, defineCommand, UsageError } from './command.ts'
import { readPassword } from './read-password.ts'

type NewUser = { email: string; role: string; prefix: Prefix; cvl: string | undefined; fullName: string | undefined }

const defaultLanguageByPrefix: Record<Prefix, string> = { dino: 'spanish', dino_uab: 'portuguese', cfl: 'mexican' }

/** The member of staff whom the user is; their name is the user's. */
const findEmployee = async (owner: Client, prefix: Prefix, cvl: string): Promise<string> => {
  const { rows } = await owner.query<{ full_name: string; terminated: boolean; taken_by: string | null }>(
    `select ${naturalNameSqlText('e')} as full_name, coalesce(e.terminated_on <= current_date, false) as terminated,
            (select u.email from registry.membership m join registry.app_user u on u.id = m.user_id
              where m.prefix = $2 and m.cvl = e.cvl) as taken_by
       from ${owner.escapeIdentifier(prefix)}.employee e where e.cvl = $1`,
    [cvl, prefix],
  )
  const [employee] = rows
  if (!employee) throw new CommandError(`There is no member of staff with the CVL ${cvl} in ${prefix}.`)
  if (employee.terminated) throw new CommandError(`The member of staff with the CVL ${cvl} has left.`)
  if (employee.taken_by) throw new CommandError(`${employee.taken_by} signs in as the CVL ${cvl} already.`)
  return employee.full_name
}

/** Whoever decides about rights in the prefix knows of everybody who comes to some, whoever gave them. */
const notifyUserDeciders = async (
  owner: Client,
  { prefix, role }: NewUser,
  id: string,
  name: string,
): Promise<void> => {
  const { kind, params }: NotificationMessage = { kind: 'access.created', params: { name, role } }
  await owner.query(
    `insert into registry.notification (user_id, prefix, kind, params, link)
     select m.user_id, m.prefix, $3, $4, '/crm/ModulosPermisos/personas'
       from registry.membership m join registry.app_user u on u.id = m.user_id and u.disabled_at is null
      where m.prefix = $1 and m.role in ('admin', 'direction') and m.ended_at is null and m.user_id <> $2`,
    [prefix, id, kind, JSON.stringify(params)],
  )
}

const insertUser = async (owner: Client, user: NewUser, fullName: string, passwordHash: string): Promise<void> => {
  const { email, prefix, role, cvl } = user
  const inserted = await owner.query<{ id: string }>(
    `insert into registry.app_user (email, username, full_name, idioma, home_prefix) values ($1, $1, $2, $3, $4)
     on conflict do nothing returning id`,
    [email, fullName, defaultLanguageByPrefix[prefix], prefix],
  )
  const id = inserted.rows[0]?.id
  if (id === undefined) throw new CommandError(`There is a user ${email} already. Nothing was changed.`)
  await owner.query('insert into registry.credential (user_id, password_hash) values ($1, $2)', [id, passwordHash])
  await owner.query('insert into registry.membership (user_id, prefix, role, cvl) values ($1, $2, $3, $4)', [
    id,
    prefix,
    role,
    cvl,
  ])
  await owner.query(
    `insert into registry.audit_event (user_id, action, identity, prefix, details) values ($1, 'user.created', $2, $3, $4)`,
    [id, email, prefix, JSON.stringify({ role, cvl: cvl ?? null })],
  )
  await notifyUserDeciders(owner, user, id, fullName)
}

/** All or nothing. */
const createUserWithPassword = async (
  ownerUrl: string,
  user: NewUser,
  readHash: (fullName: string) => Promise<string>,
): Promise<void> => {
  const owner = new Client({ connectionString: ownerUrl, application_name: 'atalaya user create' })
  await owner.connect()
  try {
    const known = await owner.query('select from registry.app_user where email = $1 or lower(username) = $1', [
      user.email,
    ])
    if (known.rowCount) throw new CommandError(`There is a user ${user.email} already. Nothing was changed.`)
    const staffName = user.cvl === undefined ? undefined : await findEmployee(owner, user.prefix, user.cvl)
    const fullName = user.fullName ?? staffName ?? user.email.slice(0, user.email.indexOf('@'))
    const passwordHash = await readHash(fullName)
    await owner.query('begin')
    await insertUser(owner, user, fullName, passwordHash)
    await owner.query('commit')
  } finally {
    await owner.end()
  }
}

const passwordWeaknessTexts: Record<PasswordWeakness, string> = {
  tooCommon:
    'The password is too easy to guess: it is common, or made of common words. Several words that have nothing to do with each other are good.',
  ownWords:
    "The password is made of the user's own name, e-mail or prefix, or of the product's name. Choose other words.",
}

const assertPasswordAccepted = async (password: string, owner: PasswordOwner): Promise<string> => {
  if (password.length < passwordLengthLimits.shortest)
    throw new CommandError(
      `The password needs at least ${passwordLengthLimits.shortest} characters; it has ${password.length}. It is read from standard input.`,
    )
  if (!NewPassword.safeParse(password).success)
    throw new CommandError(`The password has more than ${passwordLengthLimits.longest} characters.`)
  const weakness = await findPasswordWeakness(password, owner)
  if (weakness) throw new CommandError(passwordWeaknessTexts[weakness])
  return password
}

export const createUserCommand = defineCommand({
  name: 'user create',
  summary: 'Make a user who can sign in; the password is read from standard input',
  details: `The password is typed without being shown, or piped in:
  npm run crm -- user create --prefix dino --email ana@example.com --role manager --cvl ES000123 < password.txt
It needs at least ${passwordLengthLimits.shortest} characters, and is neither common nor made of the user's name, e-mail or prefix.`,
  prefix: 'required',
  options: {
    email: { value: 'EMAIL', help: 'what the user signs in with', required: true },
    role: { value: 'ROLE', help: roles.join(', '), required: true, choices: roles },
    cvl: { value: 'CVL', help: 'the member of staff whom the user is; decides whose clients they see' },
    name: { value: 'NAME', help: "the person's name; otherwise that of the member of staff" },
  },
  run: async ({ ownerUrl, prefix, options, signal }) => {
    const email = z.email().max(254).safeParse(options.email.trim().toLowerCase())
    if (!email.success) throw new UsageError(`--email "${options.email}" is not an e-mail address.`)
    const user: NewUser = { email: email.data, role: options.role, prefix, cvl: options.cvl, fullName: options.name }
    await createUserWithPassword(ownerUrl, user, async (fullName) => {
      const owner = { email: user.email, username: user.email, fullName, prefix }
      return hash(await assertPasswordAccepted(await readPassword(signal), owner))
    })
    return { created: user.email, role: user.role, prefix, cvl: user.cvl ?? null }
  },
})
