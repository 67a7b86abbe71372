import { type Role, type Scope, scopes } from '#contract/permissions.ts'
import type { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>

/** Where a record stands, seen from the caller: theirs, of somebody under them, of their office's zone, or of none of these. */
export const targetPlaces = ['own', 'team', 'zone', 'other'] as const
export type TargetPlace = (typeof targetPlaces)[number]

/** A member of staff with a client and an account of their own: whatever of it is shown can be told by its marks. */
export type ProbeTarget = {
  employee: { id: string; cvl: string }
  client: { id: string; cvl: string; name: string }
  accountId: string
  journalId: string
  /** Paid: nothing can be done with it any more. */
  paymentId: string
  /** Of a client who stayed: nothing can be done with it any more. */
  quoteId: string
  /** Sent: it is not sent again. */
  noticeId: string
}
export type ProbeWorld = { targets: Record<TargetPlace, ProbeTarget>; me: { id: string; cvl: string } }

/** Which places a scope holds. A zone is that of the office: of what is mine or my team's it holds only what lies in it. */
const placesByScope: Record<Scope, readonly TargetPlace[]> = {
  own: ['own'],
  team: ['own', 'team'],
  zone: ['zone'],
  all: targetPlaces,
}
export const includesPlace = (scope: Scope, place: TargetPlace): boolean => placesByScope[scope].includes(place)

/**
 * A firm around one member of staff: somebody under them in another zone, a neighbour in their zone, a stranger elsewhere. Each has a
 * client with an account and a movement. My own client and employee row lie outside my zone's clients, so that no scope passes for
 * another: only the employee `me` stands in their own zone, as everybody does.
 */
export const createProbeWorld = async (t: Tenant): Promise<ProbeWorld> => {
  const home = await t.make.zone('Zona propia')
  const away = await t.make.zone('Zona ajena')
  const office = await t.make.office(home.id)
  const far = await t.make.office(away.id)
  const me = await t.make.employee({ position: 'supervisor', officeId: office.id, name: 'Qmeown' })
  const staff = {
    own: me,
    team: await t.make.employee({ officeId: far.id, supervisorId: me.id, name: 'Qmeteam' }),
    zone: await t.make.employee({ officeId: office.id, name: 'Qmezone' }),
    other: await t.make.employee({ officeId: far.id, name: 'Qmeother' }),
  }
  const target = async (place: TargetPlace): Promise<[TargetPlace, ProbeTarget]> => {
    const name = `Qxcliente${place}`
    const client = await t.make.client({
      name,
      surname: 'Marca',
      zoneId: place === 'zone' ? home.id : away.id,
      staff: { manager: staff[place].id },
    })
    const account = await t.make.account({ clientId: client.id, officeId: far.id })
    const { journalId } = await t.make.movement(account.id, '100.00')
    const { id: paymentId } = await t.db
      .insertInto('paymentOrder')
      .values({
        kind: 'interest',
        accountId: account.id,
        clientId: client.id,
        amount: '1.00',
        state: 'paid',
        journalId,
        requestedAt: '2026-06-01T10:00:00Z',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { rows } = await t.owner.query<{ id: string }>(
      `insert into dino.cancellation_quote (account_id, reason_id, state, quoted_on, quoted_at, last_journal, capital, interest, bonus,
         posted_interest, posted_bonus, penalty, withheld, net, tax_parts)
       select $1, min(id), 'retained', '2026-06-01', '2026-06-01T10:00:00Z', $2, 100, 0, 0, 0, 0, 0, 0, 100, '[]' from dino.cancellation_reason returning id`,
      [account.id, journalId],
    )
    const [notice] = (
      await t.owner.query<{ id: string }>(
        `insert into dino.client_notice (client_id, account_id, kind, about_id, about_on, amount, state, idioma, recipient, sent_at)
         values ($1, $2, 'contribution', $3, '2026-06-01', 100, 'sent', 'spanish', 'marca@test.example', '2026-06-01T10:00:00Z') returning id`,
        [client.id, account.id, journalId],
      )
    ).rows
    const made = { accountId: account.id, journalId, paymentId, quoteId: rows[0]!.id, noticeId: notice!.id }
    return [place, { employee: staff[place], client: { ...client, name }, ...made }]
  }
  const targets: [TargetPlace, ProbeTarget][] = []
  for (const place of targetPlaces) targets.push(await target(place))
  return { me, targets: Object.fromEntries(targets) as ProbeWorld['targets'] }
}

/** Gives the role that scope in the module, whatever it may do there, as a firm would in its matrix. */
export const setRoleScope = (t: Tenant, role: Role, module: string, actions: readonly string[], scope: Scope) =>
  t.owner.query(
    `insert into dino.role_grant (role, module, actions, scope) values ($1, $2, $3, $4)
     on conflict (role, module) do update set actions = excluded.actions, scope = excluded.scope`,
    [role, module, actions, scope],
  )

export const allScopes = scopes
