import { isDeepStrictEqual } from 'node:util'
import { type Kysely, sql } from 'kysely'
import type { addRule as addContract, endRule as endContract } from '#contract/access.ts'
import type { ChangeFacts } from '#contract/approvals/change-fields.ts'
import type { Proposed } from '#contract/approvals.ts'
import type { Parsed } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { Action, ModuleKey, Scope } from '#contract/permissions.ts'
import { type Decision, lastResort } from '#contract/rights.ts'
import type { DB } from '#db/types.ts'
import { audit } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import type { Doer, Task } from '#server/core/task.ts'
import { propose } from '#server/domain/approvals.ts'
import { keepAnAdministrator, lockPeople } from '#server/domain/last-administrator.ts'
import { recordRightGains } from '#server/domain/right-gains.ts'
import { findSubject, rightsOfSubject } from '#server/domain/rights-of.ts'
import { findPersonOf, type Person, refuseUnlessAll } from './people.queries.ts'
import { findRules } from './person.queries.ts'
import { markOf } from './role-task.ts'
import { tellChanged } from './tell-changed.ts'

type Rule = { effect: 'grant' | 'deny'; module: ModuleKey; action: Action; scope: Scope | null; validTo: string | null }
/** What the person could do there when the rule was asked for, and which rule said so. */
type Before = Decision
type NewRule = Rule & { kind: 'add'; userId: string; validFrom: string; before: Before; reason: string }
type EndedRule = Rule & { kind: 'end'; userId: string; ruleId: string }

const isLastResort = (role: 'admin' | 'everybody', { module, action }: Pick<Rule, 'module' | 'action'>): boolean =>
  lastResort.some((one) => one.role === role && one.module === module && one.actions.includes(action))

const findBefore = async (
  tx: Kysely<DB>,
  userId: string,
  { module, action }: Pick<Rule, 'module' | 'action'>,
  businessDate: string,
): Promise<Before | undefined> => {
  const subject = await findSubject(tx, { userId }, businessDate)
  if (!subject) return undefined
  return rightsOfSubject(subject).decisionOn(module, action)
}

const shown = ({ allowed, scopes }: Before) => ({ allowed, scopes })

const add = async (tx: Kysely<DB>, doer: Doer, rule: NewRule, makerId: string): Promise<void> => {
  const { kind: _, userId, before, reason, ...said } = rule
  const { effect, module, action, scope, validFrom, validTo } = said
  const now = await findBefore(tx, userId, rule, doer.businessDate)
  const over = validTo !== null && validTo < doer.businessDate
  if (over || !isDeepStrictEqual(now, before)) throw refuse('approval.changedSince')
  await tx
    .insertInto('personRule')
    .values({
      userId,
      effect,
      module,
      action,
      scope,
      // What waited for its second person begins when it is given, not before.
      validFrom: validFrom < doer.businessDate ? doer.businessDate : validFrom,
      validTo,
      reason,
      createdBy: makerId,
    })
    .execute()
  if (effect === 'deny' && isLastResort('admin', rule)) await keepAnAdministrator(tx, doer.businessDate)
  await audit(tx, doer, {
    action: effect === 'grant' ? 'permissions.granted' : 'permissions.denied',
    entity: 'access',
    entityId: userId,
    before: shown(before),
    after: said,
  })
}

const end = async (tx: Kysely<DB>, doer: Doer, rule: EndedRule): Promise<void> => {
  const { kind: _, userId, ruleId, ...said } = rule
  const { numUpdatedRows } = await tx
    .updateTable('personRule')
    .set({ endedAt: sql<string>`now()`, endedBy: doer.person.userId })
    .where('id', '=', ruleId)
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw refuse('approval.changedSince')
  await audit(tx, doer, { action: 'permissions.ruleEnded', entity: 'access', entityId: userId, before: said })
}

/** Whether the person may approve more by it: granted, or denied no more. */
const givesApproval = ({ kind, effect, action }: NewRule | EndedRule): boolean =>
  (action === 'approve' || action === 'view') && (kind === 'add') === (effect === 'grant')

/** When the right is there: now, or at the beginning of its first day by the firm's clock, in milliseconds. */
const beginningOf = async (tx: Kysely<DB>, doer: Doer, rule: NewRule | EndedRule, now: number): Promise<number> => {
  if (rule.kind === 'end' || rule.validFrom <= doer.businessDate) return now
  const { rows } = await sql<{ at: string }>`
    select ${rule.validFrom}::date::timestamp at time zone ${tenantFacts[doer.prefix].timeZone} as at`.execute(tx)
  return Math.max(now, Date.parse(rows[0]!.at))
}

export const personTask: Task<'permissions.person', NewRule | EndedRule> = {
  name: 'permissions.person',
  module: 'bt_ModulosPermisos',
  secondFactor: true,
  guarded: true,
  pageOf: (userId) => `/crm/ModulosPermisos/personas/${userId}`,
  carryOut: async (tx, doer, { payload, makerId, now }) => {
    await lockPeople(tx)
    if (payload.kind === 'add') await add(tx, doer, payload, makerId)
    else await end(tx, doer, payload)
    if (givesApproval(payload)) {
      const at = await beginningOf(tx, doer, payload, now)
      await recordRightGains(tx, [{ userId: payload.userId, module: payload.module }], at)
    }
    await tellChanged(tx, { userId: payload.userId }, doer.person.userId)
  },
}

type Change = { payload: NewRule | EndedRule; before?: ChangeFacts; after?: ChangeFacts }

const ask = (
  tx: Kysely<DB>,
  ctx: Ctx,
  { serving }: Raw,
  person: Person,
  reason: string,
  { payload, ...change }: Change,
): Promise<Proposed> => {
  const { effect, module, action } = payload
  const params = { change: payload.kind === 'add' ? effect : 'end', who: markOf(person), module, action } as const
  const about = { userId: person.id, employeeId: person.employeeId }
  const whole = { payload, reason, entity: 'access', entityId: person.id, params, about, ...change }
  return propose(tx, ctx, personTask, whole, serving.clock())
}

/** Field by field, what makes no sense of a rule. */
const wrongIn = (
  { effect, scope, validFrom, validTo, ...about }: Parsed<typeof addContract>['body'],
  today: string,
) => ({
  ...(effect === 'grant' && scope === null && { scope: 'required' }),
  ...(effect === 'deny' && scope !== null && { scope: 'notForDenial' }),
  ...(effect === 'deny' && isLastResort('everybody', about) && { action: 'lastResort' }),
  ...(validFrom !== undefined && validFrom < today && { validFrom: 'beforeToday' }),
  ...(validTo !== null && validFrom !== undefined && validTo < validFrom && { validTo: 'order' }),
  ...(validTo !== null && validTo < today && { validTo: 'beforeToday' }),
})

/** Grants or denies a person one thing, or asks for it. */
export const addRule = (ctx: Ctx, { params, body }: Parsed<typeof addContract>, raw: Raw): Promise<Proposed> =>
  ctx.db.transaction().execute(async (tx) => {
    const person = await findPersonOf({ ...ctx, db: tx }, params.userId)
    refuseUnlessAll(ctx)
    const fields = wrongIn(body, ctx.businessDate)
    if (Object.keys(fields).length > 0) throw refuse('request.invalid', { fields })
    await lockPeople(tx)
    const before = await findBefore(tx, person.id, body, ctx.businessDate)
    if (!before) throw refuse('employee.ended')
    const takesAway = body.effect === 'deny' && person.role === 'admin' && isLastResort('admin', body)
    if (takesAway) await keepAnAdministrator(tx, ctx.businessDate, person.id)
    const { reason, validFrom = ctx.businessDate, ...said } = body
    const rule = { ...said, validFrom }
    const payload = { kind: 'add' as const, userId: person.id, before, reason, ...rule }
    return ask(tx, ctx, raw, person, reason, { payload, before: shown(before), after: rule })
  })

/** Ends a rule before its last day, or asks for it. */
export const endRule = (ctx: Ctx, { params, body }: Parsed<typeof endContract>, raw: Raw): Promise<Proposed> =>
  ctx.db.transaction().execute(async (tx) => {
    const person = await findPersonOf({ ...ctx, db: tx }, params.userId)
    refuseUnlessAll(ctx)
    const rule = (await findRules(tx, person.id, ctx.businessDate)).find(({ id }) => id === params.ruleId)
    if (!rule) throw refuse('notFound')
    if (rule.state === 'ended' || rule.state === 'past') throw refuse('conflict.changed')
    const { effect, module, action, scope, validTo } = rule
    const said = { effect, module, action, scope, validTo }
    const payload = { kind: 'end' as const, userId: person.id, ruleId: rule.id, ...said }
    return ask(tx, ctx, raw, person, body.reason, { payload, before: said, after: { ended: true } })
  })
