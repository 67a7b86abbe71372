import { expect, test } from 'vitest'
import { addGoals, findTeamGoal, type GoalOfPerson, sumGoal } from './goal-months.ts'

/** The twentieth of thirty days: two thirds of 1,00 € is 0,67 €, and of 3,00 € 2,00 €. */
const ctx = { businessDate: '2026-06-20' }
const months = Array.from({ length: 12 }, () => 100n)
const goals: GoalOfPerson[] = ['1', '2', '3'].map((employeeId) => ({ employeeId, kind: 'individual', months }))

test('what people should have by a day adds up to the cent', () => {
  const one = sumGoal(
    ctx,
    addGoals(goals, (id) => id === '1'),
  )
  expect(one).toEqual({ amount: 1200n, toDate: 567n })
  const team = sumGoal(ctx, findTeamGoal(goals, '1', new Set(['1', '2'])))
  expect(team).toEqual({ amount: 2400n, toDate: 1134n })
  expect(
    sumGoal(
      ctx,
      addGoals(goals, () => true),
    ),
  ).toEqual({ amount: 3600n, toDate: 1701n })
})

test('a goal that was set for a team is its own', () => {
  const set: GoalOfPerson = { employeeId: '1', kind: 'team', months: months.map(() => 300n) }
  expect(sumGoal(ctx, findTeamGoal([...goals, set], '1', new Set(['1', '2', '3'])))).toEqual({
    amount: 3600n,
    toDate: 1700n,
  })
})
