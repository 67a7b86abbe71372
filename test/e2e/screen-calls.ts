import { permissions } from '#test/permissions/all-permissions.ts'

/**
 * What each screen asks of the API when it opens, written out by hand beside each feature: a call each, and with ` + ` between them the reads that go in one. Numbers
 * stand as :id, and queries are left out. What the shell asks for once, whatever the screen, is in `shellCalls`. A call that a screen gains is
 * a decision, and no slip.
 */
export const screenCalls: Readonly<Record<string, readonly string[]>> = Object.assign(
  {},
  ...permissions.map((one) => one.screenCalls),
)

/** The session, the note of the visit, the stream of notifications and the count beside the menu: once for the shell, not for a screen. */
export const shellCalls: readonly string[] = [
  '/session',
  '/me/live',
  '/approvals/waiting-count',
  'POST /ApiRest/api/audit',
  'POST /session/heartbeat',
]

/** Screens that people wait for all day: at most so many calls until they are complete, to their last line. */
export const maxScreenCalls: Readonly<Record<string, number>> = {
  '/clientes/:clientId': 3,
  '/clientes/:clientId/cuentas/:accountId': 3,
  '/crm/MiDia': 3,
}
