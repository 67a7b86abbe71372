import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dashboardFigures, figures } from '#contract/figures/keys.ts'
import { getDashboard, listFigureRows } from '#contract/figures.ts'
import { createFiguresFixture, type FiguresFixture, fetchFigure, onDay, sumRows } from './test-figures.ts'

/** Today is 2026-06-15. */
let f: FiguresFixture
beforeAll(async () => {
  f = await createFiguresFixture()
})
afterAll(() => f?.t.drop())

describe('who sees which figures', () => {
  test('a person in reach is chosen alone or with their team', async () => {
    const of = f.people.superior.id
    expect((await fetchFigure(f.callers.direction, 'totalCapital', { of })).amount).toBe('0.00')
    expect((await fetchFigure(f.callers.direction, 'totalCapital', { of, view: 'team' })).amount).toBe('1570.50')
    const { scope } = await f.callers.direction.call(getDashboard, { query: { of, view: 'team' } })
    expect(scope).toMatchObject({ person: { id: of }, view: 'team', isWholeFirm: false })
  })

  test('nobody out of reach can be chosen', async () => {
    await expect(f.callers.manager.call(getDashboard, { query: { of: f.people.second.id } })).rejects.toThrow('404')
    await expect(fetchFigure(f.callers.manager, 'totalCapital', { of: f.people.second.id })).rejects.toThrow('404')
    const rows = f.callers.manager.call(listFigureRows.page, {
      params: { figure: 'totalCapital' },
      query: { of: f.people.second.id },
    })
    await expect(rows).rejects.toThrow('404')
  })

  test('a figure reaches no further than the right to its data', async () => {
    await f.t.owner.query(
      `insert into dino.role_grant (role, module, actions, scope) values ('partner', 'bt_Dashboard1', '{view,export}', 'all')`,
    )
    const partner = await f.t.as('partner', (await f.t.make.employee({ position: 'partner' })).cvl)
    for (const query of [{}, onDay('2026-05-15')]) {
      expect((await fetchFigure(partner, 'totalCapital', query)).amount).toBe('0.00')
      expect((await sumRows(partner, 'totalCapital', query)).counted).toBe(0)
    }
  })

  test('a figure of data that somebody may not see is not there', async () => {
    const investments = await f.t.as('investments', (await f.t.make.employee({ position: 'investments' })).cvl)
    const { figures: shown } = await investments.call(getDashboard, {})
    const seen = shown.map(({ key }) => key)
    expect(seen).toEqual(dashboardFigures.filter((key) => figures[key].module === 'bt_Clientes'))
    await expect(fetchFigure(investments, 'withdrawalRequests')).rejects.toThrow('404')
    await expect(sumRows(investments, 'withdrawalRequests', {})).rejects.toThrow('404')
  })

  test('days of one’s own are asked for both, and in order', async () => {
    const days = [
      {},
      { from: '2026-06-01' },
      { to: '2026-06-01' },
      { from: '2026-06-02', to: '2026-06-01' },
      { from: '0001-01-01', to: '2026-06-01' },
      { from: '2026-06-01', to: '9999-12-31' },
    ]
    for (const range of days)
      await expect(f.callers.direction.call(getDashboard, { query: { range: 'custom', ...range } })).rejects.toThrow(
        '400',
      )
  })
})
