import { shiftDay } from '#rules/calendar.ts'
import { createDraws } from '#test/harness/draws.ts'
import { createTestTenant, type TestTenant } from '#test/harness/tenant.ts'

export const firstDay = '2025-06-01'
/** The day of the test tenant. */
export const today = '2026-06-15'
const managerNames = ['a', 'b', 'c', 'd'] as const
const stepsInAll = 260

type Person = { id: string; cvl: string }
type Life = { day: string; closedThrough: string; journals: string[]; handedOn: string[] }

export type TestLives = {
  t: TestTenant
  staff: Record<'head' | 'north' | 'south' | 'partner' | 'banker' | (typeof managerNames)[number], Person>
  zones: string[]
  draws: ReturnType<typeof createDraws>
  /** The first day of the months that are open. */
  openDay: string
  /** One more movement, on its day or booked late. */
  moveMoney: () => Promise<unknown>
  /** Days on which somebody got a client from somebody else. */
  handedOn: readonly string[]
}

const makeStaff = async ({ make }: TestTenant, officeIds: readonly string[]): Promise<TestLives['staff']> => {
  const head = await make.employee({ position: 'direction' })
  const north = await make.employee({ position: 'supervisor', supervisorId: head.id, officeId: officeIds[0]! })
  const south = await make.employee({ position: 'supervisor', supervisorId: head.id, officeId: officeIds[1]! })
  const makeManager = (above: Person, at: number) => make.employee({ supervisorId: above.id, officeId: officeIds[at]! })
  const a = await makeManager(north, 0)
  const b = await makeManager(north, 1)
  const c = await makeManager(south, 0)
  const d = await makeManager(south, 1)
  const partner = await make.employee({ position: 'partner', supervisorId: south.id, officeId: officeIds[1]! })
  const banker = await make.employee({ position: 'banker', supervisorId: head.id, officeId: officeIds[0]! })
  return { head, north, south, partner, banker, a, b, c, d }
}

/** As a handover does it on a day: the link before ends the day before, or on its own first day. */
export const handOver = async (
  t: TestTenant,
  day: string,
  { client, role, to }: { client: string; role: string; to: string | null },
): Promise<void> => {
  await t.owner.query(
    `update dino.client_staff set valid_to = greatest(valid_from, $3::date - 1) where client_id = $1 and role = $2 and valid_to is null`,
    [client, role, day],
  )
  if (to !== null)
    await t.owner.query(
      `insert into dino.client_staff (client_id, employee_id, role, valid_from) values ($1, $2, $3, $4)`,
      [client, to, role, day],
    )
  await t.make.refresh(client)
}

/** As it is undone within a day: what was given ends, what was there before goes on as if nothing had been. */
const takeBack = async (t: TestTenant, day: string, client: string): Promise<void> => {
  const { rows } = await t.owner.query<{ id: string }>(
    `select id from dino.client_staff where client_id = $1 and role = 'manager' order by id desc limit 2`,
    [client],
  )
  const [given, before] = rows
  if (!before) return
  const { rowCount } = await t.owner.query(
    `update dino.client_staff set valid_to = greatest(valid_from, $2::date - 1) where id = $1 and valid_to is null and valid_from >= $2::date - 1`,
    [given!.id, day],
  )
  if (rowCount) await t.owner.query('update dino.client_staff set valid_to = null where id = $1', [before.id])
  await t.make.refresh(client)
}

/** What happens next, on the day of the life or, where it is booked late, on a day before it. */
const listSteps = (
  lives: Omit<TestLives, 'handedOn' | 'moveMoney' | 'openDay'>,
  life: Life,
  clients: readonly string[],
  accounts: readonly string[],
) => {
  const { t, staff, zones, draws } = lives
  const { draw, drawOne, drawDay } = draws
  const bookingDay = (): string => {
    const open = shiftDay(life.closedThrough, 1)
    return draw(3) > 0 || open > life.day ? life.day : drawDay(open, life.day)
  }
  const post = async (kind: 'contribution' | 'withdrawal' | 'interest' | 'fee', sign: '' | '-'): Promise<void> => {
    const amount = `${sign}${1 + draw(900)}.${10 + draw(90)}`
    life.journals.push((await t.make.movement(drawOne(accounts), amount, kind, bookingDay())).journalId)
  }
  const setAccount = (values: string): Promise<unknown> =>
    t.owner.query(`update dino.account set ${values} where id = $1`, [drawOne(accounts)])
  const managers = managerNames.map((name) => staff[name].id)
  return {
    contribution: () => post('contribution', ''),
    withdrawal: () => post('withdrawal', '-'),
    interest: () => post('interest', ''),
    fee: () => post('fee', '-'),
    reversal: async () => {
      if (life.journals.length === 0) return
      await t.owner.query(`select set_config('search_path', 'dino', false)`)
      await t.owner.query('select reverse_journals($1::bigint[], $2, null)', [[drawOne(life.journals)], life.day])
    },
    handover: async () => {
      life.handedOn.push(life.day)
      await handOver(t, life.day, { client: drawOne(clients), role: 'manager', to: drawOne(managers) })
    },
    handedTwice: async () => {
      life.handedOn.push(life.day)
      const client = drawOne(clients)
      await handOver(t, life.day, { client, role: 'manager', to: drawOne(managers) })
      await handOver(t, life.day, { client, role: 'manager', to: drawOne(managers) })
    },
    partnerChange: () =>
      handOver(t, life.day, { client: drawOne(clients), role: 'partner', to: drawOne([null, staff.partner.id]) }),
    managerLess: () => handOver(t, life.day, { client: drawOne(clients), role: 'manager', to: null }),
    takenBack: () => takeBack(t, life.day, drawOne(clients)),
    supervisorMove: () =>
      t.owner.query('update dino.employee set supervisor_id = $2 where id = $1', [
        drawOne(managers),
        drawOne([staff.north.id, staff.south.id]),
      ]),
    zoneMove: async () => {
      const client = drawOne(clients)
      await t.owner.query('update dino.client set zone_id = $2 where id = $1', [client, drawOne(zones)])
      await t.make.refresh(client)
    },
    opening: () => setAccount(`status = 'active', opened_on = coalesce(opened_on, '${life.day}'), closed_on = null`),
    ending: () =>
      setAccount(`status = 'canceled', opened_on = coalesce(opened_on, '${life.day}'), closed_on = '${life.day}'`),
    monthClose: async () => {
      const through = shiftDay(`${shiftDay(life.day, -40).slice(0, 7)}-01`, -1)
      if (through > life.closedThrough) life.closedThrough = through
      await t.owner.query('update dino.ledger_period set closed_through = $1', [life.closedThrough])
    },
    // As a merge moves the accounts of a record.
    accountMove: async () => {
      const from = drawOne(clients)
      const to = drawOne(clients)
      await t.owner.query(`
        begin;
        update dino.account set client_id = ${to} where client_id = ${from};
        update dino.account_holder set client_id = ${to} where client_id = ${from};
        update dino.account_balance set client_id = ${to} where client_id = ${from};
        commit`)
      await t.make.refresh(from, to)
    },
    fold: () => t.owner.query('select dino.fold_totals()'),
  }
}

/** What happens more often than the rest. */
const usualSteps = ['contribution', 'contribution', 'contribution', 'withdrawal', 'handover', 'reversal'] as const

/** A year of a small firm in which everything happens that a figure has to survive, in the order of its days. */
export const createTestLives = async (start: number): Promise<TestLives> => {
  const t = await createTestTenant('dino')
  const draws = createDraws(start)
  const offices = [await t.make.office(), await t.make.office()]
  const zones = offices.map(({ zoneId }) => zoneId)
  const staff = await makeStaff(
    t,
    offices.map(({ id }) => id),
  )
  // What was agreed on an account does not change: here it does, so that every order of events is seen.
  await t.owner.query('alter table dino.account disable trigger account_keeps_terms')
  const products = [
    (await t.make.product({ mayBeNegative: true })).id,
    (await t.make.product({ family: 'smart', mayBeNegative: true })).id,
  ]
  const managers = managerNames.map((name) => staff[name].id)
  const clients: string[] = []
  const accounts: string[] = []
  for (let n = 0; n < 10; n++) {
    const partner = n % 4 === 0 ? { partner: staff.partner.id } : {}
    const client = await t.make.client({ zoneId: zones[n % 2]!, staff: { manager: managers[n % 4]!, ...partner } })
    clients.push(client.id)
    for (let account = 0; account <= n % 2; account++)
      accounts.push(
        (
          await t.make.account({
            clientId: client.id,
            productId: products[(n + account) % 2]!,
            ...(n % 3 === 0 && { status: 'pending', openedOn: null }),
          })
        ).id,
      )
  }
  await t.owner.query(
    `insert into dino.attribution_rule (valid_from, manager, partner, advisor, banker) values ('2025-09-01', 70, 30, 0, 0)`,
  )
  const life: Life = { day: firstDay, closedThrough: shiftDay(firstDay, -31), journals: [], handedOn: [] }
  const steps = listSteps({ t, staff, zones, draws }, life, clients, accounts)
  const names = [...usualSteps, ...(Object.keys(steps) as (keyof typeof steps)[])]
  for (let n = 0; n < stepsInAll; n++) {
    const ahead = shiftDay(life.day, draws.draw(4))
    life.day = ahead < today ? ahead : today
    await steps[draws.drawOne(names)]()
  }
  const moveMoney = () => steps[draws.drawOne(['contribution', 'withdrawal', 'interest', 'reversal'] as const)]()
  return { t, staff, zones, draws, moveMoney, openDay: shiftDay(life.closedThrough, 1), handedOn: life.handedOn }
}
