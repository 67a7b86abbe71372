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

const linkedRoles = ['partner', 'advisor', 'banker'] as const

/** Of `m`, the colleague in that position who shares most clients with them: a partner is their equal, advisors and bankers are under them. */
const colleagueSql = (role: (typeof linkedRoles)[number]): string => `(
  select e.id from employee e
   where e.position = '${role}' and e.supervisor_id = ${role === 'partner' ? 'm.supervisor_id' : 'm.id'}
   order by (select count(*) from client_list c where c.manager_id = m.id and c.${role}_id = e.id) desc, e.id limit 1)`

/** A manager with most clients among those who work with a partner, an advisor and a banker; these, and their supervisor. */
const teamSql = `
  select m.id as manager, m.supervisor_id as supervisor, ${linkedRoles.map((role) => `${colleagueSql(role)} as ${role}`).join(', ')},
         (select count(*) from client_list c where c.manager_id = m.id) as clients
    from employee m where m.position = 'manager'`

/** Everybody in sight of each other, so that what one requests the other decides; of the other roles the first of their position. */
const findSignInPeople = async (owner: Client): Promise<Map<Role, SignInPerson>> => {
  const { rows } = await owner.query<SignInPerson & { role: Role }>(`
    with team as (${teamSql}),
    chosen as (select * from team
      order by (partner is not null)::int + (advisor is not null)::int + (banker is not null)::int desc, clients desc, manager limit 1),
    people as (
      select r.role, r.id from chosen cross join lateral (values
        ('manager', manager), ('supervisor', supervisor), ${linkedRoles.map((role) => `('${role}', ${role})`).join(', ')}) as r (role, id)
      union all
      select r.role, (select e.id from employee e where e.position::text = r.position
                       order by (select count(*) from employee_team t where t.supervisor_id = e.id) desc, e.id limit 1)
        from (values ('direction', 'direction'), ('investments', 'investments'), ('hr', 'hr'), ('user', 'administration')) as r (role, position)),
    found as (
      select p.role, coalesce(p.id, (select min(e.id) from employee e where e.position::text = p.role)) as id from people p)
    select found.role, e.cvl, e.name, e.surname from found join employee e on e.id = found.id`)
  return new Map(rows.map(({ role, ...person }) => [role, person]))
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
  const people = await findSignInPeople(owner)
  const signIns: DemoSignIn[] = []
  for (const role of roles) {
    const local = emailLocalParts[firm.code][role]
    const email = `${local}@${firm.domain}`
    const person = people.get(role)
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
