import { expect, test } from 'vitest'
import type { PermissionCheck } from '#web/core/session.ts'
import { listClientActions } from './list-client-actions.ts'

const allow =
  (...modules: string[]): PermissionCheck =>
  (module, action) =>
    action === 'create' && modules.includes(module)

test.each([
  {
    who: 'who opens accounts and hands clients over',
    may: allow('bt_Pendientes', 'bt_Traspasos'),
    actions: ['openAccount', 'handOver'],
  },
  { who: 'who opens accounts', may: allow('bt_Pendientes'), actions: ['openAccount'] },
  { who: 'who hands clients over', may: allow('bt_Traspasos'), actions: ['handOver'] },
  { who: 'who only reads', may: allow(), actions: [] },
])('a client’s row offers its actions to a person $who', ({ may, actions }) => {
  expect(listClientActions(may)).toEqual(actions)
})
