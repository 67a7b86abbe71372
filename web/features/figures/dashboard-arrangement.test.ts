import { expect, test } from 'vitest'
import { dashboardBlocks, getDefaultDashboard } from '#contract/figures/dashboard-blocks.ts'
import { roles } from '#contract/permissions.ts'
import { groupBlocks, moveBlock, toggleBlock } from './dashboard-arrangement.ts'

test('tiles that follow one another share a grid', () => {
  expect(groupBlocks(['totalCapital', 'expirations', 'goal', 'birthdayClients', 'sales'])).toEqual([
    { tiles: ['totalCapital', 'expirations'] },
    { section: 'goal' },
    { tiles: ['birthdayClients'] },
    { section: 'sales' },
  ])
  expect(groupBlocks([])).toEqual([])
})

test('a block is taken away, and comes back at the end', () => {
  const without = toggleBlock(['goal', 'sales', 'history'], 'sales')
  expect(without).toEqual(['goal', 'history'])
  expect(toggleBlock(without, 'sales')).toEqual(['goal', 'history', 'sales'])
})

test('a block moves by one place, and no further than the ends', () => {
  expect(moveBlock(['goal', 'sales', 'history'], 'history', -1)).toEqual(['goal', 'history', 'sales'])
  expect(moveBlock(['goal', 'sales'], 'goal', -1)).toEqual(['goal', 'sales'])
  expect(moveBlock(['goal', 'sales'], 'sales', 1)).toEqual(['goal', 'sales'])
})

test.each(roles)('the usual dashboard of the role %s has known blocks, each once', (role) => {
  const blocks = getDefaultDashboard(role)
  expect(new Set(blocks).size).toBe(blocks.length)
  expect(blocks.every((block) => dashboardBlocks.includes(block))).toBe(true)
})
