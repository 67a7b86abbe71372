import { expect, test } from 'vitest'
import type { TeamFigures } from '#contract/team.ts'
import { listFigureViews } from './list-figure-views.ts'

const captation = { gross: '100.00', out: '0.00', net: '100.00' }
const figures: TeamFigures = { clients: 4, capital: '1000.00', month: captation, year: captation }

test.each([
  ['nobody under them', null, ['individual']],
  ['a team with the same figures', { ...figures }, ['individual']],
  ['a team with more clients', { ...figures, clients: 5 }, ['individual', 'team']],
  ['a team with other captation', { ...figures, year: { ...captation, gross: '150.00' } }, ['individual', 'team']],
])('the card of a person with %s has the columns %s', (_, team, views) => {
  expect(listFigureViews({ own: figures, team })).toEqual(views)
})
