import {
  connectGoogleCalendar,
  disconnectGoogleCalendar,
  getGoogleConnection,
  getGoogleEvents,
  startGoogleConsent,
} from '#contract/google-calendar.ts'
import { readConfig } from '#server/core/config.ts'
import { secretBox } from '#server/core/secret-box.ts'
import { googlePurpose } from '#server/domain/google-connections.ts'
import { startGoogleStandIn } from '#test/harness/google-stand-in.ts'
import { createTestTenant, type TestTenant } from '#test/harness/tenant.ts'
import { syncCalendar } from './sync-calendar.ts'

/** By which Google knows the manager whom another person looks at. */
export const managerAddress = 'jefa@firm.example'

type Caller = Awaited<ReturnType<TestTenant['as']>>
export type GoogleFixture = Awaited<ReturnType<typeof createGoogleFixture>>

/** As a browser: to Google, where the person allows it, and back with what Google writes into the address. */
export const consent = async (caller: Caller, answer: 'allow' | 'deny' = 'allow') => {
  const { address } = await caller.call(startGoogleConsent, {})
  const response = await fetch(address.replace('/authorize?', `/authorize/${answer}?`), { redirect: 'manual' })
  return new URL(response.headers.get('location')!).searchParams
}
export const connect = async (caller: Caller) => {
  const back = await consent(caller)
  return caller.call(connectGoogleCalendar, { body: { code: back.get('code')!, state: back.get('state')! } })
}
/** The events of a week, one's own or another person's. */
export const week = (caller: Caller, owner?: string) =>
  caller.call(getGoogleEvents, { query: { from: '2026-06-15', days: 7, ...(owner && { owner }) } })
export const state = async (caller: Caller) => (await caller.call(getGoogleConnection, {})).connection

/** A firm beside a Google of its own, with a supervisor, a manager of the team and a colleague of another one. */
export const createGoogleFixture = async () => {
  /** `ahead`: how far the clock of the readings is before that of the calls, whose sessions would end. */
  const clock = { now: Date.parse('2026-06-15T10:00:00Z'), ahead: 0 }
  const logged: string[] = []
  const google = await startGoogleStandIn([{ name: 'Marta Ruiz', email: 'marta@firm.example' }])
  const t = await createTestTenant('dino', () => clock.now, google.environment)
  const supervisor = await t.make.employee({ position: 'supervisor' })
  const manager = await t.make.employee({ supervisorId: supervisor.id })
  const colleague = await t.make.employee()
  await t.owner.query('update dino.employee set email = $2 where id = $1', [manager.id, managerAddress])
  const employees = { supervisor: supervisor.id, manager: manager.id, colleague: colleague.id }
  const callers = {
    admin: await t.as('admin'),
    supervisor: await t.as('supervisor', supervisor.cvl),
    manager: await t.as('manager', manager.cvl),
    colleague: await t.as('manager', colleague.cvl),
  }
  const sync = async ({ userId }: Caller) => {
    const config = readConfig(google.environment).googleCalendar!
    const box = secretBox(t.secret, googlePurpose)
    const now = () => clock.now + clock.ahead
    const deps = { db: t.db, google: config, box, prefix: 'dino' as const, clock: now, today: '2026-06-15' }
    await syncCalendar(deps, userId, new AbortController().signal, (error) => logged.push(String(error)))
  }
  const connectAndSync = async (caller: Caller) => connect(caller).then(() => sync(caller))
  const syncAgain = async (caller: Caller) => {
    clock.ahead += 3_700_000
    await sync(caller)
  }
  /** Nobody is connected, and Google does as it should. */
  const reset = async () => {
    google.standIn.setMode('well')
    google.standIn.refuseScopes([])
    logged.length = 0
    clock.ahead = 0
    await t.owner.query('truncate registry.call_limit')
    for (const caller of Object.values(callers)) await caller.call(disconnectGoogleCalendar, {})
  }
  const close = async () => {
    await t.drop()
    await google.stop()
  }
  return { t, google, clock, logged, employees, callers, sync, connectAndSync, syncAgain, reset, close }
}
