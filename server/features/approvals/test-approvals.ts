import type { Kysely } from 'kysely'
import type { ApprovalTaskName } from '#contract/approvals.ts'
import type { ModuleKey } from '#contract/permissions.ts'
import type { DB } from '#db/types.ts'
import type { Actor, ApprovalTask } from '#server/core/approval-task.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { type ChangeProposal, proposeForApproval } from '#server/domain/approvals.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
export type Caller = Awaited<ReturnType<Tenant['as']>> & { employeeId: string | null }
type NotePayload = { note: string }

/** A task whose work is a row in the settings, so that a test sees whether it was done, and by whose transaction. */
const createNoteTask = (
  name: ApprovalTaskName,
  module: ModuleKey,
  secondFactor: boolean,
  canRestore = false,
): ApprovalTask<ApprovalTaskName, NotePayload> => ({
  name,
  module,
  secondFactor,
  getRecordPath: (entityId) => `/crm/RRHH/${entityId}`,
  carryOut: async (tx, { person }, { payload, makerId }) => {
    const value = JSON.stringify({ by: person.userId, for: makerId })
    await tx
      .insertInto('setting')
      .values({ key: `note.${payload.note}`, value })
      .execute()
    if (payload.note.startsWith('stale')) throw buildRefusal('approval.changedSince')
  },
  discardChange: async (tx, { payload }, state) => {
    const value = JSON.stringify({ dropped: state })
    await tx
      .insertInto('setting')
      .values({ key: `note.${payload.note}`, value })
      .execute()
  },
  ...(canRestore && {
    restoreChange: async (tx: Kysely<DB>, _actor: Actor, { payload }: { payload: NotePayload }) => {
      if (payload.note.startsWith('taken')) throw buildRefusal('approval.rejectionFinal')
      await tx.deleteFrom('setting').where('key', '=', `note.${payload.note}`).execute()
    },
  }),
})

export const roleTask = createNoteTask('permissions.role', 'bt_ModulosPermisos', true, true)
export const handoverTask = createNoteTask('handover', 'bt_Traspasos', false)

/** A server with two tasks of its own, and what it takes to propose to it. */
export const createApprovalsTenant = async (now: () => number) => {
  const t = await createTestTenant('dino', now)
  const app = await t.start({ tasks: [roleTask, handoverTask] })
  let createdCount = 0

  const as = async (...args: Parameters<typeof t.as>): Promise<Caller> => {
    const caller = await t.as(...args)
    const { rows } = await t.owner.query('select id from dino.employee where cvl = $1', [args[1] ?? null])
    return { ...caller, ...t.callerWith(caller.token, {}, app), employeeId: rows[0]?.id ?? null }
  }
  const note = (): string => `n${++createdCount}`
  /** Proposes a change of the task as somebody, as the features do. */
  const proposed = (
    maker: { userId: string; employeeId: string | null },
    more: Partial<ChangeProposal<ApprovalTaskName, NotePayload>> = {},
    task: ApprovalTask<ApprovalTaskName, NotePayload> = roleTask,
  ) => {
    const actor = {
      person: {
        userId: maker.userId,
        employeeId: maker.employeeId,
        fullName: 'Quien propone',
        cvl: null,
        actingCvl: null,
      },
      businessDate: new Date(now()).toISOString().slice(0, 10),
      prefix: 'dino',
      requestId: 'a test',
      address: '127.0.0.1',
    } as Actor
    const payload = { note: note() }
    const change = {
      payload,
      reason: 'Hace falta',
      entity: 'user',
      entityId: '7',
      params: { who: 'Ana', count: '1' },
      ...more,
    }
    return t.db.transaction().execute((tx) => proposeForApproval(tx, actor, task, change, now()))
  }
  const pending = async (...args: Parameters<typeof proposed>): Promise<{ approvalId: string }> => {
    const { approvalId } = await proposed(...args)
    if (approvalId === null) throw new Error('it was carried out at once')
    return { approvalId }
  }
  /** What the task has done, or was told: undefined while nothing. */
  const findNote = async (name: string) =>
    (await t.owner.query('select value from dino.setting where key = $1', [`note.${name}`])).rows[0]?.value
  const audited = async (action: string) =>
    (
      await t.owner.query(
        'select user_id, entity_id, before, after from dino.audit_event where action = $1 order by id',
        [action],
      )
    ).rows
  const findNotifications = async (kind: string, userId: string) =>
    (
      await t.owner.query(
        'select params, link from registry.notification where kind = $1 and user_id = $2 order by id',
        [kind, userId],
      )
    ).rows
  const drop = async () => {
    await app.close()
    await t.drop()
  }
  return { ...t, app, as, note, proposed, pending, noted: findNote, audited, findNotifications, drop }
}
