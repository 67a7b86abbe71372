import { type Kysely, sql } from 'kysely'
import type { Role } from '#contract/permissions.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import type { Rights } from '#server/core/rights.ts'
import type { Serving } from '#server/core/serve.ts'
import type { Task } from '#server/core/task.ts'
import { type Director, findDirectors } from '#server/domain/directors.ts'
import { isAgreed, isWeighty } from '#server/domain/lent-word.ts'
import { findRightGains, isNewRight, type RightGain, settledBefore } from '#server/domain/right-gains.ts'
import { findSubjects, rightsOfSubject } from '#server/domain/rights-of.ts'

/** On whose word a change may be decided: one's own, or an absent person's; for which tasks, and with whom they have to lie. */
export type Power = {
  rank: number
  absentId: string | null
  absentUserId: string | null
  /** Who named the substitute. */
  namedBy: string | null
  /** The substitute was named within a day. */
  namedLately: boolean
  tasks: string[]
  /** Of these, those of a right that is younger than a day. */
  lately: string[]
  /** The word of somebody of direction, or of the one who answers for it: enough for a guarded change. */
  direction: boolean
  all: boolean
  staffIds: readonly string[]
  zoneId: string | null
}

/** Somebody who looks at changes, what they may decide, and who of direction there is to decide what is guarded. */
export type Viewer = {
  userId: string | null
  employeeId: string | null
  powers: Power[]
  directors: readonly Director[]
  /** Tasks that ask for a second factor. */
  strict: string[]
  today: string
}

/** What is asked about rights beside the rights themselves. */
type Known = { tasks: readonly Task[]; gains: readonly RightGain[]; now: number }
type Whose = { userId: string | null; role: Role }
type Absent = { employeeId: string; userId: string; namedBy: string; namedLately: boolean; agreed: boolean }

const powersOf = (rights: Rights, whose: Whose, { tasks, gains }: Known, rank: number, absent?: Absent): Power[] =>
  [...new Set(tasks.map(({ module }) => module))]
    .filter((module) => rights.may(module, 'approve'))
    .flatMap((module) => {
      const names = tasks
        .filter((task) => task.module === module && (absent?.agreed !== false || !isWeighty(rights, task)))
        .map(({ name }) => name)
      // One's own rights, and those of one other person, come to one reach.
      return rights.reachOf(module, 'approve').map(({ all, staffIds, zoneId }) => ({
        rank,
        absentId: absent?.employeeId ?? null,
        absentUserId: absent?.userId ?? null,
        namedBy: absent?.namedBy ?? null,
        namedLately: absent?.namedLately ?? false,
        tasks: names,
        lately: isNewRight(gains, whose, module) ? names : [],
        direction: whose.role === 'direction',
        all,
        staffIds,
        zoneId,
      }))
    })

/**
 * What somebody answers for beside their rights: for themselves, or for those under them. It isn't lent: a substitute has the absent one's
 * rights, not their consent.
 */
const answersOf = (employeeId: string, team: readonly string[], tasks: readonly Task[]): Power[] => {
  const answered = (whom: Task['answers']) => tasks.filter(({ answers }) => answers === whom).map(({ name }) => name)
  const power = (names: string[], staffIds: readonly string[]): Power => ({
    ...{ rank: 0, absentId: null, absentUserId: null, namedBy: null, namedLately: false },
    ...{ tasks: names, lately: [], direction: true, all: false, staffIds, zoneId: null },
  })
  return [power(answered('self'), [employeeId]), power(answered('line'), team)].filter(
    ({ tasks: names }) => names.length > 0,
  )
}

const findTeams = async (db: Kysely<DB>, employeeIds: readonly string[]): Promise<ReadonlyMap<string, string[]>> => {
  const teams = new Map<string, string[]>()
  if (employeeIds.length === 0) return teams
  const rows = await db
    .selectFrom('employeeTeam')
    .select(['supervisorId', 'employeeId'])
    .where('supervisorId', 'in', employeeIds)
    .execute()
  for (const { supervisorId, employeeId } of rows)
    teams.set(supervisorId, [...(teams.get(supervisorId) ?? []), employeeId])
  return teams
}

const findAnswers = async (db: Kysely<DB>, employeeId: string | null, tasks: readonly Task[]): Promise<Power[]> => {
  if (employeeId === null) return []
  const teams = tasks.some(({ answers }) => answers === 'line') ? await findTeams(db, [employeeId]) : new Map()
  return answersOf(employeeId, teams.get(employeeId) ?? [], tasks)
}

type Named = Pick<Absent, 'namedBy' | 'namedLately' | 'agreed'>

/**
 * Who is away today and has named one of these members of staff, by the one named. A substitute's own substitutes aren't asked for: what is
 * lent isn't lent on.
 */
const findAbsent = async (
  db: Kysely<DB>,
  employeeIds: readonly string[],
  businessDate: string,
  now: number,
): Promise<ReadonlyMap<string, ReadonlyMap<string, Named>>> => {
  const absent = new Map<string, Map<string, Named>>()
  if (employeeIds.length === 0) return absent
  const rows = await db
    .selectFrom('substitution as s')
    .innerJoin('employee as e', 'e.id', 's.absentId')
    .select(['s.absentId', 's.substituteId', 's.createdBy', 's.createdAt'])
    .select(isAgreed(sql`(select p.user_id from registry.own_people() p where p.cvl = e.cvl)`).as('agreed'))
    .where('s.substituteId', 'in', employeeIds)
    .where('s.endedAt', 'is', null)
    .where('s.fromOn', '<=', businessDate)
    .where('s.toOn', '>=', businessDate)
    .execute()
  const settled = Date.parse(settledBefore(now))
  for (const { absentId, substituteId, createdBy, createdAt, agreed } of rows) {
    const named = absent.get(substituteId) ?? new Map<string, Named>()
    named.set(absentId, { namedBy: createdBy, namedLately: Date.parse(createdAt) > settled, agreed })
    absent.set(substituteId, named)
  }
  return absent
}

/** What the absent could decide themselves, by whom they have named; somebody without access, or no longer here, could decide nothing. */
const lentTo = async (
  db: Kysely<DB>,
  employeeIds: readonly string[],
  known: Known,
  businessDate: string,
): Promise<ReadonlyMap<string, Power[]>> => {
  const absent = await findAbsent(db, employeeIds, businessDate, known.now)
  if (absent.size === 0) return new Map()
  const absentIds = [...new Set([...absent.values()].flatMap((named) => [...named.keys()]))]
  const subjects = await findSubjects(db, { employeeIds: absentIds }, businessDate)
  const lentBy = (named: ReadonlyMap<string, Named>): Power[] =>
    subjects
      .filter(({ employeeId }) => employeeId !== null && named.has(employeeId))
      .flatMap((subject, n) => {
        const { employeeId: absentId, userId } = subject
        if (userId === null || absentId === null) return []
        const whom = { employeeId: absentId, userId, ...named.get(absentId)! }
        return powersOf(rightsOfSubject(subject), subject, known, n + 1, whom)
      })
  return new Map([...absent].map(([substituteId, named]) => [substituteId, lentBy(named)]))
}

const findLent = async (db: Kysely<DB>, employeeId: string | null, known: Known, businessDate: string) =>
  employeeId === null ? [] : ((await lentTo(db, [employeeId], known, businessDate)).get(employeeId) ?? [])

const knownAt = async (db: Kysely<DB>, tasks: readonly Task[], now: number): Promise<Known> => ({
  tasks,
  gains: await findRightGains(db, now),
  now,
})

const strictOf = (tasks: readonly Task[]): string[] =>
  tasks.filter(({ secondFactor }) => secondFactor).map(({ name }) => name)

type Asking = Pick<Ctx, 'person' | 'businessDate'>

/** The person themselves, in whoever's view they work. */
export const findMyself = async (
  db: Kysely<DB>,
  { person, businessDate }: Asking,
  tasks: readonly Task[],
  now: number,
): Promise<Viewer> => {
  const known = await knownAt(db, tasks, now)
  return {
    userId: person.userId,
    employeeId: person.employeeId,
    today: businessDate,
    strict: strictOf(tasks),
    directors: await findDirectors(db, tasks, businessDate, now),
    powers: [
      ...powersOf(person.ownRights, person, known, 0),
      ...(await findAnswers(db, person.employeeId, tasks)),
      ...(await findLent(db, person.employeeId, known, businessDate)),
    ],
  }
}

/** Whoever's view the person works in; null in their own. */
const findActing = async (ctx: Ctx, tasks: readonly Task[], now: number): Promise<Viewer | null> => {
  const { actingCvl, seat } = ctx.person
  if (actingCvl === null || seat.employeeId === null) return null
  const [subject] = await findSubjects(ctx.db, { employeeIds: [seat.employeeId] }, ctx.businessDate)
  // Nothing is decided in another's view: who of direction there is makes no difference to what it shows.
  const nobody: Viewer = {
    userId: null,
    employeeId: seat.employeeId,
    powers: [],
    directors: [],
    strict: strictOf(tasks),
    today: ctx.businessDate,
  }
  if (!subject?.userId) return nobody
  const known = await knownAt(ctx.db, tasks, now)
  return {
    ...nobody,
    userId: subject.userId,
    powers: [
      ...powersOf(rightsOfSubject(subject), subject, known, 0),
      ...(await findAnswers(ctx.db, seat.employeeId, tasks)),
      ...(await findLent(ctx.db, seat.employeeId, known, ctx.businessDate)),
    ],
  }
}

/** Through whose eyes the changes are seen: one's own; in another's view theirs, of what one may see oneself. */
export type Eyes = { viewer: Viewer; only: Viewer | null }

export const findEyes = async (ctx: Ctx, { tasks, clock }: Pick<Serving, 'tasks' | 'clock'>): Promise<Eyes> => {
  const [myself, acting] = await Promise.all([findMyself(ctx.db, ctx, tasks, clock()), findActing(ctx, tasks, clock())])
  return acting ? { viewer: acting, only: myself } : { viewer: myself, only: null }
}

/** The powers of several people at once, each with whose it is. */
export const findPowers = async (
  db: Kysely<DB>,
  people: readonly { userId: string; employeeId: string | null; role: Role; rights: Rights }[],
  { tasks, now, businessDate }: { tasks: readonly Task[]; now: number; businessDate: string },
): Promise<(Power & { userId: string })[]> => {
  const known = await knownAt(db, tasks, now)
  const employeeIds = people.flatMap(({ employeeId }) => employeeId ?? [])
  const [teams, lent] = [await findTeams(db, employeeIds), await lentTo(db, employeeIds, known, businessDate)]
  return people.flatMap(({ employeeId, rights, ...person }) => {
    const own = powersOf(rights, person, known, 0)
    const others = employeeId
      ? [...answersOf(employeeId, teams.get(employeeId) ?? [], tasks), ...(lent.get(employeeId) ?? [])]
      : []
    return [...own, ...others].map((power) => ({ ...power, userId: person.userId }))
  })
}
