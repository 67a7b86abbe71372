import { expect, test } from 'vitest'
import type { PermissionCheck } from '#web/core/session.ts'
import { listClientActions } from './list-client-actions.ts'

const allow =
  (...allowed: string[]): PermissionCheck =>
  (module, action) =>
    allowed.includes(`${module} ${action}`)

const money = allow(
  'bt_Ingresos create',
  'bt_Retiradas create',
  'bt_Cancelaciones create',
  'bt_Vencimientos edit',
  'bt_Pendientes create',
)

test.each([
  {
    who: 'who moves money, with what is done most first',
    may: money,
    activeAccounts: 2,
    actions: ['contribution', 'withdrawal', 'cancellation', 'instruction', 'call', 'openAccount'],
  },
  {
    who: 'who moves money, of a client without active accounts',
    may: money,
    activeAccounts: 0,
    actions: ['contribution', 'withdrawal', 'openAccount'],
  },
  {
    who: 'who opens accounts and hands clients over',
    may: allow('bt_Pendientes create', 'bt_Traspasos create'),
    activeAccounts: 1,
    actions: ['openAccount', 'handOver'],
  },
  { who: 'who hands clients over', may: allow('bt_Traspasos create'), activeAccounts: 1, actions: ['handOver'] },
  { who: 'who only reads', may: allow(), activeAccounts: 1, actions: [] },
])('a client’s row offers its actions to a person $who', ({ may, activeAccounts, actions }) => {
  expect(listClientActions({ activeAccounts }, may)).toEqual(actions)
})
