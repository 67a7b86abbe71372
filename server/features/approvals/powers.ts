import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import type { Rights } from '#server/core/rights.ts'
import type { Task } from '#server/core/task.ts'
import { findSubjects, rightsOfSubject } from '#server/domain/rights-of.ts'

/** On whose word a change may be decided: one's own, or an absent person's; for which tasks, and with whom they have to lie. */
export type Power = {
  rank: number
  absentId: string | null
  absentUserId: string | null
  /** Who named the substitute. */
  namedBy: string | null
  tasks: string[]
  all: boolean
  staffIds: readonly string[]
  zoneId: string | null
}

/** Somebody who looks at changes, and what they may decide. */
export type Viewer = { userId: string | null; employeeId: string | null; powers: Power[]; today: string }

type Absent = { employeeId: string; userId: string; namedBy: string | null }

const powersOf = (rights: Rights, tasks: readonly Task[], rank: number, absent: Absent | null): Power[] =>
  [...new Set(tasks.map(({ module }) => module))]
    .filter((module) => rights.may(module, 'approve'))
    .flatMap((module) =>
      // One's own rights, and those of one other person, come to one reach.
      rights.reachOf(module, 'approve').map(({ all, staffIds, zoneId }) => ({
        rank,
        absentId: absent?.employeeId ?? null,
        absentUserId: absent?.userId ?? null,
        namedBy: absent?.namedBy ?? null,
        tasks: tasks.filter((task) => task.module === module).map(({ name }) => name),
        all,
        staffIds,
        zoneId,
      })),
    )

/** Who is away today and has named this member of staff. A substitute's own substitutes aren't asked for: what is lent isn't lent on. */
const findAbsent = async (
  db: Kysely<DB>,
  employeeId: string,
  businessDate: string,
): Promise<ReadonlyMap<string, string>> => {
  const rows = await db
    .selectFrom('substitution')
    .select(['absentId', 'createdBy'])
    .where('substituteId', '=', employeeId)
    .where('endedAt', 'is', null)
    .where('fromOn', '<=', businessDate)
    .where('toOn', '>=', businessDate)
    .execute()
  return new Map(rows.map(({ absentId, createdBy }) => [absentId, createdBy]))
}

/** What the absent could decide themselves; somebody without access, or no longer here, could decide nothing. */
const lentTo = async (
  db: Kysely<DB>,
  employeeId: string | null,
  tasks: readonly Task[],
  businessDate: string,
): Promise<Power[]> => {
  const absent = employeeId === null ? undefined : await findAbsent(db, employeeId, businessDate)
  if (!absent || absent.size === 0) return []
  const subjects = await findSubjects(db, { employeeIds: [...absent.keys()] }, businessDate)
  return subjects.flatMap((subject, n) => {
    const { employeeId: absentId, userId } = subject
    if (userId === null || absentId === null) return []
    const whom = { employeeId: absentId, userId, namedBy: absent.get(absentId) ?? null }
    return powersOf(rightsOfSubject(subject), tasks, n + 1, whom)
  })
}

/** The person themselves, in whoever's view they work. */
export const findMyself = async (
  db: Kysely<DB>,
  { person, businessDate }: Pick<Ctx, 'person' | 'businessDate'>,
  tasks: readonly Task[],
): Promise<Viewer> => ({
  userId: person.userId,
  employeeId: person.employeeId,
  today: businessDate,
  powers: [
    ...powersOf(person.ownRights, tasks, 0, null),
    ...(await lentTo(db, person.employeeId, tasks, businessDate)),
  ],
})

/** Whoever's view the person works in; null in their own. */
const findActing = async (ctx: Ctx, tasks: readonly Task[]): Promise<Viewer | null> => {
  const { actingCvl, seat } = ctx.person
  if (actingCvl === null || seat.employeeId === null) return null
  const [subject] = await findSubjects(ctx.db, { employeeIds: [seat.employeeId] }, ctx.businessDate)
  const today = ctx.businessDate
  if (!subject?.userId) return { userId: null, employeeId: seat.employeeId, powers: [], today }
  return {
    userId: subject.userId,
    employeeId: seat.employeeId,
    today,
    powers: [
      ...powersOf(rightsOfSubject(subject), tasks, 0, null),
      ...(await lentTo(ctx.db, seat.employeeId, tasks, ctx.businessDate)),
    ],
  }
}

/** Through whose eyes the changes are seen: one's own; in another's view theirs, of what one may see oneself. */
export type Eyes = { viewer: Viewer; only: Viewer | null }

export const findEyes = async (ctx: Ctx, tasks: readonly Task[]): Promise<Eyes> => {
  const [myself, acting] = await Promise.all([findMyself(ctx.db, ctx, tasks), findActing(ctx, tasks)])
  return acting ? { viewer: acting, only: myself } : { viewer: myself, only: null }
}
