import { hash } from '@node-rs/argon2'
import type { Client } from 'pg'
import { type Role, roles } from '#contract/permissions.ts'
import type { SeedFirm } from './firm.ts'

/** The password of every demo user. It opens nothing but invented data. */
export const demoPassword = 'atalaya-demo-2026'

/** Of the person u who signs in, the clients that they look after and that aren't blocked. */
export const clientsOfSignInSql = `registry.app_user u
    join registry.membership m on m.user_id = u.id and m.prefix = current_schema()
    join employee e on e.cvl = m.cvl
    join client_list c on c.manager_id = e.id
    join client on client.id = c.client_id and client.block_kind is null`

export type DemoSignIn = { role: Role; email: string; password: string; prefix: SeedFirm['prefix'] }

const emailLocalParts: Record<'ES' | 'PT' | 'MX', Record<Role, string>> = {
  ES: {
    admin: 'admin',
    direction: 'direccion',
    supervisor: 'supervisor',
    manager: 'gestor',
    partner: 'partner',
    advisor: 'asesor',
    banker: 'banquero',
    investments: 'inversiones',
    hr: 'rrhh',
    user: 'usuario',
  },
  PT: {
    admin: 'admin',
    direction: 'direcao',
    supervisor: 'supervisor',
    manager: 'gestor',
    partner: 'parceiro',
    advisor: 'assessor',
    banker: 'banqueiro',
    investments: 'investimentos',
    hr: 'rh',
    user: 'utilizador',
  },
  MX: {
    admin: 'admin',
    direction: 'direccion',
    supervisor: 'supervisor',
    manager: 'gestor',
    partner: 'socio',
    advisor: 'asesor',
    banker: 'banquero',
    investments: 'inversiones',
    hr: 'rh',
    user: 'usuario',
  },
}

type SignInPerson = { cvl: string; name: string; surname: string }

/** Somebody with much to see: whoever has most clients in that role, the supervisor of a zone with the largest team, else the first of the position. */
const findSignInPerson = async (owner: Client, role: Role): Promise<SignInPerson | undefined> => {
  if (role === 'admin') return undefined
  const linked = role === 'manager' || role === 'partner' || role === 'advisor' || role === 'banker'
  const position = role === 'user' ? 'administration' : role
  const { rows } = await owner.query<SignInPerson>(
    linked
      ? `select e.cvl, e.name, e.surname from employee e join client_staff s on s.employee_id = e.id and s.valid_to is null and s.role::text = $1
          group by e.id order by count(*) desc, e.id limit 1`
      : `select e.cvl, e.name, e.surname from employee e left join employee b on b.id = e.supervisor_id
          where e.position::text = $1 and (e.position <> 'supervisor' or b.position = 'supervisor')
          order by (select count(*) from employee_team t where t.supervisor_id = e.id) desc, e.id limit 1`,
    [position],
  )
  return rows[0]
}

/** The home firm's administrator and director work in the other prefixes too. */
const insertGuestsSql = `
  insert into registry.membership (user_id, prefix, role)
  select m.user_id, t.prefix, m.role from registry.membership m join registry.app_user u on u.id = m.user_id, registry.tenant t
   where m.prefix = 'dino' and u.home_prefix = 'dino' and u.email = any($1)
  on conflict (user_id, prefix) do nothing`

/** One user for each role, tied to the member of staff that fits it. */
export const addSignIns = async (owner: Client, firm: SeedFirm): Promise<DemoSignIn[]> => {
  const passwordHash = await hash(demoPassword)
  const signIns: DemoSignIn[] = []
  for (const role of roles) {
    const local = emailLocalParts[firm.code][role]
    const email = `${local}@${firm.domain}`
    const person = await findSignInPerson(owner, role)
    const { rows } = await owner.query<{ id: string }>(
      `insert into registry.app_user (email, username, full_name, idioma, home_prefix) values ($1, $2, $3, $4, $5)
       on conflict (email) do update set full_name = excluded.full_name returning id`,
      [
        email,
        `${local}.${firm.domain.replace('.example', '')}`,
        person ? `${person.name} ${person.surname}` : 'Atalaya Admin',
        firm.idioma,
        firm.prefix,
      ],
    )
    const id = rows[0]!.id
    await owner.query(
      `insert into registry.credential (user_id, password_hash) values ($1, $2)
       on conflict (user_id) do update set password_hash = excluded.password_hash, changed_at = now()`,
      [id, passwordHash],
    )
    await owner.query(
      `insert into registry.membership (user_id, prefix, role, cvl) values ($1, $2, $3, $4)
       on conflict (user_id, prefix) do update set role = excluded.role, cvl = excluded.cvl`,
      [id, firm.prefix, role, person?.cvl ?? null],
    )
    signIns.push({ role, email, password: demoPassword, prefix: firm.prefix })
  }
  await owner.query(insertGuestsSql, [['admin@dino.example', 'direccion@dino.example']])
  return signIns
}
