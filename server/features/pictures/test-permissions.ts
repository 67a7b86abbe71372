import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { answered, byEmployee, picture } from '#test/permissions/probe-words.ts'
import { mine, staffEditors } from '#test/permissions/row-words.ts'

export const permissions: FeaturePermissions = {
  rows: {
    // Whose pictures one sees follows from two modules; its own test asks.
    'GET /staff/:employeeId/picture': mine,
    'POST /staff/:employeeId/picture': staffEditors,
    'DELETE /staff/:employeeId/picture': staffEditors,
    'POST /me/picture': mine,
    'DELETE /me/picture': mine,
  },
  probes: {
    'POST /staff/:employeeId/picture': {
      ask: [(target) => ({ ...byEmployee(target), content: picture })],
      shows: answered,
    },
    'DELETE /staff/:employeeId/picture': { ask: [byEmployee], shows: answered },
  },
  notProbed: {
    'GET /staff/:employeeId/picture': 'two modules say whose pictures one sees: the test of pictures asks as each',
  },
}
