import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { answered } from '#test/permissions/probe-words.ts'
import { changers, everybody, mine } from '#test/permissions/row-words.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'POST /ApiRest/api/auth/login': everybody,
    'POST /api/auth/google-login': everybody,
    'GET /ApiRest/api/auth/check-email': everybody,
    'POST /ApiRest/api/auth/password-change': everybody,
    'POST /password-resets': everybody,
    'GET /google': everybody,
    'GET /demo': everybody,
    'GET /status': everybody,
    'POST /ApiRest/api/audit': mine,
    'GET /session': mine,
    'POST /session/sign-out': mine,
    'POST /session/lock': mine,
    'POST /session/unlock': mine,
    'POST /session/heartbeat': mine,
    'POST /session/prefix': mine,
    'DELETE /session/view': mine,
    'GET /me/sessions': mine,
    'DELETE /me/sessions/:sessionId': mine,
    'PATCH /me/preferences': mine,
    'GET /me/drafts/:form': mine,
    'PUT /me/drafts/:form': mine,
    'DELETE /me/drafts/:form': mine,
    'POST /me/password': mine,
    'GET /session/views': changers,
    'POST /session/view': changers,
  },
  probes: {
    'GET /session/views': {
      ask: [({ employee }) => ({ query: { search: employee.cvl } })],
      shows: (told, { employee }) => told.status === 200 && told.body.includes(employee.cvl),
    },
    'POST /session/view': { ask: [({ employee }) => ({ body: { cvl: employee.cvl } })], shows: answered },
  },
  notProbed: {
    'DELETE /me/sessions/:sessionId': 'the session is looked for among those of the caller',
    'GET /me/drafts/:form': 'the name of a form, among the drafts of the caller',
    'PUT /me/drafts/:form': 'the name of a form, among the drafts of the caller',
    'DELETE /me/drafts/:form': 'the name of a form, among the drafts of the caller',
  },
}
