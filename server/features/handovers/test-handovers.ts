import { expect } from 'vitest'
import { approveChangeRequest } from '#contract/approvals.ts'
import { getClient } from '#contract/clients/client.ts'
import { getHandover, type HandoverSelection, proposeHandover, undoHandover } from '#contract/handovers.ts'
import { setDisabledTasks } from '#server/domain/approvals.ts'
import type { CreatedPerson } from '#test/harness/factories.ts'
import { createTestTenant } from '#test/harness/tenant.ts'
import { executeDueHandovers } from './execute-due-handovers.ts'

export const today = '2026-06-15'
export const noonMs = Date.parse(`${today}T10:00:00Z`)

/** A firm with a supervisor, two of their managers, and a manager who has nothing to do with them; and a clock that can be set. */
export const createHandoverFixture = async () => {
  const clock = { now: noonMs }
  const t = await createTestTenant('dino', () => clock.now)
  const somebody = async (role: 'manager' | 'supervisor' | 'advisor' | 'partner' | 'banker', supervisorId?: string) => {
    const made = await t.make.employee({ position: role, ...(supervisorId && { supervisorId }) })
    return { ...made, caller: await t.as(role, made.cvl) }
  }
  const head = await somebody('supervisor')
  const giver = await somebody('manager', head.id)
  const taker = await somebody('manager', head.id)
  const outsider = await somebody('manager')
  type Caller = (typeof head)['caller']
  const bodyOf = (choice: HandoverSelection, to: CreatedPerson, more: object = {}) => ({
    choice,
    role: 'manager' as const,
    toId: to.id,
    effectiveOn: today,
    reason: 'Cambio de zona',
    ...more,
  })
  const propose = (by: Caller, choice: HandoverSelection, to: CreatedPerson, more: object = {}) =>
    by.call(proposeHandover, { body: bodyOf(choice, to, more) })
  const accept = (by: Caller, approvalId: string | null) =>
    by.call(approveChangeRequest, { params: { approvalId: approvalId! }, body: {} })
  return {
    t,
    clock,
    somebody,
    head,
    giver,
    taker,
    outsider,
    bodyOf,
    propose,
    accept,
    clientOf: (who: CreatedPerson) => t.make.client({ staff: { manager: who.id } }),
    /** Proposed and, as the firm needs no second person then, done. */
    handOver: async (by: Caller, choice: HandoverSelection, to: CreatedPerson, more: object = {}) => {
      await setDisabledTasks(t.db, ['handover', 'handoverRelease'])
      return propose(by, choice, to, more).finally(() => setDisabledTasks(t.db, []))
    },
    undo: (who: Caller, handoverId: string) => who.call(undoHandover, { params: { handoverId }, body: {} }),
    detail: (who: Caller, handoverId: string) => who.call(getHandover, { params: { handoverId } }),
    sees: async (who: Caller, client: CreatedPerson): Promise<boolean> => {
      const { statusCode } = await who.send(getClient, { params: { clientId: client.id } })
      expect([200, 404]).toContain(statusCode)
      return statusCode === 200
    },
    linksOf: async (client: CreatedPerson) => {
      const { rows } = await t.owner.query<{ employee_id: string; valid_from: string; valid_to: string | null }>(
        `select employee_id::text, valid_from::text, valid_to::text from dino.client_staff
          where client_id = $1 and role = 'manager' order by id`,
        [client.id],
      )
      return rows.map(({ employee_id, valid_from, valid_to }) => [employee_id, valid_from, valid_to])
    },
    /** Leaves nothing behind of what somebody told whom. */
    toldTo: async (who: Caller): Promise<string[]> => {
      const { rows } = await t.owner.query<{ kind: string }>(
        `delete from registry.notification where user_id = $1 returning id, kind`,
        [who.userId],
      )
      return rows.map(({ kind }) => kind)
    },
    /** What the worker does when it is that moment. */
    work: async (at: number): Promise<unknown[]> => {
      clock.now = at
      const failed: unknown[] = []
      const day = new Date(at).toISOString().slice(0, 10)
      await executeDueHandovers(t.db, { today: day, now: at }, (error) => failed.push(error))
      return failed
    },
  }
}

export const chooseClients = (...clients: CreatedPerson[]): HandoverSelection => ({
  by: 'clients',
  clientIds: clients.map(({ id }) => id),
})
export const buildExpectedError = (status: number, code: string) => ({ status, code })
