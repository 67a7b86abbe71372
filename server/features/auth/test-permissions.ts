import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { approvalMakersRow, everybodyRow, ownDataRow } from '#test/permissions/permission-rows.ts'
import { isAnswered } from '#test/permissions/probe-requests.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'POST /ApiRest/api/auth/login': everybodyRow,
    'POST /api/auth/google-login': everybodyRow,
    'GET /ApiRest/api/auth/check-email': everybodyRow,
    'POST /ApiRest/api/auth/password-change': everybodyRow,
    'POST /password-resets': everybodyRow,
    'GET /google': everybodyRow,
    'GET /demo': everybodyRow,
    'GET /status': everybodyRow,
    'POST /ApiRest/api/audit': ownDataRow,
    'GET /session': ownDataRow,
    'POST /session/sign-out': ownDataRow,
    'POST /session/lock': ownDataRow,
    'POST /session/unlock': ownDataRow,
    'POST /session/heartbeat': ownDataRow,
    'POST /session/prefix': ownDataRow,
    'DELETE /session/view': ownDataRow,
    'GET /me/sessions': ownDataRow,
    'DELETE /me/sessions/:sessionId': ownDataRow,
    'PATCH /me/preferences': ownDataRow,
    'GET /me/drafts/:form': ownDataRow,
    'PUT /me/drafts/:form': ownDataRow,
    'DELETE /me/drafts/:form': ownDataRow,
    'POST /me/password': ownDataRow,
    'GET /session/views': approvalMakersRow,
    'POST /session/view': approvalMakersRow,
  },
  probes: {
    'GET /session/views': {
      requests: [({ employee }) => ({ query: { search: employee.cvl } })],
      revealsRecord: (answer, { employee }) => answer.status === 200 && answer.body.includes(employee.cvl),
    },
    'POST /session/view': {
      requests: [({ employee }) => ({ body: { cvl: employee.cvl } })],
      revealsRecord: isAnswered,
    },
  },
  notProbed: {
    'DELETE /me/sessions/:sessionId': 'the session is looked for among those of the caller',
    'GET /me/drafts/:form': 'the name of a form, among the drafts of the caller',
    'PUT /me/drafts/:form': 'the name of a form, among the drafts of the caller',
    'DELETE /me/drafts/:form': 'the name of a form, among the drafts of the caller',
  },
}
