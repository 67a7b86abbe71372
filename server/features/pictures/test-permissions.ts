import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { ownDataRow, staffEditorsRow } from '#test/permissions/permission-rows.ts'
import { isAnswered, pixelPicture, requestByEmployee } from '#test/permissions/probe-requests.ts'

export const permissions: FeaturePermissions = {
  rows: {
    // Whose pictures one sees follows from two modules; its own test asks.
    'GET /staff/:employeeId/picture': ownDataRow,
    'POST /staff/:employeeId/picture': staffEditorsRow,
    'DELETE /staff/:employeeId/picture': staffEditorsRow,
    'POST /me/picture': ownDataRow,
    'DELETE /me/picture': ownDataRow,
  },
  probes: {
    'POST /staff/:employeeId/picture': {
      requests: [(target) => ({ ...requestByEmployee(target), content: pixelPicture })],
      revealsRecord: isAnswered,
    },
    'DELETE /staff/:employeeId/picture': { requests: [requestByEmployee], revealsRecord: isAnswered },
  },
  notProbed: {
    'GET /staff/:employeeId/picture': 'two modules say whose pictures one sees: the test of pictures asks as each',
  },
}
